// Makes renditions on request and keeps the latest. Each is in its own folder, named by its video and its file's path, size and time. One unfinished
// when the process ended is discarded at the next start; ffmpeg ends with the server, and when nobody has read for a while.
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { VideoRow } from '../archive/video-rows.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { Log } from '../log/log.ts';
import { createDiskRoom, type DiskRoom, type Room } from '../media-files/disk-room.ts';
import { createFfmpegTurns, type FfmpegTurns } from '../media-files/ffmpeg-turns.ts';
import { ffmpegArguments, mayLackDisplayTimes, needsRendition, playlistName } from './hls-plan.ts';
import { isWhole, keptRenditions, throwAwayUnfinished } from './kept.ts';
import { hasReorderedFrames, runFfmpeg } from './run-ffmpeg.ts';

export interface RenditionOptions {
  /** Of the data folder; everything in it is ours. */
  folder: string;
  library: Pick<LibraryPlaces, 'find'>;
  /** Absolute paths; null: not installed. */
  programs: { ffmpeg: string | null; ffprobe: string | null };
  log: Log;
  /** Shared with everything that runs ffmpeg or fills the disk. */
  ffmpegTurns?: FfmpegTurns;
  diskRoom?: DiskRoom;
  limits?: Partial<RenditionLimits>;
}

export interface RenditionLimits {
  /** Limit for all kept renditions. A rendition is about as large as its file. */
  mostBytes: number;
  /** Left free on the disk for everything else. */
  spareBytes: number;
  /** A player requests a growing list every few seconds, even while paused: silence means that it is gone. */
  idleMs: number;
  /** Until the first segment: allows for a slow disk, or others before this one. */
  longestWaitMs: number;
}

const usualLimits: RenditionLimits = { mostBytes: 12 * 1024 ** 3, spareBytes: 1024 ** 3, idleMs: 30_000, longestWaitMs: 20_000 };

/** Most files are copied in a moment: then the first answer has the complete list, and a player knows at once where the end is. */
const waitForWholeMs = 600;
/** A file that ffmpeg refused is not retried at each request. */
const refusedForMs = 60_000;
const lookMs = 40;

export interface Renditions {
  /** Contains all renditions. */
  folder: string;
  isOffered(video: VideoRow): boolean;
  /** ffmpeg's list so far, at least one segment; null: it cannot be made. */
  playlist(video: VideoRow): Promise<string | null>;
  /** Absolute path of a file of the rendition; null: none of this name. */
  file(video: VideoRow, name: string): Promise<string | null>;
  /** Call when a video was deleted. */
  forget(videoId: string): Promise<void>;
  close(): Promise<void>;
}

interface Making {
  place: string;
  /** Approximate final size. */
  bytes: number;
  state: 'coming' | 'whole' | 'refused';
  /** Its disk space is reserved. */
  hasRoom: boolean;
  /** Its video was deleted, or nobody reads it: must not be started. */
  isForgotten: boolean;
  /** While ffmpeg runs. */
  child: ChildProcess | null;
  refusedAtMs: number;
  lastReadMs: number;
  ended: Promise<void>;
}

