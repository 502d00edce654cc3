// Imports a TubeArchivist server. Its ZIP is converted to rows; its media and pictures stay where they are. The rows are written into a
// copy of the current database, which replaces that database when complete. Called by server/start. An import can be repeated.
import { readdirSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { backup } from '@photostructure/sqlite';
import type { RefusedRecord } from '../../catalogue/records.ts';
import { createSqliteCatalogue } from '../../catalogue/sqlite-catalogue.ts';
import { inTransaction, type Database } from '../../database/transaction.ts';
import { yieldEventLoop } from '../../library/bounded.ts';
import type { Sentence } from '../../texts/wording.ts';
import { BackupProblem } from '../backup-problem.ts';
import { addPictureFolder } from '../picture-folders.ts';
import { openZip, type ReadZip } from '../read-zip.ts';
import { prepareStaging, replaceViaStaging } from '../staging.ts';
import { channelOf, commentsOf, downloadOf, playlistOf, videoOf, type ImportedChannel, type ImportedVideo } from './documents.ts';
import { createImportedRows } from './imported-rows.ts';
import { findPictures, type Pictures } from './pictures.ts';
import { documentsOf, partsOf, type IndexName } from './read-documents.ts';

export interface ImportDeps {
  live: Database;
  stagingFolder: string;
  /** TubeArchivist's cache folder, or the ZIP itself. */
  from: string;
  /** TubeArchivist's media folder. */
  libraryFolder: string;
  /** Lines for the terminal. */
  log: (line: Sentence) => void;
}

export interface ImportArchiveReport {
  zip: string;
  /** Null if only the ZIP was given. */
  pictureFolder: string | null;
  /** How many videos were imported. */
  videos: number;
  /** How many of the videos are marked as watched. */
  watched: number;
  channels: number;
  playlists: number;
  comments: number;
  downloads: number;
  /** Paths of videos that were not found, as in TubeArchivist's documents. */
  withoutFile: string[];
  /** Number of documents with too little information. */
  unreadable: number;
  /** Ids of videos and channels that the database refused. */
  refused: string[];
  hasSubtitleIndex: boolean;
}

/** A batch takes SQLite about 10 ms. */
const documentsPerBatch = 200;

/** @throws BackupProblem */
export async function importArchive({ live, stagingFolder, from, libraryFolder, log }: ImportDeps): Promise<ImportArchiveReport> {
  const { zip: file, pictureFolder } = locateZip(from);
  log(({ texts }) => texts.start.imported.reading(file));
  const pictures = await findPictures(pictureFolder);
  const report = await replaceViaStaging({ live, folder: stagingFolder }, null, async (staging, stagingFile) => {
    staging.close();
    await backup(live, stagingFile, { rate: -1 });
    staging.open();
    prepareStaging(staging);
    const zip = await openZip(file, stagingFolder);
    try {
      if (partsOf(zip, 'video').length === 0) throw new BackupProblem((texts) => texts.noVideos(file));
      return { zip: file, pictureFolder, ...(await writeRows(staging, zip, pictures, await mediaIn(libraryFolder), log)) };
    } finally {
      zip.close();
    }
  });
  if (pictures.folder !== null) addPictureFolder(live, pictures.folder);
  return report;
}

async function writeRows(staging: Database, zip: ReadZip, pictures: Pictures, media: ReadonlyMap<string, string>, log: (line: Sentence) => void) {
  const catalogue = createSqliteCatalogue(staging);
  const rows = createImportedRows(staging);
  const knownChannelIds = new Set<string>();
  const pathsWithoutFile: string[] = [];
  const refusedIds: string[] = [];
  const counts = { videos: 0, watched: 0, channels: 0, playlists: 0, comments: 0, downloads: 0, unreadable: 0 };

  const putChannels = (channels: ImportedChannel[]): void => {
    const problems = catalogue.putChannels(channels.map(({ record }) => ({ ...record, ...pictures.ofChannel(record.channelId) })));
    const storedChannels = withoutRefused(channels, ({ record }) => record.channelId, problems);
    storedChannels.forEach(rows.finishChannel);
    // A refused channel is not tried again with each of its videos.
    for (const { record } of channels) knownChannelIds.add(record.channelId);
    counts.channels += storedChannels.length;
  };
  await inBatches('channel', channelOf, putChannels);
  await inBatches('video', videoOf, (videos: ImportedVideo[]) => {
    const presentVideos: ImportedVideo[] = [];
    for (const video of videos) {
      const mediaFile = media.get(video.record.mediaFile.normalize('NFC'));
      if (mediaFile === undefined) pathsWithoutFile.push(video.record.mediaFile);
      else presentVideos.push({ ...video, record: { ...video.record, mediaFile } });
    }
    const newChannels = new Map(
      presentVideos.flatMap(({ channel }) => (channel && !knownChannelIds.has(channel.record.channelId) ? [[channel.record.channelId, channel]] : [])),
    );
    putChannels([...newChannels.values()]);
    const problems = catalogue.putVideos(presentVideos.map(({ record }) => ({ ...record, thumbFile: pictures.ofVideo(record.videoId) })));
    const storedVideos = withoutRefused(presentVideos, ({ record }) => record.videoId, problems);
    storedVideos.forEach(rows.finishVideo);
    counts.videos += storedVideos.length;
    counts.watched += storedVideos.filter(({ isWatched }) => isWatched).length;
  });
  // If a video was refused, its file was found, so this is TubeArchivist's media folder. A refused channel does not show that.
  if (counts.videos === 0 && refusedIds.every((id) => knownChannelIds.has(id))) {
    throw new BackupProblem((texts) => texts.noneInLibrary(pathsWithoutFile.length));
  }
  await inBatches('comment', commentsOf, (batch) => {
    for (const { videoId, comments } of batch) counts.comments += rows.putComments(videoId, comments);
  });
  await inBatches('playlist', playlistOf, (batch) => {
    for (const playlist of batch) rows.putPlaylist(playlist, pictures.ofPlaylist(playlist.playlistId));
    counts.playlists += batch.length;
  });
  await inBatches('download', downloadOf, (batch) => {
    for (const download of batch) counts.downloads += rows.putDownload(download);
  });
  const hasSubtitleIndex = partsOf(zip, 'subtitle').length > 0;
  if (hasSubtitleIndex) rows.enableSubtitleIndex();
  return { ...counts, withoutFile: pathsWithoutFile, refused: refusedIds, hasSubtitleIndex };

  /** The values whose records were stored. The ids of the others are reported. */
  function withoutRefused<Value>(values: Value[], idOf: (value: Value) => string, problems: RefusedRecord[]): Value[] {
    const ids = new Set(problems.map(({ id }) => id));
    refusedIds.push(...ids);
    return values.filter((value) => !ids.has(idOf(value)));
  }

  async function inBatches<Value>(index: IndexName, read: (document: never) => Value | null, put: (values: Value[]) => void): Promise<void> {
    let batch: Value[] = [];
    let doneCount = 0;
    const flush = async (): Promise<void> => {
      const values = batch;
      batch = [];
      inTransaction(staging, () => put(values));
      doneCount += values.length;
      if (doneCount % 5_000 < values.length && doneCount >= 5_000) log(progressSentence(doneCount, index));
      await yieldEventLoop();
    };
    for await (const document of documentsOf(zip, index)) {
      const value = read(document as never);
      if (value === null) counts.unreadable += 1;
      else batch.push(value);
      if (batch.length >= documentsPerBatch) await flush();
    }
    await flush();
  }
}

/** All files two levels deep (`CHANNEL/FILE`, TubeArchivist's layout): name in NFC → name on disk. */
async function mediaIn(libraryFolder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const folder of await readdir(libraryFolder, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    // Videos in an unreadable folder are reported as without a file.
    for (const name of await readdir(path.join(libraryFolder, folder.name)).catch(() => []))
      files.set(`${folder.name}/${name}`.normalize('NFC'), `${folder.name}/${name}`);
  }
  return files;
}

const zipName = /^ta_backup-\d{8}(-\w+)?\.zip$/;

/** @throws BackupProblem */
function locateZip(from: string): { zip: string; pictureFolder: string | null } {
  const stats = statSync(from, { throwIfNoEntry: false });
  if (!stats) throw new BackupProblem((texts) => texts.absent(from));
  if (stats.isFile()) {
    const parent = path.resolve(from, '../..');
    const isInCache = path.basename(path.dirname(path.resolve(from))) === 'backup' && isFolder(path.join(parent, 'videos'));
    return { zip: from, pictureFolder: isInCache ? parent : null };
  }
  const newestZip = (isFolder(path.join(from, 'backup')) ? readdirSync(path.join(from, 'backup')) : [])
    .filter((name) => zipName.test(name))
    .toSorted()
    .at(-1);
  if (newestZip === undefined) throw new BackupProblem((texts) => texts.noZipIn(from));
  return { zip: path.join(from, 'backup', newestZip), pictureFolder: path.resolve(from) };
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The sentence contains the count at the time of this call, even if it is written later. */
function progressSentence(doneCount: number, index: IndexName): Sentence {
  return ({ texts }) => texts.start.imported.progress(doneCount, index);
}
