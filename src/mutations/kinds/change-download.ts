import { downloadLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { DownloadRow } from '../../mirror/rows.ts';

export interface ChangeDownload {
  kind: 'change-download';
  videoId: string;
  /**
   * `priority`: download now; `forgotten`: remove from the queue; a later scan may add the video again. A change of all items that match a
   * filter is a command.
   */
  to: 'pending' | 'ignore' | 'priority' | 'forgotten';
}

/** The user's change to one item of the archive's queue. */
export const changeDownload: MutationKind<ChangeDownload> = {
  lane: ({ videoId }) => downloadLane(videoId),
  mergeKey: () => 'status',
  entity: {
    of: 'download',
    id: ({ videoId }) => videoId,
    fold: applyDownloadChange,
    // A `priority` change is never a no-op, because it starts the download again.
    isNoOp: (item, { to }) => (to === 'forgotten' ? item === null : to !== 'priority' && item?.status === to),
    undo: (mutation, { before, isCancelled }) => (isCancelled || !before ? [] : [{ ...mutation, to: before.status }]),
  },
};

export function applyDownloadChange(item: DownloadRow | null | undefined, { to }: Pick<ChangeDownload, 'to'>): DownloadRow | null | undefined {
  if (!item) return item;
  switch (to) {
    case 'forgotten':
      return null;
    case 'priority':
      return { ...item, status: 'pending', isAutoStart: true, message: null };
    default:
      return { ...item, status: to };
  }
}