export function createRenditions(options: RenditionOptions): Renditions {
  const { folder, library, programs, log, ffmpegTurns = createFfmpegTurns(), diskRoom = createDiskRoom() } = options;
  const limits = { ...usualLimits, ...options.limits };
  // Evictions are decided one at a time: each counts the final sizes of those before it.
  const inTurn = pLimit(1);
  const makings = new Map<string, Making>();
  const stopping = new AbortController();
  const cleaned = programs.ffmpeg === null ? Promise.resolve() : throwAwayUnfinished(folder);
  const watch = setInterval(endUnread, limits.idleMs / 3);
  watch.unref();

  const isOffered = (video: VideoRow): boolean => programs.ffmpeg !== null && video.mediaSize <= limits.mostBytes && needsRendition(video);

  async function open(video: VideoRow): Promise<Making | null> {
    const media = isOffered(video) ? await library.find(video.mediaFile) : null;
    if (media === null || stopping.signal.aborted) return null;
    await cleaned;
    const { size, mtimeMs } = await stat(media);
    const version = createHash('sha256').update(`${video.mediaFile} ${size} ${mtimeMs}`).digest('base64url').slice(0, 22);
    const key = `${video.videoId}.${version}`;
    const known = makings.get(key);
    const isForgiven = known?.state === 'refused' && Date.now() - known.refusedAtMs > refusedForMs;
    const making = known && !isForgiven ? known : begin(key, video, media);
    making.lastReadMs = Date.now();
    return making;
  }

  function begin(key: string, video: VideoRow, media: string): Making {
    const making: Making = {
      place: path.join(folder, key),
      bytes: video.mediaSize,
      state: 'coming',
      hasRoom: false,
      isForgotten: false,
      child: null,
      refusedAtMs: 0,
      lastReadMs: Date.now(),
      ended: Promise.resolve(),
    };
    makings.set(key, making);
    making.ended = make(key, making, video, media);
    return making;
  }

  async function make(key: string, making: Making, video: VideoRow, media: string): Promise<void> {
    const { place } = making;
    if (await isWhole(place)) {
      // Renditions are evicted by last use.
      await utimes(place, new Date(), new Date()).catch(() => undefined);
      making.state = 'whole';
      return;
    }
    const words = await written(making, video, media).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    const wasEnded = making.child?.killed === true || making.isForgotten || stopping.signal.aborted;
    making.child = null;
    if (words === null) {
      making.state = 'whole';
      return;
    }
    making.state = 'refused';
    making.refusedAtMs = Date.now();
    await rm(place, { recursive: true, force: true }).catch(() => undefined); // the next start discards incomplete ones
    if (wasEnded) makings.delete(key);
    else log.error(`HLS of ${video.mediaFile} could not be made: ${words}`);
  }

  /** Null: it is complete; else why not. */
  async function written(making: Making, video: VideoRow, media: string): Promise<string | null> {
    return ffmpegTurns.now(async () => {
      if (stopping.signal.aborted) return 'the server ends';
      if (making.isForgotten || isUnread(making)) return forgotten(making);
      const room = await inTurn(() => makeRoom(making));
      try {
        await rm(making.place, { recursive: true, force: true });
        await mkdir(making.place, { recursive: true });
        const isVideoCopied = !mayLackDisplayTimes(video.mediaFile) || !(await hasReorderedFrames(programs.ffprobe, media));
        if (stopping.signal.aborted) return 'the server ends';
        if (making.isForgotten) return forgotten(making);
        const { child, outcome } = runFfmpeg(programs.ffmpeg ?? '', ffmpegArguments(video, media, isVideoCopied), making.place);
        making.child = child;
        return await outcome;
      } finally {
        room.giveBack();
      }
    });
  }

  const isUnread = ({ lastReadMs }: Making): boolean => Date.now() - lastReadMs > limits.idleMs;

  /** Its turn came, but nobody is waiting any more. */
  function forgotten(making: Making): string {
    making.isForgotten = true;
    return 'nobody reads it';
  }

  /** Evicts the least recently read until the next one fits. */
  async function makeRoom(making: Making): Promise<Room> {
    const { place, bytes } = making;
    await mkdir(folder, { recursive: true });
    const kept = (await keptRenditions(folder)).toSorted((one, other) => one.readAtMs - other.readAtMs);
    const own = path.basename(place);
    const keptBytes = new Map(kept.map((rendition) => [rendition.key, rendition.bytes]));
    // Those being made count with their final size; those waiting for their turn check for themselves.
    for (const [key, making] of makings) if (making.hasRoom && making.state === 'coming') keptBytes.set(key, Math.max(making.bytes, keptBytes.get(key) ?? 0));
    keptBytes.delete(own);
    let total = [...keptBytes.values()].reduce((sum, size) => sum + size, 0);
    for (const { key, bytes: size } of kept) {
      if (total + bytes <= limits.mostBytes) break;
      if (key === own) continue;
      const making = makings.get(key);
      if (making && (making.state === 'coming' || Date.now() - making.lastReadMs <= limits.idleMs)) continue;
      makings.delete(key);
      await rm(path.join(folder, key), { recursive: true, force: true });
      total -= size;
    }
    const outcome = await diskRoom.reserve({ folder, bytes, spareBytes: limits.spareBytes });
    if (!outcome.ok) throw new Error('there is too little room on the disk.');
    if (total + bytes > limits.mostBytes) {
      outcome.room.giveBack();
      throw new Error('others that somebody watches fill the space for renditions.');
    }
    making.hasRoom = true;
    return outcome.room;
  }

  function endUnread(): void {
    for (const [key, { state, child, lastReadMs }] of makings) {
      if (Date.now() - lastReadMs <= limits.idleMs) continue;
      if (state === 'coming') child?.kill('SIGKILL');
      else if (state === 'whole') makings.delete(key);
    }
  }

  /** Polls until there is an answer, the rendition is complete, or it has taken too long. */
  async function until<Value>(making: Making, look: (waitedMs: number) => Promise<Value | null>): Promise<Value | null> {
    const from = Date.now();
    for (;;) {
      // In this order: what came between the look and the end would otherwise be missed.
      const isReady = making.state !== 'coming';
      making.lastReadMs = Date.now();
      const found = await look(isReady ? Infinity : Date.now() - from);
      if (found !== null || isReady || Date.now() - from > limits.longestWaitMs) return found;
      await pause(lookMs);
    }
  }

  return {
    folder,
    isOffered,
    async playlist(video) {
      const making = await open(video);
      return (
        making &&
        until(making, async (waitedMs) => {
          const list = await readFile(path.join(making.place, playlistName), 'utf8').catch(() => null); // ffmpeg has not written it yet
          return list !== null && list.includes('#EXTINF') && waitedMs >= waitForWholeMs ? list : null;
        })
      );
    },
    async file(video, name) {
      const making = await open(video);
      return making && until(making, async () => (existsSync(path.join(making.place, name)) ? path.join(making.place, name) : null));
    },
    async forget(videoId) {
      const isOfVideo = (key: string): boolean => key.startsWith(`${videoId}.`);
      for (const [key, making] of makings) {
        if (!isOfVideo(key)) continue;
        making.isForgotten = true;
        making.child?.kill('SIGKILL');
        await making.ended;
        makings.delete(key);
      }
      for (const { key } of (await keptRenditions(folder)).filter((kept) => isOfVideo(kept.key)))
        await rm(path.join(folder, key), { recursive: true, force: true });
    },
    async close() {
      stopping.abort();
      clearInterval(watch);
      for (const { child } of makings.values()) child?.kill('SIGKILL');
      await Promise.allSettled([...makings.values()].map(({ ended }) => ended));
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
