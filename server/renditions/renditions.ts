// Makes renditions on request and keeps the most recently used ones. Each rendition is in its own folder, named after its video and the
// file's path, size and time. At its start the server discards renditions that were unfinished when the last process ended. ffmpeg is
// killed when the server ends, when the video is deleted, and when nobody has read its rendition for a while.
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { VideoRow } from '../archive/video-rows.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { Log } from '../log/log.ts';
import { createSpaceReservations, type SpaceReservations, type Reservation } from '../media-files/space-reservations.ts';
import { createFfmpegLimiter, type FfmpegLimiter } from '../media-files/ffmpeg-limiter.ts';
import { ffmpegArguments, lacksPresentationTimestamps, needsRendition, playlistName } from './hls-plan.ts';
import { isComplete, listStoredRenditions, removeUnfinished } from './stored-renditions.ts';
import { hasReorderedFrames, runFfmpeg } from './run-ffmpeg.ts';

export interface RenditionOptions {
  /** A folder in the data folder that contains nothing but renditions. */
  folder: string;
  library: Pick<LibraryPlaces, 'find'>;
  /** Absolute paths; null if not installed. */
  programs: { ffmpeg: string | null; ffprobe: string | null };
  log: Log;
  /** The limiter and the reservations are shared with all other code that runs ffmpeg or fills the disk. */
  ffmpegLimiter?: FfmpegLimiter;
  spaceReservations?: SpaceReservations;
  limits?: Partial<RenditionLimits>;
}

export interface RenditionLimits {
  /** Limit for all kept renditions. A rendition is about as large as its file. */
  maxBytes: number;
  /** How much stays free on the disk for everything else. */
  spareBytes: number;
  /** A player requests a growing list every few seconds, even while paused. After this time without a request, it counts as gone. */
  idleMs: number;
  /** The longest wait for the list or for one of its files. It allows for a slow disk, or for other renditions before this one. */
  maxWaitMs: number;
}

const defaultLimits: RenditionLimits = { maxBytes: 12 * 1024 ** 3, spareBytes: 1024 ** 3, idleMs: 30_000, maxWaitMs: 20_000 };

/** How long a request for a list waits for the complete list, which tells a player the duration. Most files are copied within this time. */
const completeWaitMs = 600;
/** A rendition that failed is tried again only after this time. */
const retryAfterMs = 60_000;
const pollMs = 40;

export interface Renditions {
  /** Contains all renditions. */
  folder: string;
  isOffered(video: VideoRow): boolean;
  /** ffmpeg's list so far, with at least one segment; null if there is no rendition, or no segment within `maxWaitMs`. */
  playlist(video: VideoRow): Promise<string | null>;
  /** Absolute path of one of the rendition's files; null if the file does not exist within `maxWaitMs`, or if there is no rendition. */
  file(video: VideoRow, name: string): Promise<string | null>;
  /** Deletes the renditions of a deleted video, without waiting for other renditions. */
  forget(videoId: string): Promise<void>;
  close(): Promise<void>;
}

interface RenditionJob {
  renditionFolder: string;
  /** Approximate final size. */
  bytes: number;
  state: 'pending' | 'complete' | 'failed';
  /** Whether disk space for the rendition is reserved. */
  isReserved: boolean;
  /** Whether the video was deleted, or nobody reads the rendition. In both cases ffmpeg must not be started. */
  isForgotten: boolean;
  /** The running ffmpeg. */
  child: ChildProcess | null;
  failedAtMs: number;
  lastReadMs: number;
  completion: Promise<void>;
}

