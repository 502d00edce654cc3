// Adding to the queue: what a person wrote is looked at, one address after another, and what is found becomes items. Begun again
// after a crash it passes over what it had added.
import type { Archive } from '../archive/archive.ts';
import type { AddOptions } from '../archive/downloads.ts';
import type { Asking } from '../downloader/asking.ts';
import { createCollector, NoProgram, type Collected } from '../downloader/collect.ts';
import { entryOfVideo, isList } from '../downloader/found-videos.ts';
import { linkOf, type KnownAddresses } from '../downloader/written-links.ts';
import { titleOf } from './task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from './tasks.ts';

export interface ExtractInput {
  /** Words: links, ids, handles. */
  written: string[];
  isFlat: boolean;
  options: AddOptions;
  /** Ids that are ignored already, of which nothing else is known. */
  nameless?: string[];
}

export interface ExtractPlaces {
  archive: Archive;
  asking: Asking;
  /** Starts the download of what is to start at once. */
  startDownloads(): void;
}

/** A notification shows so many. */
const mostProblems = 5;

export function extractDownload(places: ExtractPlaces): TaskKind {
  const collect = createCollector(places);
  return {
    name: 'extract_download',
    title: titleOf('extract_download'),
    group: 'download:add',
    canStartByName: false,
    canStop: true,
    isAlwaysResumed: true,
    async run(input, work) {
      const { written, isFlat, options, nameless = [] } = input as ExtractInput;
      if (nameless.length > 0) await describe(places, nameless, work);
      if (nameless.length > 0) return { level: 'info', lines: [`${nameless.length === 1 ? '1 video' : `${nameless.length} videos`} ignored.`] };
      if (written.length === 0) return { level: 'error', lines: ['There was no link in it.'] };
      const sum: Collected = { added: 0, movedUp: 0, known: 0, problems: [] };
      const end = (last: string[] = []): TaskEnd => endOf(sum, [...(work.signal.aborted ? ['Stopped.'] : []), ...last]);
      for (const [place, word] of written.entries()) {
        if (work.signal.aborted) break;
        const link = linkOf(word, knownAddresses(places.archive));
        if (!link.ok) {
          sum.problems.push(link.words);
          continue;
        }
        try {
          const one = await collect(
            link.address,
            link.videoId,
            { ...options, isFlat },
            {
              signal: work.signal,
              onStep(subject, { added }) {
                const lines = [subject, `${sum.added + added} added${written.length === 1 ? '' : `, ${place + 1} of ${written.length} links`}`];
                work.say(lines, place / written.length);
              },
            },
          );
          sum.added += one.added;
          sum.movedUp += one.movedUp;
          sum.known += one.known;
          sum.problems.push(...one.problems);
        } catch (error) {
          if (!(error instanceof NoProgram)) throw error;
          return { level: 'error', lines: [error.message] };
        }
      }
      if (options.isAutoStart && sum.added + sum.movedUp > 0 && !work.ending.aborted) places.startDownloads();
      return end();
    },
  };
}

/** Without yt-dlp, or when nobody knows it there, its id has to do. */
async function describe({ archive, asking }: ExtractPlaces, videoIds: string[], { signal }: TaskWork): Promise<void> {
  for (const id of videoIds) {
    const link = linkOf(id, knownAddresses(archive));
    const extraction = link.ok ? await asking.look(link.address, {}, signal) : null;
    const entry = link.ok && extraction?.ok && !isList(extraction.info) ? entryOfVideo(extraction.info, link.address, null) : null;
    if (entry?.videoId === id) archive.downloads.describe(entry);
  }
}

function knownAddresses(archive: Archive): KnownAddresses {
  return {
    video: (id) => archive.downloadRuns.addressOf(id),
    channel: (id) => archive.channels.find(id)?.sourceUrl ?? null,
    playlist: (id) => archive.playlists.find(id)?.sourceUrl ?? null,
  };
}

function endOf({ added, movedUp, known, problems }: Collected, last: string[]): TaskEnd {
  const parts = [`${added} added to the queue`, ...(movedUp > 0 ? [`${movedUp} moved to the front`] : []), ...(known > 0 ? [`${known} known already`] : [])];
  return {
    level: problems.length > 0 ? 'error' : 'info',
    lines: [
      `${parts.join(', ')}.`,
      ...problems.slice(0, mostProblems),
      ...(problems.length > mostProblems ? [`… and ${problems.length - mostProblems} more.`] : []),
      ...last,
    ],
  };
}
