// Makes smaller copies of pictures on request, and keeps them. A copy is named after its original's path, size and time, so a changed picture
// gets a new copy. A copy is written under another name first; what a crash leaves is removed at the next start. Whenever there is no copy,
// the caller sends the original: the reader sees no failure, and a failure is not repeated with each request.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { PictureWidth } from '../../src/contract/picture-widths.ts';
import { fsyncFile } from '../disk/fsync.ts';
import { unfinishedName } from '../disk/unfinished-name.ts';
import type { Log } from '../log/log.ts';
import { runProgram } from '../media-files/run-program.ts';
import type { SpaceReservations } from '../media-files/space-reservations.ts';
import { openKeptPictures, type KeptPictures } from './kept-pictures.ts';
import { headerBytes, readPictureHeader, type PictureHeader } from './picture-header.ts';

export interface ResizedPicturesOptions {
  /** A folder in the data folder that contains nothing but these pictures. */
  folder: string;
  /** Absolute path; null if not installed. */
  ffmpeg: string | null;
  spaceReservations: SpaceReservations;
  log: Log;
  limits?: Partial<ResizedPictureLimits>;
}

export interface ResizedPictureLimits {
  /** Limit for all kept pictures: some 60 000 at the usual size of 15 kB. */
  maxBytes: number;
  /** How much stays free on the disk for everything else. */
  spareBytes: number;
  /** How long a request waits for its picture before it gets the original. Alone, a picture takes 0.1 s to 0.3 s. */
  maxWaitMs: number;
  /** The time after which ffmpeg is killed. */
  timeoutMs: number;
}

export interface ResizedPictures {
  /** Contains all these pictures. */
  folder: string;
  /**
   * Absolute path of the picture in this width.
   * @param file the original's real path, in a folder that may be read
   * @returns null if the original must be sent: it is not wider, a smaller copy would look different, or there is no copy yet
   */
  find(file: string, width: PictureWidth): Promise<string | null>;
  close(): Promise<void>;
}

const defaultLimits: ResizedPictureLimits = { maxBytes: 1024 ** 3, spareBytes: 1024 ** 3, maxWaitMs: 1_000, timeoutMs: 10_000 };
/** One for each of two cores. The limit that other uses of ffmpeg share does not apply, because they may take minutes. */
const maxRuns = 2;
/** The size reserved for one picture; the largest are ten times smaller. */
const reservedBytes = 2 * 1024 * 1024;
/** ffmpeg takes 4 bytes a pixel, so at most 100 MB. */
const maxPixels = 25_000_000;
/** A picture that could not be read or converted is tried again after this time, because the disk or the machine may have been too busy. */
const retryAfterMs = 60 * 60_000;
/** The pause of all attempts after one that would fail for every picture, such as with a full disk. */
const pauseMs = 60_000;
const maxRemembered = 50_000;
/** Part of each name. Change it when `ffmpegArguments` changes, so that pictures are made again. */
const recipe = 'webp-75';

interface Original {
  file: string;
  bytes: number;
  modifiedAt: Date;
}

