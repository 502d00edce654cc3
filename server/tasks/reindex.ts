// Refreshes metadata from the source (server/source) and from the library's files: descriptions, media headers, pictures, subtitles. Clears
// the remembered state of the files, so that an import pass reads them like new ones. After a crash the next start's import reads them.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import type { SourceClient } from '../downloader/source-client.ts';
import { completeDescription } from '../downloader/complete-description.ts';
import { sourceArgs } from '../downloader/download-args.ts';
import type { YtDlp } from '../downloader/yt-dlp.ts';
import { yieldEventLoop } from '../library/bounded.ts';
import { createImporter } from '../library/import-pass.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { absentLibraryText } from '../library/report-text.ts';
import { logOf } from '../log/log.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import type { ExternalServices } from '../external-services/external-services.ts';
import { findPlaylists } from '../source/find-playlists.ts';
import { refreshChannel, refreshPlaylist, type CollectionSource } from '../source/refresh-collection.ts';
import type { MetadataWriter } from '../source/metadata-writer.ts';
import { knownDescription } from '../source/known-description.ts';
import { refreshVideo, type RefreshOutcome, type RefreshOptions, type SourceDeps } from '../source/refresh-video.ts';
import { clearUnfinished } from '../source/write-into-library.ts';
import { refreshSources, isRetryable, type SourceItem, type SourceOutcomes } from './refresh-sources.ts';
import { repeatWhileBusy, type BusyDeps } from './repeat-while-busy.ts';
import { takeTurns, type StaleItem } from './take-turns.ts';
import { titleOf } from './task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from './tasks.ts';

export interface LibraryDeps extends BusyDeps {
  archive: Archive;
  library: LibraryPlaces;
  libraryLock: LibraryLock;
}

export interface RefreshDeps extends LibraryDeps {
  metadataWriter: MetadataWriter;
  ytDlp: YtDlp;
  sourceClient: SourceClient;
  externalServices: ExternalServices;
  /** The folder for temporary files. */
  workFolder: string;
  ffmpeg: string | null;
}

/** If no id is given, a share of the stale items is refreshed. An item is stale if its last refresh is older than the config's `days`. */
export interface ReindexInput {
  video?: string[];
  channel?: string[];
  playlist?: string[];
  /** Whether to include all videos of the channels and playlists. Otherwise one video of each is read, which is enough to update them. */
  extractVideos?: boolean;
}

/** A notification shows at most this many problems. */
const maxShownProblems = 5;
/** A batch takes SQLite about 10 ms. */
const idsPerBatch = 250;
/** The config `days` of check_reindex if it is not set (docs/behaviour.md, Schedules). */
const defaultMaxAgeDays = 90;
/** A run refreshes this many times the daily share, to make up for a day without a run. */
const shareMargin = 1.2;
/** A run refreshes at least this many items, because the share of a small archive would be one or two. */
const minPerRun = 50;

interface IdsByKind {
  video: string[];
  channel: string[];
  playlist: string[];
}

export function checkReindex(deps: RefreshDeps): TaskKind {
  const suspectIds = new Set<string>();
  return {
    name: 'check_reindex',
    title: titleOf('check_reindex'),
    group: 'reindex:run',
    canStartByName: false,
    canStop: false,
    async run(input, work) {
      const { archive } = deps;
      const { video = [], channel = [], playlist = [], extractVideos = false } = input as ReindexInput;
      if (video.length + channel.length + playlist.length === 0) return refreshStale(deps, suspectIds, work);
      const requestedItems = [
        ...channel.map((id) => ({ id, exists: archive.channels.find(id) !== null, videoIds: archive.videos.idsOfChannel(id) })),
        ...playlist.map((id) => ({ id, exists: archive.playlists.has(id), videoIds: archive.videos.idsOfPlaylist(id) })),
        ...video.map((id) => ({ id, exists: archive.videos.find(id) !== null, videoIds: [id] })),
      ];
      const missingIds = requestedItems.filter(({ exists }) => !exists).map(({ id }) => id);
      if (missingIds.length === requestedItems.length) return { level: 'error', lines: [notFoundText(missingIds)] };
      const foundItems = requestedItems.filter(({ exists }) => exists);
      const idsToRead = foundItems.flatMap(({ videoIds }) => (extractVideos ? videoIds : videoIds.slice(0, 1)));
      const idsToQuery = extractVideos ? idsToRead : video.filter((id) => !missingIds.includes(id));
      const isKnown = (id: string): boolean => !missingIds.includes(id);
      const outcomes = await refreshItems(
        deps,
        { video: [...new Set(idsToQuery)], channel: channel.filter(isKnown), playlist: playlist.filter(isKnown) },
        work,
      );
      const end = await rereadVideos(deps, [...new Set(idsToRead)], work);
      const lines = [...end.lines, ...outcomeLines(outcomes), ...(missingIds.length > 0 ? [notFoundText(missingIds)] : [])];
      return { level: missingIds.length > 0 || outcomes.failedIds.length > 0 ? 'error' : end.level, lines };
    },
  };
}

