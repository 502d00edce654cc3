// Fetches pictures of queued items in the background, one after another, and keeps them in the cache until the item leaves the queue. Rows
// store which pictures are wanted, so a restarted server continues. A picture that fails is not requested again.
import { mkdirSync, realpathSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';

export interface QueuePictures {
  /** The folder of the pictures. It contains only files of this module. */
  folder: string;
  /** The absolute path of an item's picture, which may not exist. */
  fileOf(videoId: string): string;
  start(): void;
  stop(): Promise<void>;
}

/** Checks may be frequent, because each reads only one row of an index. */
const checkIntervalMs = 2_000;
/** How long the pictures of removed items may stay. */
const cleanIntervalMs = 60_000;
/** After a picture could not be stored, as on a full disk, no picture is requested for this time. */
const storeRetryMs = 60_000;
const fetchTimeoutMs = 15_000;
/** The largest pictures that sites send have about 2 MB. */
const maxBytes = 6 * 1024 * 1024;

export function createQueuePictures({ archive, cacheFolder }: { archive: Archive; cacheFolder: string }): QueuePictures {
  const unresolvedFolder = path.join(cacheFolder, 'queue');
  mkdirSync(unresolvedFolder, { recursive: true });
  const folder = realpathSync(unresolvedFolder);
  const runs = archive.downloadRuns;
  const stopController = new AbortController();
  const fileOf = (videoId: string): string => path.join(folder, `${videoId}.jpg`);
  let runningWork: Promise<void> = Promise.resolve();
  let isRunning = false;
  let timers: NodeJS.Timeout[] = [];
  let lastFailureMs = -Infinity;

  async function fetchWantedPictures(): Promise<void> {
    for (let wantedPicture = runs.wantedPicture(); wantedPicture !== null && !stopController.signal.aborted; wantedPicture = runs.wantedPicture()) {
      const bytes = await pictureAt(wantedPicture.url, stopController.signal);
      if (stopController.signal.aborted) return;
      if (bytes !== null) {
        await writeFile(`${fileOf(wantedPicture.videoId)}.new`, bytes);
        await rename(`${fileOf(wantedPicture.videoId)}.new`, fileOf(wantedPicture.videoId));
      }
      runs.setPicture(wantedPicture.videoId, bytes !== null);
    }
  }

  /** Deletes pictures of items that left the queue, and incomplete files. */
  async function clean(): Promise<void> {
    const names = await readdir(folder);
    if (names.length === 0) return;
    const idsWithPicture = runs.idsWithPicture();
    for (const name of names) if (!idsWithPicture.has(path.basename(name, '.jpg'))) await rm(path.join(folder, name), { force: true });
  }

  /** Runs one piece of work at a time, so that a file being written is not mistaken for an incomplete one. */
  function runUnlessBusy(work: () => Promise<void>): void {
    if (isRunning) return;
    isRunning = true;
    runningWork = work()
      .catch(() => undefined) // the next round tries again
      .finally(() => void (isRunning = false));
  }

  function check(): void {
    if (performance.now() - lastFailureMs < storeRetryMs || runs.wantedPicture() === null) return;
    runUnlessBusy(() =>
      fetchWantedPictures().catch(() => {
        lastFailureMs = performance.now(); // a full disk: a later check tries again
      }),
    );
  }

  return {
    folder,
    fileOf,
    start() {
      runUnlessBusy(clean);
      timers = [setInterval(check, checkIntervalMs).unref(), setInterval(() => runUnlessBusy(clean), cleanIntervalMs).unref()];
    },
    async stop() {
      stopController.abort();
      timers.forEach(clearInterval);
      await runningWork;
    },
  };
}

/** Fetches a picture; null if the request fails, or the answer is too large or not a picture that browsers show. */
async function pictureAt(url: string, signal: AbortSignal): Promise<Buffer | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(fetchTimeoutMs)]) });
    const isPicture = /^image\/(jpeg|png|webp)/.test(answer.headers.get('content-type') ?? '');
    if (!answer.ok || !isPicture || Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
      await answer.body?.cancel();
      return null;
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch {
    return null; // the item has no picture
  }
}
