// Refreshes metadata: from the source (server/source), and from the library's files: descriptions, media headers, pictures, subtitles. The files are
// marked as unknown, and an import pass reads them like new ones; so the next start's import finishes it after a crash.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import type { Asking } from '../downloader/asking.ts';
import { completeDescription } from '../downloader/complete-description.ts';
import { askingArgs } from '../downloader/download-args.ts';
import type { YtDlp } from '../downloader/yt-dlp.ts';
import { nextTurn } from '../library/bounded.ts';
import { createImporter } from '../library/import-pass.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { logOf } from '../log/log.ts';
import type { Turns } from '../library/turns.ts';
import type { Outside } from '../outside/outside.ts';
import { findCollections } from '../source/collection-sources.ts';
import { refreshChannel, refreshPlaylist } from '../source/refresh-collection.ts';
import type { Keeping } from '../source/keeping.ts';
import { knownDescription } from '../source/known-description.ts';
import { refreshVideo, type Refresh, type RefreshOptions, type SourcePlaces } from '../source/refresh-video.ts';
import { clearUnfinished } from '../source/write-into-library.ts';
import { askSources, isForLater, type Asked, type AskedSources } from './ask-sources.ts';
import { titleOf } from './task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from './tasks.ts';

export interface LibraryWork {
  archive: Archive;
  library: LibraryPlaces;
  turns: Turns;
}

export interface RefreshPlaces extends LibraryWork {
  keeping: Keeping;
  ytDlp: YtDlp;
  asking: Asking;
  outside: Outside;
  /** For files that every run creates again. */
  workFolder: string;
  ffmpeg: string | null;
}

/** Nothing given: everything not refreshed for as long as the schedule's config says. */
export interface ReindexInput {
  video?: string[];
  channel?: string[];
  playlist?: string[];
  /** Also all videos of the channels and playlists; else one of each, which is enough to read the channel or playlist again. */
  extractVideos?: boolean;
}

/** A notification shows this many. */
const mostProblems = 5;
/** About 10 ms of SQLite. */
const idsInOneTurn = 250;
/** docs/behaviour.md, Schedules: `days` of check_reindex when it is not set. */
const regularDays = 90;
/** Makes up for a day without a run. */
const moreThanEven = 1.2;
/** The share of a small archive would be one or two. */
const leastOfRun = 50;

interface Members {
  video: string[];
  channel: string[];
  playlist: string[];
}

export function checkReindex(places: RefreshPlaces): TaskKind {
  return {
    name: 'check_reindex',
    title: titleOf('check_reindex'),
    group: 'reindex:run',
    canStartByName: false,
    canStop: false,
    async run(input, work) {
      const { archive } = places;
      const { video = [], channel = [], playlist = [], extractVideos = false } = input as ReindexInput;
      if (video.length + channel.length + playlist.length === 0) return refreshOld(places, work);
      const members = [
        ...channel.map((id) => ({ id, isThere: archive.channels.find(id) !== null, videoIds: archive.videos.idsOfChannel(id) })),
        ...playlist.map((id) => ({ id, isThere: archive.playlists.has(id), videoIds: archive.videos.idsOfPlaylist(id) })),
        ...video.map((id) => ({ id, isThere: archive.videos.find(id) !== null, videoIds: [id] })),
      ];
      const missing = members.filter(({ isThere }) => !isThere).map(({ id }) => id);
      if (missing.length === members.length) return { level: 'error', lines: [notThere(missing)] };
      const there = members.filter(({ isThere }) => isThere);
      const toRead = there.flatMap((member) => (extractVideos ? member.videoIds : member.videoIds.slice(0, 1)));
      const toAsk = extractVideos ? toRead : video.filter((id) => !missing.includes(id));
      const isHere = (id: string): boolean => !missing.includes(id);
      const asked = await ask(places, { video: [...new Set(toAsk)], channel: channel.filter(isHere), playlist: playlist.filter(isHere) }, work);
      const end = await readAgain(places, [...new Set(toRead)], work);
      const lines = [...end.lines, ...linesOf(asked), ...(missing.length > 0 ? [notThere(missing)] : [])];
      return { level: missing.length > 0 || asked.failed.length > 0 ? 'error' : end.level, lines };
    },
  };
}