/**
 * The scheduled run: refreshes a share of the stale items. Sites and channels take turns; within a channel, the oldest items come first.
 * With one run a day every item has its turn within the configured days, and no run takes a whole day. Items that cannot be reached stay
 * stale.
 * @param suspectIds the items that their sites refused, or for which a disk failed, when they were last refreshed. They come after all
 *   others, of every kind, because otherwise three of them would end every refresh of their site before the others have their turn.
 *   Changed by this function
 */
async function refreshStale(deps: RefreshDeps, suspectIds: Set<string>, work: TaskWork): Promise<TaskEnd> {
  const { archive } = deps;
  const days = archive.schedules.find('check_reindex')?.config.days ?? defaultMaxAgeDays;
  const staleBefore = daysAgo(days);
  const share = async (items: StaleItem[], total: number): Promise<string[]> => {
    const limit = Math.max(minPerRun, Math.ceil((total / Math.max(days, 1)) * shareMargin));
    const otherIds = await takeTurns(
      items.filter(({ id }) => !suspectIds.has(id)),
      limit,
    );
    const shareOfSuspects = await takeTurns(
      items.filter(({ id }) => suspectIds.has(id)),
      limit - otherIds.length,
    );
    return [...otherIds, ...shareOfSuspects];
  };
  const videoCount = archive.stats.videos().reduce((sum, { items }) => sum + items, 0);
  const playlistCount = archive.playlists.count({ channelId: null, isSubscribed: null, kind: 'regular' });
  const video = await share(archive.videos.refreshedBefore(staleBefore), videoCount);
  const channel = await share(archive.channels.refreshedBefore(staleBefore), archive.channels.count('all'));
  const playlist = await share(archive.playlists.refreshedBefore(staleBefore), playlistCount);
  const outcomes = await refreshItems(deps, { video, channel, playlist }, work, suspectIds);
  const retryableIds = new Set(outcomes.retryableIds);
  for (const id of [...video, ...channel, ...playlist]) if (!retryableIds.has(id)) suspectIds.delete(id);
  for (const id of outcomes.suspectIds) suspectIds.add(id);
  const end = await rereadVideos(
    deps,
    video.filter((id) => !retryableIds.has(id)),
    work,
  );
  return { level: outcomes.failedIds.length > 0 ? 'error' : end.level, lines: [...end.lines, ...outcomeLines(outcomes)] };
}

export function indexPlaylists(deps: RefreshDeps): TaskKind {
  return {
    name: 'index_playlists',
    title: titleOf('index_playlists'),
    group: 'channel:indexplaylist',
    canStartByName: false,
    canStop: false,
    async run(input, work) {
      const { channelId } = input as { channelId: string };
      const { archive } = deps;
      await repeatWhileBusy(deps, work, () => archive.removed.unmarkPlaylistsOf(channelId));
      const { outcome, problem } = await withSourceArgs(deps, false, async (args) => {
        const search = await findPlaylists(deps, channelId, args, work.signal);
        const items: SourceItem[] = search.playlists.map((playlist) => ({
          id: playlist.id,
          name: playlist.name,
          address: playlist.address,
          refresh: () => refreshPlaylist(playlist, sourceDeps(deps, work), { args, signal: work.signal }),
        }));
        return { outcome: await refreshSources('Reading playlists', items, deps.sourceClient.pause, work), problem: search.problem };
      });
      const end = await rereadVideos(deps, archive.videos.idsOfChannel(channelId), work);
      const isFailed = outcome.failedIds.length > 0 || outcome.notice !== null || problem !== null;
      return {
        level: isFailed ? 'error' : end.level,
        lines: [...end.lines, ...outcomeLines(outcome), ...(problem === null ? [] : [problem])],
      };
    },
  };
}

