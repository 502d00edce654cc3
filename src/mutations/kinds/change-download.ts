import { downloadLane } from '../../mirror/lanes.ts';
import type { MutationKind } from '../../mirror/mutation-kinds.ts';
import type { DownloadRow, MutationOf } from '../../mirror/rows.ts';

/** What a person wants of one item of the archive's queue. */
export const changeDownload: MutationKind<MutationOf<'change-download'>> = {
  lane: ({ videoId }) => downloadLane(videoId),
  wish: () => 'status',
  entity: {
    of: 'download',
    id: ({ videoId }) => videoId,
    fold: changedDownload,
    // Asked for once more a download is begun once more.
    isShown: (item, { to }) => (to === 'forgotten' ? item === null : to !== 'priority' && item?.status === to),
  },
};

export function changedDownload(item: DownloadRow | null | undefined, { to }: Pick<MutationOf<'change-download'>, 'to'>): DownloadRow | null | undefined {
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