/**
 * The scheduled run: a share of what is old, oldest first, so that with one run a day everything has its turn within the days and no run takes a
 * whole day. What cannot be reached stays old and comes first next time.
 */
async function refreshOld(places: RefreshPlaces, work: TaskWork): Promise<TaskEnd> {
  const { archive } = places;
  const days = archive.schedules.find('check_reindex')?.config.days ?? regularDays;
  const before = daysAgo(days);
  const share = (ids: string[], all: number): string[] => ids.slice(0, Math.max(leastOfRun, Math.ceil((all / Math.max(days, 1)) * moreThanEven)));
  const videos = archive.stats.videos().reduce((sum, { items }) => sum + items, 0);
  const playlists = archive.playlists.count({ channelId: null, isSubscribed: null, kind: 'regular' });
  const video = share(archive.videos.idsRefreshedBefore(before), videos);
  const channel = share(archive.channels.idsRefreshedBefore(before), archive.channels.count('all'));
  const playlist = share(archive.playlists.idsRefreshedBefore(before), playlists);
  const asked = await ask(places, { video, channel, playlist }, work);
  const later = new Set(asked.later);
  const end = await readAgain(
    places,
    video.filter((id) => !later.has(id)),
    work,
  );
  return { level: asked.failed.length > 0 ? 'error' : end.level, lines: [...end.lines, ...linesOf(asked)] };
}

export function indexPlaylists(places: RefreshPlaces): TaskKind {
  return {
    name: 'index_playlists',
    title: titleOf('index_playlists'),
    group: 'channel:indexplaylist',
    canStartByName: false,
    canStop: false,
    async run(input, work) {
      const { channelId } = input as { channelId: string };
      const { archive } = places;
      archive.removed.readPlaylistsAgain(channelId);
      const { outcome, problem } = await withArgs(places, false, async (args) => {
        const sources = await findCollections(places, channelId, args, work.signal);
        const asked: Asked[] = sources.found.map((source) => ({
          id: source.id,
          name: source.name,
          ask: () => refreshPlaylist(source, sourcePlaces(places), { args, signal: work.signal }),
        }));
        return { outcome: await askSources('Reading playlists', asked, places.asking.pause, work), problem: sources.problem };
      });
      const end = await readAgain(places, archive.videos.idsOfChannel(channelId), work);
      return {
        level: outcome.failed.length > 0 ? 'error' : end.level,
        lines: [...end.lines, ...linesOf(outcome), ...(problem === null ? [] : [problem])],
      };
    },
  };
}

async function ask(places: RefreshPlaces, { video, channel, playlist }: Members, work: TaskWork): Promise<AskedSources> {
  const { archive } = places;
  const source = sourcePlaces(places);
  const folders = [...archive.videos.mediaFilesOf(video).values()].map((file) => path.posix.dirname(file));
  await clearUnfinished(places.library, [...folders, ...channel.map(archive.folders.ofChannel), ...playlist.map(archive.folders.ofPlaylist)]);
  return withArgs(places, true, (args) => {
    const once = { args, signal: work.signal };
    const asked: Asked[] = [
      ...channel.map((id): Asked => {
        const row = archive.channels.find(id);
        const from = { id, address: row?.sourceUrl ?? null, folder: archive.folders.ofChannel(id) };
        return { id, name: row?.name ?? id, ask: async () => noted(id, await refreshChannel(from, source, once), archive.channels) };
      }),
      ...playlist.map((id): Asked => {
        const row = archive.playlists.find(id);
        const from = { id, address: row?.kind === 'custom' ? null : (row?.sourceUrl ?? null), folder: archive.folders.ofPlaylist(id) };
        return { id, name: row?.name ?? id, ask: async () => noted(id, await refreshPlaylist(from, source, once), archive.playlists) };
      }),
      ...video.map((id): Asked => {
        const row = archive.videos.find(id);
        return { id, name: row?.title ?? id, ask: async () => (row ? refreshOne(places, row, 'everything', once) : { kind: 'no-source' }) };
      }),
    ];
    return askSources('Asking the sources', asked, places.asking.pause, work);
  });
}