/** @param lastIds items that are refreshed after all others */
async function refreshItems(
  deps: RefreshDeps,
  { video, channel, playlist }: IdsByKind,
  work: TaskWork,
  lastIds: ReadonlySet<string> = new Set(),
): Promise<SourceOutcomes> {
  const { archive } = deps;
  const source = sourceDeps(deps, work);
  const recordOutcome = createRecordOutcome(deps, work);
  const folders = [...archive.videos.mediaFilesOf(video).values()].map((file) => path.posix.dirname(file));
  await clearUnfinished(deps.library, [...folders, ...channel.map(archive.folders.ofChannel), ...playlist.map(archive.folders.ofPlaylist)]);
  return withSourceArgs(deps, true, (args) => {
    const callOptions = { args, signal: work.signal };
    const items: SourceItem[] = [
      ...channel.map((id): SourceItem => {
        const row = archive.channels.find(id);
        return {
          id,
          name: row?.name ?? id,
          address: row?.sourceUrl ?? null,
          refresh: async () => recordOutcome(id, await refreshChannel(channelSource(archive, id), source, callOptions), archive.channels),
        };
      }),
      ...playlist.map((id): SourceItem => {
        const row = archive.playlists.find(id);
        return {
          id,
          name: row?.name ?? id,
          address: playlistSource(archive, id).address,
          refresh: async () => recordOutcome(id, await refreshPlaylist(playlistSource(archive, id), source, callOptions), archive.playlists),
        };
      }),
      ...video.map((id): SourceItem => {
        const row = archive.videos.find(id);
        return { id, name: row?.title ?? id, address: row?.sourceUrl ?? null, refresh: () => refreshOne(deps, id, 'everything', args, work) };
      }),
    ];
    const orderedItems = [...items.filter(({ id }) => !lastIds.has(id)), ...items.filter(({ id }) => lastIds.has(id))];
    return refreshSources('Querying the sources', orderedItems, deps.sourceClient.pause, work);
  });
}

/**
 * The source of a channel's refresh. Read when the channel's turn comes, because a task may take hours, and meanwhile the channel may be
 * deleted or its folder moved. A deleted channel has no address.
 */
export function channelSource(archive: Archive, id: string): CollectionSource {
  return { id, address: archive.channels.find(id)?.sourceUrl ?? null, folder: archive.folders.ofChannel(id) };
}

function playlistSource(archive: Archive, id: string): CollectionSource {
  const row = archive.playlists.find(id);
  return { id, address: row?.kind === 'custom' ? null : (row?.sourceUrl ?? null), folder: archive.folders.ofPlaylist(id) };
}

/** Refreshes one video from its source, and from external services if they are enabled. A video deleted meanwhile has no source. */
export async function refreshOne(
  deps: RefreshDeps,
  videoId: string,
  what: 'everything' | 'picture',
  args: RefreshOptions['args'],
  work: TaskWork,
): Promise<RefreshOutcome> {
  const { archive, externalServices } = deps;
  const row = archive.videos.find(videoId);
  if (row === null) return { kind: 'no-source' };
  const channel = archive.channels.find(row.channelId);
  const { integrate_sponsorblock: segments, integrate_ryd: dislikes } = archive.appSettings.get().downloads;
  const override = channel?.overwrites?.['integrate_sponsorblock'];
  const extras = { segments: typeof override === 'boolean' ? override : segments, dislikes };
  return refreshVideo(row, sourceDeps(deps, work), {
    args,
    signal: work.signal,
    what,
    knownInfo: () => knownDescription(row, channel, archive.comments.of(row.videoId)),
    // A download logs an unavailable service. Here the old facts stay, and nothing is logged.
    complete: (file, info) => completeDescription({ externalServices, log: logOf(() => undefined) }, file, info, null, extras),
  });
}

interface Collections {
  setActive(id: string, isActive: boolean): void;
  markRefreshed(id: string): void;
}

/** Items that would fail again in the same way also count as refreshed. Otherwise they would come first in every run. */
function createRecordOutcome(deps: RefreshDeps, work: TaskWork) {
  return async (id: string, outcome: RefreshOutcome, { setActive, markRefreshed }: Collections): Promise<RefreshOutcome> => {
    await repeatWhileBusy(deps, work, () => {
      if (outcome.kind === 'gone' || outcome.kind === 'fresh') setActive(id, outcome.kind === 'fresh');
      if (outcome.kind !== 'no-item' && !(outcome.kind === 'failed' && isRetryable(outcome.why))) markRefreshed(id);
    });
    return outcome;
  };
}

