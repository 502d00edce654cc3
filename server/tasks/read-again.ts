// Metadata anew, from what lies in the library: descriptions, media headers, pictures, subtitles. The files are forgotten as
// known, and an import pass reads them like new ones; so a crash in between is finished by the next start's import.
import type { Archive } from '../archive/archive.ts';
import { createSqliteCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { nextTurn } from '../library/bounded.ts';
import { createImporter } from '../library/import-pass.ts';
import type { Turns } from '../library/turns.ts';
import { titleOf } from './task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from './tasks.ts';

export interface LibraryPlaces {
  archive: Archive;
  libraryFolder: string;
  turns: Turns;
}

export interface ReindexInput {
  video: string[];
  channel: string[];
  playlist: string[];
  /** Also all videos of the channels and playlists; else one of each, which is enough to read the channel or playlist anew. */
  extractVideos: boolean;
}

/** A notification shows so many. */
const mostProblems = 5;
/** About 10 ms of SQLite. */
const idsInOneTurn = 250;
/** Without ids: what was not looked at for so long. */
const regularDays = 90;

export function checkReindex(places: LibraryPlaces): TaskKind {
  return {
    name: 'check_reindex',
    title: titleOf('check_reindex'),
    group: 'reindex:run',
    canStartByName: false,
    canStop: false,
    async run(input, work) {
      const { archive } = places;
      const { video, channel, playlist, extractVideos } = input as ReindexInput;
      if (video.length + channel.length + playlist.length === 0) return readAgain(places, archive.videos.idsRefreshedBefore(daysAgo(regularDays)), work);
      const members = [
        ...channel.map((id) => ({ id, isThere: archive.channels.find(id) !== null, videoIds: archive.videos.idsOfChannel(id) })),
        ...playlist.map((id) => ({ id, isThere: archive.playlists.has(id), videoIds: archive.videos.idsOfPlaylist(id) })),
        ...video.map((id) => ({ id, isThere: archive.videos.find(id) !== null, videoIds: [id] })),
      ];
      const missing = members.filter(({ isThere }) => !isThere).map(({ id }) => id);
      const videoIds = members.filter(({ isThere }) => isThere).flatMap((member) => (extractVideos ? member.videoIds : member.videoIds.slice(0, 1)));
      if (missing.length === members.length) return { level: 'error', lines: [notThere(missing)] };
      const end = await readAgain(places, videoIds, work);
      return missing.length === 0 ? end : { level: 'error', lines: [...end.lines, notThere(missing)] };
    },
  };
}

export function indexPlaylists(places: LibraryPlaces): TaskKind {
  return {
    name: 'index_playlists',
    title: titleOf('index_playlists'),
    group: 'channel:indexplaylist',
    canStartByName: false,
    canStop: false,
    run(input, work) {
      const { channelId } = input as { channelId: string };
      places.archive.removed.readPlaylistsAgain(channelId);
      return readAgain(places, places.archive.videos.idsOfChannel(channelId), work);
    },
  };
}

async function readAgain({ archive, libraryFolder, turns }: LibraryPlaces, videoIds: string[], { say, signal }: TaskWork): Promise<TaskEnd> {
  say([`Reading ${counted(videoIds.length)} again`]);
  const catalogue = createSqliteCatalogue(archive.database);
  for (let start = 0; start < videoIds.length; start += idsInOneTurn) {
    catalogue.rememberSidecars(new Map(videoIds.slice(start, start + idsInOneTurn).map((id) => [id, ''])));
    await nextTurn();
  }
  const importer = createImporter({
    root: libraryFolder,
    catalogue,
    log: () => undefined,
    onProgress: (done, total) => say([`Reading ${counted(videoIds.length)} again`, `${done} of ${total} files`], done / total),
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
      ...(gone > 0 ? [`${counted(gone)} without a file left the archive.`] : []),
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