/** Refreshes one video from its source, with what external services know of it if they are enabled. */
export function refreshOne(
  places: RefreshPlaces,
  row: VideoRow,
  what: 'everything' | 'picture',
  once: Pick<RefreshOptions, 'args' | 'signal'>,
): Promise<Refresh> {
  const { archive, outside } = places;
  const channel = archive.channels.find(row.channelId);
  const { integrate_sponsorblock: segments, integrate_ryd: dislikes } = archive.appSettings.get().downloads;
  const own = channel?.overwrites?.['integrate_sponsorblock'];
  const wanted = { segments: typeof own === 'boolean' ? own : segments, dislikes };
  return refreshVideo(row, sourcePlaces(places), {
    ...once,
    what,
    known: () => knownDescription(row, channel, archive.comments.of(row.videoId)),
    // In downloads an unavailable service is logged; here the old facts simply stay.
    complete: (file, info) => completeDescription({ outside, log: logOf(() => undefined) }, file, info, null, wanted),
  });
}

interface Collections {
  setActive(id: string, isActive: boolean): void;
  markRefreshed(id: string): void;
}

/** Failures that another try would not change also count as refreshed: otherwise they would come first in every run. */
function noted(id: string, outcome: Refresh, { setActive, markRefreshed }: Collections): Refresh {
  if (outcome.kind === 'gone' || outcome.kind === 'fresh') setActive(id, outcome.kind === 'fresh');
  if (!(outcome.kind === 'failed' && isForLater(outcome.why))) markRefreshed(id);
  return outcome;
}

/** Lends the cookie for as long as `work` takes. */
export function withArgs<Value>({ archive, asking }: RefreshPlaces, withComments: boolean, work: (args: string[]) => Promise<Value>): Promise<Value> {
  return asking.withCredentials((credentials) => work(askingArgs(archive.appSettings.get().downloads, credentials, { withComments })));
}

export function sourcePlaces({ ytDlp, keeping, workFolder, ffmpeg }: RefreshPlaces): SourcePlaces {
  return { ytDlp, keeping, workFolder: path.join(workFolder, 'refresh'), hasFfmpeg: ffmpeg !== null };
}

function linesOf({ gone, problems, failed, notice }: AskedSources): string[] {
  return [
    ...(gone.length > 0 ? [`${gone.length === 1 ? '1 is' : `${gone.length} are`} gone at the source. What is here stays watchable.`] : []),
    ...problems,
    ...(failed.length > problems.length && notice === null ? [`… and ${failed.length - problems.length} more.`] : []),
    ...(notice === null ? [] : [notice]),
  ];
}

export async function readAgain({ archive, library, turns }: LibraryWork, videoIds: string[], { say, signal }: TaskWork): Promise<TaskEnd> {
  const subject = videoIds.length === 0 ? 'Looking at the library' : `Reading ${counted(videoIds.length)} again`;
  say([subject]);
  const catalogue = createSqliteCatalogue(archive.database);
  for (let start = 0; start < videoIds.length; start += idsInOneTurn) {
    catalogue.rememberSidecars(new Map(videoIds.slice(start, start + idsInOneTurn).map((id) => [id, ''])));
    await nextTurn();
  }
  const importer = createImporter({
    root: library,
    catalogue,
    log: () => undefined,
    onProgress: (done, total) => say([subject, `${done} of ${total} files`], done / total),
  });
  const report = await turns.pass(signal, (own) => importer.run(own));
  const files = archive.videos.mediaFilesOf(videoIds);
  const paths = new Set(files.values());
  const refused = report.problems.filter(({ file }) => paths.has(file));
  const gone = new Set(videoIds).size - files.size;
  return {
    level: refused.length > 0 ? 'error' : 'info',
    lines: [
      `${counted(files.size - refused.length)} refreshed.`,
      ...(gone > 0 ? [`${counted(gone)} missing: the file was not found.`] : []),
      ...refused.slice(0, mostProblems).map(({ file, reason }) => `${file}: ${reason}`),
    ],
  };
}

function notThere(ids: string[]): string {
  return `Not in this archive: ${ids.join(', ')}.`;
}

function counted(videos: number): string {
  return videos === 1 ? '1 video' : `${videos} videos`;
}

function daysAgo(days: number): number {
  return Math.floor(Date.now() / 1000) - days * 86_400;
}
