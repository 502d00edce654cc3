// Computes the digests of media files, one file at a time, on a low-priority thread, and stores them in the database. Digests belong to one
// state of a file, identified by its ETag, and are computed again after the file changes. If a restart interrupts the work, the next
// request continues it from the last stored window. Digests are deleted with their video's row.
import type { FileHandle } from 'node:fs/promises';
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { VideoRow } from '../archive/video-rows.ts';
import { isDiskFull } from '../database/disk-full.ts';
import type { Database } from '../database/transaction.ts';
import { fileTag } from '../library/file-tag.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { Log } from '../log/log.ts';

/** The size of the windows in which devices write and verify a video file. */
export const digestWindowBytes = 8 * 1024 * 1024;
const digestBytes = 32;
/** A restart loses at most 256 MiB of reading. Each save writes all digests so far: 400 kB towards the end of a 100 GB file. */
const windowsPerSave = 32;
/** More than anyone saves for a trip (about forty videos). If the queue is full, a request must be repeated later. */
const maxQueueLength = 200;
/** How many of the last results are kept in memory, so that they can be returned even if the disk is full. A 100 GB file takes 400 kB. */
const maxRecent = 8;
/** A file that could not be read is tried again only after this time, not at each request. */
const retryAfterMs = 60_000;
/** A typical disk's read rate, for estimating when a client should ask again. */
const bytesPerSecond = 200_000_000;
const maxRetrySeconds = 60;

export interface WindowDigests {
  /** ETag of the media file. */
  tag: string;
  totalBytes: number;
  /** 32 bytes per window of `digestWindowBytes`, in order. */
  sha256: Uint8Array;
}

/** `no-file`: the media file does not exist now, or is a link out of the library. */
export type DigestAnswer = { kind: 'whole'; digests: WindowDigests } | { kind: 'coming'; retryAfterSeconds: number } | { kind: 'no-file' };

export interface MediaDigests {
  /** The digests of the media file in its current state. If they are missing, the file is queued. */
  of(video: VideoRow): Promise<DigestAnswer>;
  close(): Promise<void>;
}

interface MediaDigestDeps {
  database: Database;
  library: Pick<LibraryPlaces, 'find'>;
  log: Log;
}