export function createRenditions(options: RenditionOptions): Renditions {
  const { folder, library, programs, log, ffmpegLimiter = createFfmpegLimiter(), spaceReservations = createSpaceReservations() } = options;
  const limits = { ...defaultLimits, ...options.limits };
  // Evictions are decided one at a time, because each counts the final sizes of the renditions before it.
  const serialize = pLimit(1);
  const jobs = new Map<string, RenditionJob>();
  const stopController = new AbortController();
  const cleanup = programs.ffmpeg === null ? Promise.resolve() : removeUnfinished(folder);
  const unreadTimer = setInterval(stopUnread, limits.idleMs / 3);
  unreadTimer.unref();

  const isOffered = (video: VideoRow): boolean => programs.ffmpeg !== null && video.mediaSize <= limits.maxBytes && needsRendition(video);

  async function openJob(video: VideoRow): Promise<RenditionJob | null> {
    const media = isOffered(video) ? await library.find(video.mediaFile) : null;
    if (media === null || stopController.signal.aborted) return null;
    await cleanup;
    const { size, mtimeMs } = await stat(media);
    const version = createHash('sha256').update(`${video.mediaFile} ${size} ${mtimeMs}`).digest('base64url').slice(0, 22);
    const key = `${video.videoId}.${version}`;
    const existingJob = jobs.get(key);
    const mayRetry = existingJob?.state === 'failed' && performance.now() - existingJob.failedAtMs > retryAfterMs;
    const job = existingJob && !mayRetry ? existingJob : startJob(key, video, media);
    job.lastReadMs = performance.now();
    return job;
  }

  function startJob(key: string, video: VideoRow, media: string): RenditionJob {
    const job: RenditionJob = {
      renditionFolder: path.join(folder, key),
      bytes: video.mediaSize,
      state: 'pending',
      isReserved: false,
      isForgotten: false,
      child: null,
      failedAtMs: 0,
      lastReadMs: performance.now(),
      completion: Promise.resolve(),
    };
    jobs.set(key, job);
    job.completion = makeRendition(key, job, video, media);
    return job;
  }

  async function makeRendition(key: string, job: RenditionJob, video: VideoRow, media: string): Promise<void> {
    const { renditionFolder } = job;
    if (await isComplete(renditionFolder)) {
      // Eviction uses the folder's modification time as the time of the last use.
      await utimes(renditionFolder, new Date(), new Date()).catch(() => undefined);
      job.state = 'complete';
      return;
    }
    const message = await runJob(job, video, media).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    const wasEnded = job.child?.killed === true || job.isForgotten || stopController.signal.aborted;
    job.child = null;
    if (message === null) {
      job.state = 'complete';
      return;
    }
    job.state = 'failed';
    job.failedAtMs = performance.now();
    // After `forget`, the folder may belong to a later job of the same file.
    const isCurrent = (jobs.get(key) ?? job) === job;
    if (isCurrent) await rm(renditionFolder, { recursive: true, force: true }).catch(() => undefined); // the next start discards incomplete ones
    if (!wasEnded) log.error(`The HLS stream of ${video.mediaFile} could not be made: ${message}`);
    else if (jobs.get(key) === job) jobs.delete(key);
  }

  /** Runs ffmpeg. Returns null if the rendition is complete, otherwise the reason why it is not. */
  async function runJob(job: RenditionJob, video: VideoRow, media: string): Promise<string | null> {
    return ffmpegLimiter.interactive(async () => {
      if (stopController.signal.aborted) return 'the server is stopping';
      if (job.isForgotten || isUnread(job)) return markForgotten(job);
      const reservation = await serialize(() => reserveSpace(job));
      try {
        await rm(job.renditionFolder, { recursive: true, force: true });
        await mkdir(job.renditionFolder, { recursive: true });
        const isVideoCopied = !lacksPresentationTimestamps(video.mediaFile) || !(await hasReorderedFrames(programs.ffprobe, media));
        if (stopController.signal.aborted) return 'the server is stopping';
        if (job.isForgotten) return markForgotten(job);
        const { child, outcome } = runFfmpeg(programs.ffmpeg ?? '', ffmpegArguments(video, media, isVideoCopied), job.renditionFolder);
        job.child = child;
        return await outcome;
      } finally {
        reservation.release();
      }
    });
  }

  const isUnread = ({ lastReadMs }: RenditionJob): boolean => performance.now() - lastReadMs > limits.idleMs;

  /** Marks a job whose turn has come, but for which nobody is waiting any more. Returns the reason. */
  function markForgotten(job: RenditionJob): string {
    job.isForgotten = true;
    return 'nobody is waiting for it';
  }

  /** Evicts the least recently used renditions until this one fits, then reserves its space. @throws if it does not fit */
  async function reserveSpace(job: RenditionJob): Promise<Reservation> {
    const { renditionFolder, bytes } = job;
    await mkdir(folder, { recursive: true });
    const storedRenditions = (await listStoredRenditions(folder)).toSorted((one, other) => one.lastUsedAtMs - other.lastUsedAtMs);
    const ownKey = path.basename(renditionFolder);
    const bytesByKey = new Map(storedRenditions.map((rendition) => [rendition.key, rendition.bytes]));
    // Renditions being made count with their final size; those in the queue are checked when they start.
    for (const [key, otherJob] of jobs)
      if (otherJob.isReserved && otherJob.state === 'pending') bytesByKey.set(key, Math.max(otherJob.bytes, bytesByKey.get(key) ?? 0));
    bytesByKey.delete(ownKey);
    let total = [...bytesByKey.values()].reduce((sum, size) => sum + size, 0);
    for (const { key, bytes: size } of storedRenditions) {
      if (total + bytes <= limits.maxBytes) break;
      if (key === ownKey) continue;
      const otherJob = jobs.get(key);
      if (otherJob && (otherJob.state === 'pending' || performance.now() - otherJob.lastReadMs <= limits.idleMs)) continue;
      jobs.delete(key);
      await rm(path.join(folder, key), { recursive: true, force: true });
      total -= size;
    }
    const outcome = await spaceReservations.reserve({ folder, bytes, spareBytes: limits.spareBytes });
    if (!outcome.ok) throw new Error('there is too little space on the disk.');
    if (total + bytes > limits.maxBytes) {
      outcome.reservation.release();
      throw new Error('the limit for the size of all HLS streams leaves no space for this one.');
    }
    job.isReserved = true;
    return outcome.reservation;
  }

  function stopUnread(): void {
    for (const [key, { state, child, lastReadMs }] of jobs) {
      if (performance.now() - lastReadMs <= limits.idleMs) continue;
      if (state === 'pending') child?.kill('SIGKILL');
      else if (state === 'complete') jobs.delete(key);
    }
  }

  /** Polls until there is an answer, the rendition is complete or has failed, or the wait has taken too long. */
  async function waitFor<Value>(job: RenditionJob, poll: (waitedMs: number) => Promise<Value | null>): Promise<Value | null> {
    const startedAtMs = performance.now();
    for (;;) {
      // The state is read before polling. Otherwise a file written between the poll and the end of ffmpeg would be missed.
      const hasEnded = job.state !== 'pending';
      job.lastReadMs = performance.now();
      const answer = await poll(hasEnded ? Infinity : performance.now() - startedAtMs);
      if (answer !== null || hasEnded || performance.now() - startedAtMs > limits.maxWaitMs) return answer;
      await pause(pollMs);
    }
  }

  return {
    folder,
    isOffered,
    async playlist(video) {
      const job = await openJob(video);
      return (
        job &&
        waitFor(job, async (waitedMs) => {
          const list = await readFile(path.join(job.renditionFolder, playlistName), 'utf8').catch(() => null); // ffmpeg has not written it yet
          return list !== null && list.includes('#EXTINF') && waitedMs >= completeWaitMs ? list : null;
        })
      );
    },
    async file(video, name) {
      const job = await openJob(video);
      return job && waitFor(job, async () => (existsSync(path.join(job.renditionFolder, name)) ? path.join(job.renditionFolder, name) : null));
    },
    async forget(videoId) {
      const isOfVideo = (key: string): boolean => key.startsWith(`${videoId}.`);
      for (const [key, job] of jobs) {
        if (!isOfVideo(key)) continue;
        job.isForgotten = true;
        job.child?.kill('SIGKILL');
        // A job without a process ends only when its turn comes, perhaps after all other renditions. Such a job is therefore not awaited.
        if (job.child !== null) await job.completion;
        jobs.delete(key);
      }
      for (const { key } of (await listStoredRenditions(folder)).filter((stored) => isOfVideo(stored.key)))
        await rm(path.join(folder, key), { recursive: true, force: true });
    },
    async close() {
      stopController.abort();
      clearInterval(unreadTimer);
      for (const { child } of jobs.values()) child?.kill('SIGKILL');
      await Promise.allSettled([...jobs.values()].map(({ completion }) => completion));
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
