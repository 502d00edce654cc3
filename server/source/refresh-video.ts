// Refreshes one video from its source: description, comments, picture. Called by the tasks that refresh. A crash leaves the old files or
// the new ones, because the answer is complete in a folder of its own before any file is replaced. The next start removes a folder that a
// crash left. It does so before any task runs, because a running task may be using such a folder.
import { mkdtemp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { VideoRow } from '../archive/video-rows.ts';
import type { YtDlpFailure } from '../downloader/failures.ts';
import type { YtDlp } from '../downloader/yt-dlp.ts';
import { mediaBase } from '../library/file-names.ts';
import type { Info } from '../library/info-values.ts';
import { maxInfoBytes, readInfo } from '../library/read-json.ts';
import { describedIdOf, keptId } from '../library/video-ids.ts';
import { isVideo } from './merge-description.ts';
import type { MetadataWriter } from './metadata-writer.ts';
import { kindOfNotWritable, NotWritable, type NotWritableKind } from './write-into-library.ts';

export type RefreshOutcome =
  | { kind: 'fresh' }
  /** The item is private or removed at its source, and stays in the archive. */
  | { kind: 'gone' }
  /** The archive does not know the item's source, or does not know the video's file at present. */
  | { kind: 'no-source' }
  /** The source answered, but nothing was written, because the archive no longer has the item, or does not know its file at present. */
  | { kind: 'no-item' }
  | { kind: 'failed'; why: YtDlpFailure['kind'] | NotWritableKind; message: string };

export interface SourceDeps {
  ytDlp: YtDlp;
  metadataWriter: MetadataWriter;
  /** The folder for temporary files. */
  workFolder: string;
  /** With ffmpeg, pictures are converted to JPEG; without it, they keep their format. */
  hasFfmpeg: boolean;
}

export interface RefreshOptions {
  /** yt-dlp's options, from the settings (server/downloader/download-args.ts). */
  args: readonly string[];
  what: 'everything' | 'picture';
  /** Describes the video from the archive's rows (known-description.ts); called only where a description is written. */
  knownInfo(): Info;
  /** Adds data from other services to the source's description. @param file absolute */
  complete(file: string, info: Info): Promise<void>;
  signal: AbortSignal;
}

const descriptionName = 'video.info.json';
/** Enough for a description with 100 000 comments. */
const refreshTimeoutMs = 1_800_000;

export async function refreshVideo(row: VideoRow, deps: SourceDeps, { args, what, knownInfo, complete, signal }: RefreshOptions): Promise<RefreshOutcome> {
  const base = mediaBase(path.posix.basename(row.mediaFile));
  if (row.sourceUrl === null || base === null) return { kind: 'no-source' };
  await mkdir(deps.workFolder, { recursive: true });
  const folder = await mkdtemp(path.join(deps.workFolder, 'video-'));
  try {
    const options = ['--skip-download', '--no-playlist', '--ignore-no-formats-error', '--write-info-json', '--write-thumbnail', '--output=video.%(ext)s'];
    const conversion = deps.hasFfmpeg ? ['--convert-thumbnails=jpg'] : [];
    const runResult = await deps.ytDlp.run([...options, ...conversion, ...args], [row.sourceUrl], { signal, folder, timeoutMs: refreshTimeoutMs });
    if (!runResult.ok && runResult.failure.kind === 'gone') {
      const isUnwritten = what === 'everything' && (await deps.metadataWriter.describeVideo(row, { kind: 'gone', knownInfo })) === 'no-item';
      return { kind: isUnwritten ? 'no-item' : 'gone' };
    }
    if (!runResult.ok) return { kind: 'failed', why: runResult.failure.kind, message: runResult.failure.message };
    const sourceInfo = await readFreshInfo(folder);
    if (sourceInfo === null) return { kind: 'failed', why: 'refused', message: 'The source sent no description of the video.' };
    // The address may have been reassigned to another video.
    const describedId = describedIdOf(sourceInfo);
    if (describedId === null || keptId(describedId, row.videoId).id !== row.videoId)
      return { kind: 'failed', why: 'refused', message: 'Its address now leads to another video.' };
    if (what === 'everything') {
      await complete(path.join(folder, descriptionName), sourceInfo);
      const completeInfo = (await readFreshInfo(folder)) ?? sourceInfo;
      const written = await deps.metadataWriter.describeVideo(row, { kind: 'fresh', info: completeInfo, knownInfo });
      if (written === 'no-item') return { kind: 'no-item' };
    }
    const picture = (await readdir(folder)).find((name) => /^video\.(jpe?g|png|webp)$/i.test(name));
    if (picture === undefined && what === 'picture') return { kind: 'failed', why: 'refused', message: 'The source has no picture of the video.' };
    const isUnwritten = picture !== undefined && (await deps.metadataWriter.putVideoPicture(row, path.join(folder, picture))) === 'no-item';
    return { kind: isUnwritten ? 'no-item' : 'fresh' };
  } catch (error) {
    if (error instanceof NotWritable) return { kind: 'failed', why: kindOfNotWritable(error), message: error.message };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readFreshInfo(folder: string): Promise<Info | null> {
  const file = path.join(folder, descriptionName);
  const size = await stat(file).then(
    (stats) => stats.size,
    () => maxInfoBytes + 1, // `readInfo` then returns a failure
  );
  const outcome = await readInfo(file, size);
  return outcome.ok && isVideo(outcome.info) ? outcome.info : null;
}