/** Runs `work` with the options from the settings. The cookie is lent until `work` ends. */
export function withSourceArgs<Value>({ archive, sourceClient }: RefreshDeps, withComments: boolean, work: (args: string[]) => Promise<Value>): Promise<Value> {
  return sourceClient.withCredentials((credentials) => work(sourceArgs(archive.appSettings.get().downloads, credentials, { withComments })));
}

export function sourceDeps(deps: RefreshDeps, work: TaskWork): SourceDeps {
  const { ytDlp, metadataWriter: writer, workFolder, ffmpeg } = deps;
  // Writes are repeated while the database is busy, because otherwise the source would have to be queried again.
  const metadataWriter: MetadataWriter = {
    mayWriteBeside: (file) => writer.mayWriteBeside(file),
    describeVideo: (...args) => repeatWhileBusy(deps, work, () => writer.describeVideo(...args)),
    putVideoPicture: (...args) => repeatWhileBusy(deps, work, () => writer.putVideoPicture(...args)),
    describeCollection: (...args) => repeatWhileBusy(deps, work, () => writer.describeCollection(...args)),
  };
  return { ytDlp, metadataWriter, workFolder: path.join(workFolder, 'refresh'), hasFfmpeg: ffmpeg !== null };
}

function outcomeLines({ goneIds, unwrittenIds, problems, failedIds, notice }: SourceOutcomes): string[] {
  return [
    ...(goneIds.length > 0 ? [`${goneIds.length === 1 ? '1 is' : `${goneIds.length} are`} gone at the source. Videos in the archive stay watchable.`] : []),
    ...(unwrittenIds.length > 0 ? [`${unwrittenIds.length === 1 ? '1 was' : `${unwrittenIds.length} were`} deleted or moved meanwhile.`] : []),
    ...problems,
    ...(failedIds.length > problems.length && notice === null ? [`… and ${failedIds.length - problems.length} more.`] : []),
    ...(notice === null ? [] : [notice]),
  ];
}

/** Reads the files of these videos again, even unchanged ones, and imports whatever else has changed in the library. */
export async function rereadVideos(deps: LibraryDeps, videoIds: string[], work: TaskWork): Promise<TaskEnd> {
  const { archive, library, libraryLock } = deps;
  const { update, signal } = work;
  const subject = videoIds.length === 0 ? 'Looking at the library' : `Reading ${videosText(videoIds.length)} again`;
  update([subject]);
  const catalogue = createSqliteCatalogue(archive.database);
  for (let start = 0; start < videoIds.length; start += idsPerBatch) {
    const batch = new Map(videoIds.slice(start, start + idsPerBatch).map((id) => [id, '']));
    await repeatWhileBusy(deps, work, () => catalogue.rememberFingerprints(batch));
    await yieldEventLoop();
  }
  const importer = createImporter({
    root: library,
    catalogue,
    log: () => undefined,
    onProgress: (readCount, total) => update([subject, `${readCount} of ${total} files`], readCount / total),
  });
  const report = await repeatWhileBusy(deps, work, () => libraryLock.runPass(signal, (passSignal) => importer.run(passSignal)));
  const absentText = videoIds.length === 0 ? null : absentLibraryText(report);
  if (absentText !== null) return { level: 'error', lines: [absentText] };
  const files = archive.videos.mediaFilesOf(videoIds);
  const paths = new Set(files.values());
  const problems = report.problems.filter(({ file }) => paths.has(file));
  // A video that was deleted meanwhile is not missing.
  const missingCount = [...new Set(videoIds)].filter((id) => !files.has(id) && archive.videos.find(id) !== null).length;
  return {
    level: problems.length > 0 ? 'error' : 'info',
    lines: [
      `${videosText(files.size - problems.length)} refreshed.`,
      ...(missingCount > 0 ? [`${videosText(missingCount)} missing: the file was not found.`] : []),
      ...problems.slice(0, maxShownProblems).map(({ file, reason }) => `${file}: ${reason}`),
    ],
  };
}

function notFoundText(ids: string[]): string {
  return `Not in this archive: ${ids.join(', ')}.`;
}

function videosText(videoCount: number): string {
  return videoCount === 1 ? '1 video' : `${videoCount} videos`;
}

function daysAgo(days: number): number {
  return Math.floor(Date.now() / 1000) - days * 86_400;
}
