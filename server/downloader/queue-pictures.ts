// Fetches pictures of queued items in the background, one after another, and keeps them in the cache until the item leaves the queue. Rows
// store which pictures are wanted, so a restarted server continues. A picture that its host refuses is not requested again. One whose host
// does not answer is, because the network may be down.
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
/** No picture is requested for this time after one could not be stored, as on a full disk, or after `maxUnanswered` requests in a row. */
const pauseMs = 60_000;
/** After this many requests in a row without an answer, the network is probably down. */
const maxUnanswered = 3;
/** The pause before pictures whose hosts did not answer are requested again. It doubles up to the maximum, because a host may be gone. */
const firstRetryMs = 60_000;
const maxRetryMs = 900_000;
const fetchTimeoutMs = 15_000;
/** The largest pictures that sites send have about 2 MB. */
const maxBytes = 6 * 1024 * 1024;

export function createQueuePictures({ archive, cacheFolder }: { archive: Archive; cacheFolder: string }): QueuePictures {
  const unresolvedFolder = path.join(cacheFolder, 'queue');
  mkdirSync(unresolvedFolder, { recursive: true });
  const folder = realpathSync(unresolvedFolder);
  const runs = archive.downloadRuns;
  const stopController = new AbortController();
  // An id from a restored backup may contain slashes.
  const fileOf = (videoId: string): string => path.join(folder, `${path.basename(videoId)}.jpg`);
  let runningWork: Promise<void> = Promise.resolve();
  let isRunning = false;
  let timers: NodeJS.Timeout[] = [];
  let pausedUntilMs = -Infinity;
  /** Items whose pictures got no answer. They are left out until `retryAtMs`. */
  const unansweredIds = new Set<string>();
  let retryAtMs = Infinity;
  let retryMs = firstRetryMs;
  let consecutiveUnanswered = 0;

  async function fetchWantedPictures(): Promise<void> {
    for (let wantedPicture = nextPicture(); wantedPicture !== null && !stopController.signal.aborted; wantedPicture = nextPicture()) {
      const picture = await pictureAt(wantedPicture.url, stopController.signal);
      if (stopController.signal.aborted) return;
      if (picture === 'no-answer') {
        recordNoAnswer(wantedPicture.videoId);
        if (consecutiveUnanswered >= maxUnanswered) return pause();
        continue;
      }
      // The network is up, so the others need not wait long.
      [consecutiveUnanswered, retryMs, retryAtMs] = [0, firstRetryMs, Math.min(retryAtMs, performance.now() + firstRetryMs)];
      if (picture !== null) {
        await writeFile(`${fileOf(wantedPicture.videoId)}.new`, picture);
        await rename(`${fileOf(wantedPicture.videoId)}.new`, fileOf(wantedPicture.videoId));
      }
      runs.setPicture(wantedPicture.videoId, picture !== null);
    }
  }

  function nextPicture(): { videoId: string; url: string } | null {
    if (performance.now() >= retryAtMs) {
      unansweredIds.clear();
      retryAtMs = Infinity;
    }
    return runs.wantedPicture(unansweredIds);
  }

  function recordNoAnswer(videoId: string): void {
    if (unansweredIds.size === 0) {
      retryAtMs = performance.now() + retryMs;
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    }
    unansweredIds.add(videoId);
    consecutiveUnanswered += 1;
  }

  function pause(): void {
    pausedUntilMs = performance.now() + pauseMs;
    consecutiveUnanswered = 0;
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
    if (performance.now() < pausedUntilMs || nextPicture() === null) return;
    runUnlessBusy(() => fetchWantedPictures().catch(pause)); // a full disk: a later check tries again
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

/** Fetches a picture; null if the answer is an error, too large or not a picture that browsers show. */
async function pictureAt(url: string, signal: AbortSignal): Promise<Buffer | 'no-answer' | null> {
  if (!URL.canParse(url)) return null;
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
    return 'no-answer'; // or only the beginning of one
  }
}
