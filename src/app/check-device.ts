// The self-check of this device: the copy, the ledger of saved videos, and the cached pictures. The user starts it in the settings of this
// device. Once prefetching is done, it also runs on a sample of the copy. Bundled with background-copy.ts.
import type { PageMessage } from '../contract/worker-messages.ts';
import { checkMirror } from '../mirror/check/check-mirror.ts';
import type { CheckOptions, CheckReport } from '../mirror/check/check-report.ts';
import type { Mirror } from '../mirror/database.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import { readProtectedVideos } from './protected-videos.ts';

/** Long enough for a stopped worker to start. A sweep that takes longer still completes, but its repairs are not counted. */
const workerTimeoutMs = 10_000;

/** Resolves to null if no account is open. */
export async function checkDevice(mirror: Mirror | null, savedLink: SavedLink | null, options: CheckOptions): Promise<CheckReport | null> {
  if (!mirror) return null;
  const protectedIds = await readProtectedVideos(savedLink);
  const report = await checkMirror({ ...mirror, isSaved: (videoId) => protectedIds.has(videoId), random: Math.random }, options);
  if (options.isSample || options.signal.aborted) return report;
  const droppedCount = savedLink?.mayHaveSaved() ? await savedLink.actions.dropOrphans() : 0;
  return { ...report, repairedCount: report.repairedCount + droppedCount + (await sweepPictures(mirror)) };
}

/** Resolves to the number of mismatches that were repaired; 0 without a worker. */
async function sweepPictures({ registry }: Mirror): Promise<number> {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  if (!worker) return 0;
  const accounts = await registry.accounts.toArray();
  const archives = accounts.map(({ archiveId, picturesOf }) => (picturesOf === undefined ? archiveId : picturesOf));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    // A worker of an older version does not know the message, so it answers `true` or not at all.
    port1.onmessage = ({ data }) => resolve(typeof data === 'number' ? data : 0);
    worker.postMessage({ type: 'sweep-images', archives } satisfies PageMessage, [port2]);
    setTimeout(resolve, workerTimeoutMs, 0);
  });
}
