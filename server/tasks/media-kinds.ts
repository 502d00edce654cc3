// Adds missing pictures, and embeds metadata and pictures into the media files themselves.
import path from 'node:path';
import type { DiskRoom } from '../media-files/disk-room.ts';
import type { FfmpegTurns } from '../media-files/ffmpeg-turns.ts';
import { embed } from '../media-files/embed.ts';
import { takeFrame } from '../media-files/frame-picture.ts';
import { refreshChannel } from '../source/refresh-collection.ts';
import { clearUnfinished, NotWritable } from '../source/write-into-library.ts';
import { askSources, type Asked } from './ask-sources.ts';
import { readAgain, refreshOne, sourcePlaces, withArgs, type RefreshPlaces } from './read-again.ts';
import { titleOf } from './task-titles.ts';
import type { TaskEnd, TaskKind, TaskWork } from './tasks.ts';

export interface MediaPlaces extends RefreshPlaces {
  ffprobe: string | null;
  ffmpegTurns: FfmpegTurns;
  diskRoom: DiskRoom;
}

/** A notification shows this many. */
const mostProblems = 5;
const withoutFfmpeg = 'Embedding needs the program ffmpeg, which is not installed on the server. On Debian and Ubuntu: `apt install ffmpeg`.';

export function mediaKinds(places: MediaPlaces): TaskKind[] {
  const common = { canStartByName: true, canStop: false };
  const embedding = (name: string, what: 'everything' | 'picture'): TaskKind => ({
    ...common,
    name,
    title: titleOf(name),
    group: 'setting:thumbnailsync',
    run: (_input, work) => embedAll(places, what, work),
  });
  return [
    {
      ...common,
      name: 'thumbnail_check',
      title: titleOf('thumbnail_check'),
      group: 'setting:thumbnailcheck',
      run: (_input, work) => checkPictures(places, work),
    },
    embedding('resync_metadata', 'everything'),
    // The older name, from when only pictures were embedded.
    embedding('resync_thumbs', 'picture'),
  ];
}

async function checkPictures(places: MediaPlaces, work: TaskWork): Promise<TaskEnd> {
  const { archive, library, keeping, ffmpeg } = places;
  const source = sourcePlaces(places);
  const videos = archive.videos.idsWithoutPicture();
  const channels = archive.channels.idsWithoutPicture();
  if (videos.length + channels.length === 0) return { level: 'info', lines: ['Every video and every channel has a picture.'] };
  const found = new Set<string>();
  const outcome = await withArgs(places, false, (args) => {
    const asked: Asked[] = [
      ...channels.map((id): Asked => {
        const row = archive.channels.find(id);
        const from = { id, address: row?.sourceUrl ?? null, folder: archive.folders.ofChannel(id) };
        return { id, name: row?.name ?? id, ask: () => refreshChannel(from, source, { args, signal: work.signal }) };
      }),
      ...videos.map((id): Asked => {
        const row = archive.videos.find(id);
        const ask: Asked['ask'] = async () => (row ? refreshOne(places, row, 'picture', { args, signal: work.signal }) : { kind: 'no-source' });
        return {
          id,
          name: row?.title ?? id,
          async ask() {
            const answer = await ask();
            if (answer.kind === 'fresh') found.add(id);
            return answer;
          },
        };
      }),
    ];
    return askSources('Looking for pictures', asked, places.asking.pause, work);
  });
  const problems = [...outcome.problems];
  const left = videos.filter((id) => !found.has(id));
  for (const [place, id] of left.entries()) {
    const row = archive.videos.find(id);
    if (work.signal.aborted || ffmpeg === null) break;
    if (!row) continue;
    work.say(['Taking pictures out of videos', row.title, `${place + 1} of ${left.length}`], place / left.length);
    try {
      const taken = await places.ffmpegTurns.behind(() => takeFrame(row, { library, keeping, workFolder: source.workFolder, ffmpeg }, work.signal));
      if (taken) found.add(id);
    } catch (error) {
      if (!(error instanceof NotWritable)) throw error;
      problems.push(error.message);
    }
  }
  await readAgain(places, [...found], work);
  const missing = archive.videos.idsWithoutPicture().length;
  return {
    level: problems.length > 0 && missing > 0 ? 'error' : 'info',
    lines: [
      `${counted(videos.length - missing, 'picture')} added.`,
      ...(missing > 0 ? [`${counted(missing, 'video')} without a picture.`] : []),
      ...(missing > 0 ? problems.slice(0, mostProblems) : []),
    ],
  };
}

async function embedAll(places: MediaPlaces, what: 'everything' | 'picture', work: TaskWork): Promise<TaskEnd> {
  const { archive, library, keeping, turns, ffmpeg, ffprobe } = places;
  if (ffmpeg === null || ffprobe === null) return { level: 'error', lines: [withoutFfmpeg] };
  const files = archive.videos.mediaFilesOf(archive.videos.allIds());
  const ids = [...files.keys()].filter((id) => keeping.mayWriteBeside(files.get(id) ?? ''));
  const skipped = files.size - ids.length;
  const embedPlaces = { library, turns, diskRoom: places.diskRoom, ffmpeg, ffprobe, workFolder: path.join(places.workFolder, 'embed') };
  await clearUnfinished(
    library,
    ids.map((id) => path.posix.dirname(files.get(id) ?? '')),
  );
  const changed: string[] = [];
  const problems: string[] = [];
  let passedOver = 0;
  for (const [place, id] of ids.entries()) {
    if (work.signal.aborted) break;
    const row = archive.videos.find(id);
    if (!row) continue;
    work.say(['Embedding', row.title, `${place + 1} of ${ids.length}`], place / ids.length);
    const artist = archive.channels.find(row.channelId)?.name ?? row.channelId;
    const embedding = places.ffmpegTurns.behind(() => embed(row, embedPlaces, { artist, what, signal: work.signal }));
    const outcome = await embedding.catch((error: unknown) => {
      if (error instanceof NotWritable) return { kind: 'failed' as const, words: error.message };
      throw error;
    });
    if (outcome.kind === 'embedded') changed.push(id);
    if (outcome.kind === 'passed-over') passedOver += 1;
    if (outcome.kind === 'failed' && !work.signal.aborted) problems.push(`${row.title}: ${outcome.words}`);
  }
  if (changed.length > 0) await readAgain(places, changed, work);
  return {
    level: problems.length > 0 ? 'error' : 'info',
    lines: [
      `${counted(changed.length, 'file')} changed, ${ids.length - changed.length - passedOver - problems.length} had everything.`,
      ...(skipped > 0 ? [leftAlone(skipped)] : []),
      ...(passedOver > 0 ? [`${counted(passedOver, 'file')} of a kind that nothing can be embedded into.`] : []),
      ...problems.slice(0, mostProblems),
      ...(problems.length > mostProblems ? [`… and ${problems.length - mostProblems} more.`] : []),
    ],
  };
}

function leftAlone(files: number): string {
  return `${files === 1 ? '1 file of yours was left as it is' : `${files} files of yours were left as they are`}: writing into them is off (Library, on /admin/).`;
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
