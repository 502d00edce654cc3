import { videoKey } from '../../mirror/resource-keys.ts';
import { forceRefresh } from '../../mirror/refresh-requests.ts';
import type { IgnoreVideo } from '../../mutations/kinds/ignore-video.ts';
import { completeEntityRow } from '../complete-entity-row.ts';
import { handleFailedRead } from '../row-outcome.ts';
import { createFieldSender } from './send-field.ts';
import type { Sender } from './sender.ts';

const ignore = createFieldSender<IgnoreVideo, void>(({ mirror, api, signal }, { videoId, isOnceDeleted }, key) => ({
  isApplied: null,
  write: () => api.ignoreVideo(videoId, key, signal),
  async store() {
    // The tab that deleted the video may have died before it removed the rows here; the 404 of this refresh removes them.
    if (isOnceDeleted) await forceRefresh(mirror, videoKey(videoId), 2);
  },
}));

/** Never deletes a video. If the video still exists, its deletion failed, and the change is dropped. */
export const sendIgnoreVideo: Sender<IgnoreVideo> = async (ports, row) => {
  if (row.mutation.isOnceDeleted) {
    const video = await ports.api.getVideo(row.mutation.videoId, ports.signal);
    if (video.ok) return completeEntityRow(ports, row, async () => {}, 'superseded');
    if (video.error.kind !== 'not-found') return handleFailedRead(ports, row, video.error);
  }
  return ignore(ports, row);
};
