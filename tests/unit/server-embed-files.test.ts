// Embedding with the installed ffmpeg adds data to a file, and keeps what the file contains.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import type { VideoRow } from '../../server/archive/video-rows.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { embed, type EmbedOutcome } from '../../server/media-files/embed.ts';
import { createSpaceReservations } from '../../server/media-files/space-reservations.ts';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { casesToRun, longTest } from '../long-test.ts';

const ffmpeg = findProgram('ffmpeg') ?? '';
const ffprobe = findProgram('ffprobe') ?? '';
const hasFfmpeg = ffmpeg !== '' && ffprobe !== '';
if (!hasFfmpeg) process.stdout.write('Skipped: what embedding leaves in a file, because ffmpeg or ffprobe is not on the PATH.\n');

const channelId = 'UCharbourharbourharbour1';
const videoId = 'pier-000001';

let base: string;
let archive: Archive;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'stowaway-embed-'));
  await mkdir(path.join(base, 'library'));
  await writeFile(inBase('letters.ttf'), 'the letters of the subtitles');
  execFileSync(ffmpeg || 'true', ['-v', 'fatal', '-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1', inBase('library/Walk.jpg')]);
  archive = createArchive(openDatabase(':memory:'));
  createSqliteCatalogue(archive.database).putChannels([aChannel({ channelId })]);
});
afterEach(async () => {
  archive.database.close();
  await rm(base, { recursive: true, force: true });
});

const inBase = (name: string): string => path.join(base, name);

/** Makes a video of one second. @param attachments files and their MIME types; only Matroska can contain attachments */
function makeFilm(name: string, attachments: [file: string, type: string][] = []): void {
  const attachmentArgs = attachments.flatMap(([file, type], index) => ['-attach', file, `-metadata:s:t:${index}`, `mimetype=${type}`]);
  const film = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=64x64:rate=5', '-c:v', 'libx264'];
  execFileSync(ffmpeg, ['-v', 'fatal', ...film, ...attachmentArgs, inBase(`library/${name}`)]);
}
async function embedInto(mediaFile: string, thumbFile: string | null = 'Walk.jpg', title = 'A walk'): Promise<EmbedOutcome> {
  createSqliteCatalogue(archive.database).putVideos([aVideo({ videoId, channelId, mediaFile, thumbFile, title, description: 'Along the pier.' })]);
  const deps = {
    library: createLibraryPlaces({ libraryFolder: inBase('library'), isOwnersLibrary: true, dataFolder: base }),
    libraryLock: createLibraryLock(),
    spaceReservations: createSpaceReservations(),
    workFolder: inBase('work'),
    ffmpeg,
    ffprobe,
  };
  return embed(archive.videos.find(videoId) as VideoRow, deps, { artist: 'Pier', what: 'everything', signal: new AbortController().signal });
}
/** Lists all streams of the file except the first, which is the video, each with its kind, name and type. */
function attachmentsOf(name: string): string[] {
  const output = execFileSync(ffprobe, ['-v', 'error', '-show_streams', '-of', 'json', inBase(`library/${name}`)]).toString();
  const { streams } = JSON.parse(output) as { streams: { codec_type: string; disposition: { attached_pic: number }; tags: Record<string, string> }[] };
  return streams
    .slice(1)
    .map(({ codec_type, disposition, tags }) => `${disposition.attached_pic === 1 ? 'picture' : codec_type} ${tags['filename']} ${tags['mimetype']}`);
}

describe.runIf(hasFfmpeg)('with ffmpeg', () => {
  test.each(casesToRun(['application/x-letters', 'application/x-truetype-font'], 1))(
    'a font of type %s in Matroska stays beside the new cover',
    async (type) => {
      makeFilm('Walk.mkv', [[inBase('letters.ttf'), type]]);
      expect(await embedInto('Walk.mkv')).toEqual({ kind: 'embedded' });
      expect(attachmentsOf('Walk.mkv')).toEqual([`attachment letters.ttf ${type}`, 'picture cover.jpg image/jpeg']);
      expect(await embedInto('Walk.mkv')).toEqual({ kind: 'unchanged' });
    },
  );

  longTest.each(['image/webp', 'image/jpeg'])('a picture of type %s in Matroska counts as the cover, and stays when the title is embedded', async (type) => {
    makeFilm('Walk.mkv', [
      [inBase('letters.ttf'), 'font/ttf'],
      [inBase('library/Walk.jpg'), type],
    ]);
    const expectedAttachments = ['attachment letters.ttf font/ttf', `${type === 'image/jpeg' ? 'picture' : 'attachment'} Walk.jpg ${type}`];
    expect(attachmentsOf('Walk.mkv')).toEqual(expectedAttachments);
    const pictureBytes = await readFile(inBase('library/Walk.jpg'));
    await writeFile(inBase('library/Walk.jpg'), 'another picture');
    expect(await embedInto('Walk.mkv')).toEqual({ kind: 'embedded' });
    expect(attachmentsOf('Walk.mkv')).toEqual(expectedAttachments);
    expect((await readFile(inBase('library/Walk.mkv'))).includes(pictureBytes)).toBe(true);
  });

  test.each(casesToRun(['Removed.jpg', 'Damaged.webp'], 1))('a missing or damaged picture (%s) is reported, and the file stays as it was', async (picture) => {
    makeFilm('Walk.mp4');
    const bytesBefore = await readFile(inBase('library/Walk.mp4'));
    await writeFile(inBase('library/Damaged.webp'), 'not a picture');
    expect(await embedInto('Walk.mp4', picture)).toEqual({ kind: 'failed', message: 'A picture of the video cannot be read.' });
    expect((await readFile(inBase('library/Walk.mp4'))).equals(bytesBefore)).toBe(true);
  });

  longTest('a MOV file, which can contain neither a picture nor a description, is written once', async () => {
    makeFilm('Walk.mov');
    expect(await embedInto('Walk.mov')).toEqual({ kind: 'embedded' });
    expect(await embedInto('Walk.mov')).toEqual({ kind: 'unchanged' });
  });
});
