// A data folder and a library of very many videos, generated from a seed. The rows are written by the server's catalogue; the media files
// are hard links to a few small files. A server that starts on these folders imports nothing. With `mediaBytes`, the first four videos
// have large files, for streaming.
import { linkSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { formatFingerprint, sidecarHash } from '../../server/library/fingerprint.ts';
import { anMp4 } from './library-media.ts';
import { seeded } from './seeded.ts';
import { aChannel, aVideo } from './server-records.ts';

export interface LargeArchive {
  dataFolder: string;
  libraryFolder: string;
  /** Paths of the large files, relative to the library. */
  largeFiles: string[];
  /** Words used in titles, frequent ones first. */
  words: string[];
}

const channelCount = 200;
const wordCount = 3_000;
/** How many hard links one file gets, below the limit of common file systems (ext3: 32 000). */
const linksPerFile = 30_000;
const largeFileCount = 4;
const batchSize = 1_000;

export async function makeLargeArchive(
  folder: string,
  { videos, mediaBytes = 0, seed = 1 }: { videos: number; mediaBytes?: number; seed?: number },
): Promise<LargeArchive> {
  const [dataFolder, libraryFolder] = [path.join(folder, 'data'), path.join(folder, 'library')];
  await mkdir(dataFolder, { recursive: true });
  const random = seeded(seed);
  const words = Array.from({ length: wordCount }, () => aWord(random));
  // Some words occur in thousands of titles and most in a few, as in any language.
  const word = (): string => words[Math.floor(wordCount * random() ** 3)] ?? '';
  const sentence = (length: number): string => Array.from({ length }, word).join(' ');

  const database = openDatabase(path.join(dataFolder, 'stowaway.sqlite'));
  const catalogue = createSqliteCatalogue(database);
  const channelIds = Array.from({ length: channelCount }, (_, index) => `UCchannel${String(index).padStart(15, '0')}`);
  catalogue.putChannels(channelIds.map((channelId) => aChannel({ channelId, name: sentence(2) })));
  for (const channelId of channelIds) mkdirSync(path.join(libraryFolder, channelId), { recursive: true });
  const fingerprint = {
    sidecarState: sidecarHash({ info: null, description: null, picture: null, subtitles: [], foreignSubtitles: [] } as never),
    describedAt: 0,
    channelState: '',
    playlists: new Map(),
  };

  const largeFiles: string[] = [];
  let linkTarget = '';
  for (let from = 0; from < videos; from += batchSize) {
    const records = Array.from({ length: Math.min(batchSize, videos - from) }, (_, index) => {
      const number = from + index;
      const videoId = `v${String(number).padStart(10, '0')}`;
      const channelId = channelIds[Math.floor(channelCount * random() ** 2)] ?? '';
      const mediaFile = `${channelId}/${videoId}.mp4`;
      const file = path.join(libraryFolder, mediaFile);
      if (number < largeFileCount && mediaBytes > 0) {
        writeFileSync(file, anMp4({ durationSeconds: 600, mediaBytes }));
        largeFiles.push(mediaFile);
      } else if (linkTarget === '' || number % linksPerFile === 0) writeFileSync((linkTarget = file), anMp4({ durationSeconds: 600 }));
      else linkSync(linkTarget, file);
      const { size, mtimeMs } = statSync(file);
      return aVideo({
        videoId,
        channelId,
        title: sentence(4 + Math.floor(random() * 5)),
        tags: [word(), word(), word()],
        description: sentence(60),
        mediaFile,
        mediaSizeBytes: size,
        mediaModifiedMs: Math.trunc(mtimeMs),
        publishedAt: new Date(Date.UTC(2012, 0, 1) + number * 3_600_000).toISOString(),
        downloadedAt: 1_600_000_000 + number * 600,
        durationSeconds: 60 + Math.floor(random() * 4_000),
        viewCount: Math.floor(random() * 1e6),
      });
    });
    catalogue.putVideos(records);
    catalogue.rememberFingerprints(new Map(records.map(({ videoId, channelId }) => [videoId, formatFingerprint({ ...fingerprint, channelId })])));
  }
  database.close();

  return { dataFolder, libraryFolder, largeFiles, words };
}

function aWord(random: () => number): string {
  const syllables = ['ka', 'ri', 'mo', 'te', 'sal', 'ven', 'dor', 'li', 'pa', 'nu', 'ster', 'gra', 'fo', 'shi', 'el', 'on'];
  return Array.from({ length: 2 + Math.floor(random() * 2) }, () => syllables[Math.floor(random() * syllables.length)]).join('');
}