export function createMediaDigests({ database, library, log }: MediaDigestDeps): MediaDigests {
  const find = database.prepare('SELECT tag, sha256 FROM media_digest WHERE video = ?');
  const put = database.prepare('INSERT OR REPLACE INTO media_digest (video, tag, sha256) SELECT id, ?, ? FROM video WHERE video_id = ?');
  /** By video id, in queue order. */
  const queue = new Map<string, VideoRow>();
  const recentById = new Map<string, WindowDigests>();
  /** When each video's file last could not be read, by the monotonic clock. */
  const failedAtMs = new Map<string, number>();
  const stopController = new AbortController();
  let runningWork: Promise<void> | null = null;

  function readStored({ id, videoId }: VideoRow, tag: string): Uint8Array {
    const recentDigests = recentById.get(videoId);
    if (recentDigests?.tag === tag) return recentDigests.sha256;
    const row = find.get(id) as { tag: string; sha256: Uint8Array } | undefined;
    return row?.tag === tag ? row.sha256 : new Uint8Array();
  }

  /** Adds the video to the queue, unless the queue is full or the video has just failed. */
  function enqueue(video: VideoRow): void {
    const hasJustFailed = performance.now() - (failedAtMs.get(video.videoId) ?? -Infinity) < retryAfterMs;
    if (hasJustFailed || stopController.signal.aborted || queue.size >= maxQueueLength || queue.has(video.videoId)) return;
    queue.set(video.videoId, video);
    runningWork ??= drainQueue().finally(() => (runningWork = null));
  }

  async function drainQueue(): Promise<void> {
    for (let video = firstOf(queue); video && !stopController.signal.aborted; video = firstOf(queue)) {
      const { videoId, mediaFile } = video;
      try {
        await computeDigests(video);
        failedAtMs.delete(videoId);
      } catch (error) {
        if (stopController.signal.aborted) return;
        failedAtMs.set(videoId, performance.now());
        log.warn(`The digests of ${mediaFile} could not be made: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        queue.delete(videoId);
      }
    }
  }

  async function computeDigests(video: VideoRow): Promise<void> {
    const file = await library.find(video.mediaFile);
    if (file === null) return;
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat({ bigint: true });
      if (!stats.isFile()) return;
      await computeFromHandle(handle, video, { tag: fileTag(stats), totalBytes: Number(stats.size) });
    } finally {
      await handle.close();
    }
  }

  async function computeFromHandle(handle: FileHandle, video: VideoRow, { tag, totalBytes }: Omit<WindowDigests, 'sha256'>): Promise<void> {
    const sha256 = new Uint8Array(windowsIn(totalBytes) * digestBytes);
    const storedDigests = readStored(video, tag);
    sha256.set(storedDigests);
    let digestCount = storedDigests.byteLength / digestBytes;
    const work = { descriptor: handle.fd, firstByte: digestCount * digestWindowBytes, totalBytes, windowBytes: digestWindowBytes };
    const problem = await hashWindows(work, stopController.signal, (digest) => {
      sha256.set(digest, digestCount * digestBytes);
      digestCount += 1;
      if (digestCount % windowsPerSave === 0) saveDigests(video, tag, sha256.subarray(0, digestCount * digestBytes));
    }).then(
      () => null,
      (reason: Error) => reason,
    );
    // If the file has changed during the work, the digests belong to no single state. The next request starts over.
    if (fileTag(await handle.stat({ bigint: true })) !== tag) return;
    if (problem !== null) throw problem;
    recentById.set(video.videoId, { tag, totalBytes, sha256 });
    if (recentById.size > maxRecent) recentById.delete(recentById.keys().next().value ?? '');
    saveDigests(video, tag, sha256);
  }

  /** On a full disk nothing is stored, and the digests are computed again once they are no longer in memory. */
  function saveDigests({ videoId }: VideoRow, tag: string, sha256: Uint8Array): void {
    try {
      put.run(tag, sha256, videoId);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  function retryAfterSeconds(videoId: string): number {
    const ids = [...queue.keys()];
    const videosUpToThis = [...queue.values()].slice(0, ids.indexOf(videoId) + 1 || ids.length);
    const bytes = videosUpToThis.reduce((sum, { mediaSize }) => sum + mediaSize, 0);
    return Math.min(maxRetrySeconds, Math.max(1, Math.ceil(bytes / bytesPerSecond)));
  }

  return {
    async of(video) {
      const file = await library.find(video.mediaFile);
      const stats = file === null ? null : await stat(file, { bigint: true }).catch(() => null); // the file has disappeared since
      if (!stats?.isFile()) return { kind: 'no-file' };
      const [tag, totalBytes] = [fileTag(stats), Number(stats.size)];
      const sha256 = readStored(video, tag);
      if (sha256.byteLength === windowsIn(totalBytes) * digestBytes) return { kind: 'whole', digests: { tag, totalBytes, sha256 } };
      enqueue(video);
      return { kind: 'coming', retryAfterSeconds: queue.has(video.videoId) ? retryAfterSeconds(video.videoId) : maxRetrySeconds };
    },
    async close() {
      stopController.abort();
      await runningWork;
    },
  };
}

interface Work {
  descriptor: number;
  firstByte: number;
  totalBytes: number;
  windowBytes: number;
}

/** Resolves when the thread has ended and no longer uses the descriptor. Rejects with the reason if the thread ended early. */
function hashWindows(work: Work, signal: AbortSignal, onDigest: (sha256: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./hash-windows.thread.mjs', import.meta.url), { workerData: work, execArgv: [] });
    let reason: Error | null = null;
    const end = (cause: Error): void => {
      reason ??= cause;
      void thread.terminate(); // reported by `exit`
    };
    const stop = (): void => end(new Error('the server is stopping'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    thread.on('message', (sha256: Uint8Array) => {
      try {
        if (reason === null) onDigest(sha256);
      } catch (error) {
        end(error as Error);
      }
    });
    thread.once('error', (error: Error) => (reason ??= error));
    thread.once('exit', () => {
      signal.removeEventListener('abort', stop);
      if (reason === null) resolve();
      else reject(reason);
    });
  });
}

function windowsIn(totalBytes: number): number {
  return Math.ceil(totalBytes / digestWindowBytes);
}

function firstOf<Value>(map: Map<string, Value>): Value | undefined {
  return map.values().next().value;
}
