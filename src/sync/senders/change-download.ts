import { ok } from '../../lib/result.ts';
import { recordDeletion } from '../../mirror/request-order.ts';
import { forceRefresh } from '../../mirror/refresh-requests.ts';
import { applyDownloadChange, type ChangeDownload } from '../../mutations/kinds/change-download.ts';
import { refreshLists } from '../complete-entity-row.ts';
import { recordConfirmation } from '../row-outcome.ts';
import { createFieldSender } from './send-field.ts';

export const sendChangeDownload = createFieldSender<ChangeDownload, void>((ports, mutation, key) => ({
  // The last value counts, and sending it twice changes nothing.
  isApplied: null,
  async write() {
    const { videoId, to } = mutation;
    const answer = await ports.api.changeDownload(videoId, to, key, ports.signal);
    // Present servers answer 500 for an item that has left the queue (docs/behaviour.md, Queue).
    const item = !answer.ok && answer.error.kind === 'server-error' ? await ports.api.findDownload(videoId, ports.signal) : answer;
    if (item.ok || item.error.kind !== 'not-found') return answer;
    // If the item was to be forgotten, its absence is a success: a request whose answer was lost, or another device, removed it.
    return to === 'forgotten' ? ok(undefined) : item;
  },
  async store() {
    const { mirror } = ports;
    const { db, clock } = mirror;
    const item = applyDownloadChange(await db.downloads.get(mutation.videoId), mutation);
    if (item) {
      await db.downloads.put({ ...item, ...(await recordConfirmation(ports)) });
    } else if (mutation.to === 'forgotten') {
      await recordDeletion(db, clock.now(), [`downloads:${mutation.videoId}`]);
      await db.downloads.delete(mutation.videoId);
    }
    await refreshLists(mirror, 'downloads');
    for (const page of ['page:downloads-pending', 'page:downloads-ignore'] as const) await forceRefresh(mirror, page, 1);
  },
}));