export function createResizedPictures({ folder, ffmpeg, spaceReservations, log, ...options }: ResizedPicturesOptions): ResizedPictures {
  const limits = { ...defaultLimits, ...options.limits };
  const stopController = new AbortController();
  const limitRuns = pLimit(maxRuns);
  const pendingByName = new Map<string, Promise<void>>();
  /** Until when the original is sent without another attempt, by the copy's name. */
  const originalUntilMs = new Map<string, number>();
  /** How long a run of ffmpeg takes: a moving average. */
  let runMs = 200;
  let pausedUntilMs = 0;
  let lastProblem: string | null = null;
  let keptPictures: Promise<KeptPictures> | null = null;

  function sendOriginal(name: string, forMs: number): void {
    originalUntilMs.set(name, performance.now() + forMs);
    for (const oldest of originalUntilMs.keys()) if (originalUntilMs.size > maxRemembered) originalUntilMs.delete(oldest);
  }

  function pause(problem: string): void {
    pausedUntilMs = performance.now() + pauseMs;
    if (problem !== lastProblem) log.warn(`Pictures are sent in their original size: ${problem}`);
    lastProblem = problem;
  }

  /** Never rejects. */
  async function make(name: string, original: Original, width: PictureWidth): Promise<void> {
    try {
      const header = await readHeader(original.file);
      if (!header) return sendOriginal(name, retryAfterMs);
      if (header.width <= width || header.width * header.height > maxPixels) return sendOriginal(name, Infinity);
      await limitRuns(() => convert(name, original, header, width));
    } catch (error) {
      pause(error instanceof Error ? error.message : String(error));
    }
  }

  /** @throws the system's error if no picture can be written */
  async function convert(name: string, original: Original, header: PictureHeader, width: PictureWidth): Promise<void> {
    if (stopController.signal.aborted || performance.now() < pausedUntilMs) return;
    const target = path.join(folder, name);
    const unfinished = unfinishedName(target);
    await mkdir(folder, { recursive: true });
    const kept = await (keptPictures ??= openKeptPictures(folder, limits.maxBytes).catch((error: unknown) => {
      keptPictures = null;
      throw error;
    }));
    const outcome = await spaceReservations.reserve({ folder, bytes: reservedBytes, spareBytes: limits.spareBytes });
    if (!outcome.ok) return pause('there is too little space on the disk.');
    try {
      // Fails for a folder that cannot be written to. ffmpeg's failure would count as the picture's.
      await writeFile(unfinished, '');
      const startedAtMs = performance.now();
      const programEnd = await runProgram(ffmpeg ?? '', ffmpegArguments(original.file, header, width, unfinished), limits.timeoutMs, stopController.signal);
      if (stopController.signal.aborted) return;
      runMs = (3 * runMs + performance.now() - startedAtMs) / 4;
      if (!programEnd.ok) {
        log.debug(`A smaller copy of ${original.file} could not be made: ${programEnd.message}`);
        return sendOriginal(name, retryAfterMs);
      }
      // The copy of another picture must not have this name, because the owner may put the earlier picture back.
      if ((await versionOf(original.file, width))?.name !== name) return;
      const { size } = await stat(unfinished);
      if (size === 0 || size >= original.bytes) return sendOriginal(name, Infinity);
      await utimes(unfinished, new Date(), original.modifiedAt); // sent as Last-Modified
      await fsyncFile(unfinished);
      await rename(unfinished, target);
      await kept.add(name, size);
      lastProblem = null;
    } finally {
      outcome.reservation.release();
      await rm(unfinished, { force: true }).catch(() => undefined); // the next start removes it
    }
  }

  return {
    folder,
    async find(file, width) {
      if (ffmpeg === null || stopController.signal.aborted) return null;
      const version = await versionOf(file, width);
      if (version === null) return null;
      const { name, original } = version;
      const target = path.join(folder, name);
      if (await isFile(target)) return target;
      if (performance.now() < Math.max(pausedUntilMs, originalUntilMs.get(name) ?? 0)) return null;
      let pending = pendingByName.get(name);
      if (!pending) {
        pending = make(name, original, width).finally(() => pendingByName.delete(name));
        pendingByName.set(name, pending);
      }
      // On a slow or busy machine, or behind many others, waiting would only delay the original.
      const expectedMs = Math.ceil((limitRuns.activeCount + limitRuns.pendingCount + 1) / maxRuns) * runMs;
      if (expectedMs > limits.maxWaitMs) return null;
      await withTimeout(pending, limits.maxWaitMs);
      return (await isFile(target)) ? target : null;
    },
    async close() {
      stopController.abort();
      await Promise.allSettled(pendingByName.values());
    },
  };
}

/** The picture as it is now, and the name of its copy. Null if it is not there; the caller reports that. */
async function versionOf(file: string, width: PictureWidth): Promise<{ name: string; original: Original } | null> {
  const stats = await stat(file, { bigint: true }).catch(() => null); // the caller reports it
  if (stats?.isFile() !== true) return null;
  const hash = createHash('sha256').update(`${file} ${stats.size} ${stats.mtimeNs} ${width} ${recipe}`).digest('hex');
  return { name: `${hash.slice(0, 40)}.webp`, original: { file, bytes: Number(stats.size), modifiedAt: new Date(Number(stats.mtimeMs)) } };
}

/** Null if the picture cannot be read, or must be sent as it is. */
async function readHeader(file: string): Promise<PictureHeader | null> {
  // The flags are those of send-file.ts.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null); // the caller reports it
  if (!handle) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    return readPictureHeader(buffer.subarray(0, bytesRead));
  } catch {
    return null; // the disk failed; the caller reports it
  } finally {
    await handle.close();
  }
}

function ffmpegArguments(file: string, { demuxer }: PictureHeader, width: PictureWidth, target: string): string[] {
  const input = ['-v', 'error', '-nostdin', '-threads', '1', '-f', demuxer, '-i', `file:${file}`, '-frames:v', '1'];
  const output = ['-vf', `scale=${width}:-1:flags=lanczos`, '-c:v', 'libwebp', '-quality', '75', '-map_metadata', '-1', '-f', 'webp', '-y', `file:${target}`];
  return [...input, ...output];
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

async function withTimeout(promise: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([promise, new Promise((resolve) => (timer = setTimeout(resolve, timeoutMs)))]);
  clearTimeout(timer);
}
