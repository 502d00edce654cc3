// Adds missing pictures, and embeds metadata and pictures into the media files themselves.
import path from 'node:path';
import type { SpaceReservations } from '../media-files/space-reservations.ts';
import type { FfmpegLimiter } from '../media-files/ffmpeg-limiter.ts';
import { embed } from '../media-files/embed.ts';
import { extractFrame } from '../media-files/frame-picture.ts';
import { refreshChannel } from '../source/refresh-collection.ts';
import { clearUnfinished, NotWritable } from '../source/write-into-library.ts';
import { refreshSources, type SourceItem } from './refresh-sources.ts';
import { channelSource, rereadVideos, refreshOne, sourceDeps, withSourceArgs, type RefreshDeps } from './reindex.ts';
import { titleOf } from './task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from './tasks.ts';

export interface MediaTaskDeps extends RefreshDeps {
  ffprobe: string | null;
  ffmpegLimiter: FfmpegLimiter;
  spaceReservations: SpaceReservations;
}

/** A notification shows at most this many problems. */
const maxShownProblems = 5;
const noFfmpegText = 'Embedding needs the program ffmpeg, which is not installed on the server. On Debian and Ubuntu: `apt install ffmpeg`.';

export function mediaKinds(deps: MediaTaskDeps): TaskKind[] {
  const commonFields = { canStartByName: true, canStop: false };
  const embedding = (name: string, what: 'everything' | 'picture'): TaskKind => ({
    ...commonFields,
    name,
    title: titleOf(name),
    group: 'setting:thumbnailsync',
    run: (_input, work) => embedAll(deps, what, work),
  });
  return [
    {
      ...commonFields,
      name: 'thumbnail_check',
      title: titleOf('thumbnail_check'),
      group: 'setting:thumbnailcheck',
      run: (_input, work) => checkPictures(deps, work),
    },
    embedding('resync_metadata', 'everything'),
    // The older task, from when only pictures were embedded.
    embedding('resync_thumbs', 'picture'),
  ];
}

async function checkPictures(deps: MediaTaskDeps, work: TaskWork): Promise<TaskEnd> {
  const { archive, library, ffmpeg } = deps;
  const source = sourceDeps(deps, work);
  const videoIds = archive.videos.idsWithoutPicture();
  const channelIds = archive.channels.idsWithoutPicture();
  if (videoIds.length + channelIds.length === 0) return { level: 'info', lines: ['Every video and every channel has a picture.'] };
  const foundIds = new Set<string>();
  const outcome = await withSourceArgs(deps, false, (args) => {
    const items: SourceItem[] = [
      ...channelIds.map((id): SourceItem => {
        const row = archive.channels.find(id);
        return {
          id,
          name: row?.name ?? id,
          address: row?.sourceUrl ?? null,
          refresh: () => refreshChannel(channelSource(archive, id), source, { args, signal: work.signal }),
        };
      }),
      ...videoIds.map((id): SourceItem => {
        const row = archive.videos.find(id);
        return {
          id,
          name: row?.title ?? id,
          address: row?.sourceUrl ?? null,
          async refresh() {
            const result = await refreshOne(deps, id, 'picture', args, work);
            if (result.kind === 'fresh') foundIds.add(id);
            return result;
          },
        };
      }),
    ];
    return refreshSources('Looking for pictures', items, deps.sourceClient.pause, work);
  });
  const problems = [...outcome.problems];
  const remainingIds = videoIds.filter((id) => !foundIds.has(id));
  for (const [index, id] of remainingIds.entries()) {
    const row = archive.videos.find(id);
    if (work.signal.aborted || ffmpeg === null) break;
    if (!row) continue;
    work.update(['Taking pictures out of videos', row.title, `${index + 1} of ${remainingIds.length}`], index / remainingIds.length);
    try {
      const hasFrame = await deps.ffmpegLimiter.background(() => extractFrame(row, { ...source, library, ffmpeg }, work.signal));
      if (hasFrame) foundIds.add(id);
    } catch (error) {
      if (!(error instanceof NotWritable)) throw error;
      problems.push(error.message);
    }
  }
  await rereadVideos(deps, [...foundIds], work);
  const missingCount = archive.videos.idsWithoutPicture().length;
  const shownProblems = missingCount + archive.channels.idsWithoutPicture().length > 0 ? problems.slice(0, maxShownProblems) : [];
  // Other videos and channels may have been added or deleted meanwhile.
  const rows = [...videoIds.map((id) => archive.videos.find(id)), ...channelIds.map((id) => archive.channels.find(id))];
  const addedCount = rows.filter((row) => (row?.thumbFile ?? null) !== null).length;
  return {
    level: shownProblems.length > 0 ? 'error' : 'info',
    lines: [
      `${countText(addedCount, 'picture')} added.`,
      ...(missingCount > 0 ? [`${countText(missingCount, 'video')} without a picture.`] : []),
      ...shownProblems,
    ],
  };
}

async function embedAll(deps: MediaTaskDeps, what: 'everything' | 'picture', work: TaskWork): Promise<TaskEnd> {
  const { archive, library, metadataWriter, libraryLock, ffmpeg, ffprobe } = deps;
  if (ffmpeg === null || ffprobe === null) return { level: 'error', lines: [noFfmpegText] };
  const files = archive.videos.mediaFilesOf(archive.videos.allIds());
  const ids = [...files.keys()].filter((id) => metadataWriter.mayWriteBeside(files.get(id) ?? ''));
  let ownersFileCount = files.size - ids.length;
  const embedDeps = { library, libraryLock, spaceReservations: deps.spaceReservations, ffmpeg, ffprobe, workFolder: path.join(deps.workFolder, 'embed') };
  await clearUnfinished(
    library,
    ids.map((id) => path.posix.dirname(files.get(id) ?? '')),
  );
  const changedIds: string[] = [];
  const problems: string[] = [];
  let unchangedFileCount = 0;
  let unsupportedFileCount = 0;
  for (const [index, id] of ids.entries()) {
    if (work.signal.aborted) break;
    const row = archive.videos.find(id);
    if (!row) continue;
    // Since the start of the task, an import may have chosen the owner's copy instead, or the owner may have turned writing off.
    if (!metadataWriter.mayWriteBeside(row.mediaFile)) {
      ownersFileCount += 1;
      continue;
    }
    work.update(['Embedding', row.title, `${index + 1} of ${ids.length}`], index / ids.length);
    const artist = archive.channels.find(row.channelId)?.name ?? row.channelId;
    const embedding = deps.ffmpegLimiter.background(() => embed(row, embedDeps, { artist, what, signal: work.signal }));
    const outcome = await embedding.catch((error: unknown) => {
      if (error instanceof NotWritable) return { kind: 'failed' as const, message: error.message };
      throw error;
    });
    if (outcome.kind === 'embedded') changedIds.push(id);
    if (outcome.kind === 'unchanged') unchangedFileCount += 1;
    if (outcome.kind === 'passed-over') unsupportedFileCount += 1;
    if (outcome.kind === 'failed' && !work.signal.aborted) problems.push(`${row.title}: ${outcome.message}`);
  }
  if (changedIds.length > 0) await rereadVideos(deps, changedIds, work);
  return {
    level: problems.length > 0 ? 'error' : 'info',
    lines: [
      `${countText(changedIds.length, 'file')} changed, ${unchangedFileCount} already had everything.`,
      ...(ownersFileCount > 0 ? [skippedText(ownersFileCount)] : []),
      ...(unsupportedFileCount > 0 ? [`${countText(unsupportedFileCount, 'file')} of a kind that nothing can be embedded into.`] : []),
      ...problems.slice(0, maxShownProblems),
      ...(problems.length > maxShownProblems ? [`… and ${problems.length - maxShownProblems} more.`] : []),
    ],
  };
}

function skippedText(fileCount: number): string {
  return `${fileCount === 1 ? '1 of your files was left as it is' : `${fileCount} of your files were left as they are`}: writing into your files is off (Library, on /admin/).`;
}

function countText(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
