// The actions on queued downloads, each with its message and, where possible, Undo.
import { useMemo } from 'react';
import { changeDownload } from '../../mutations/change-download.ts';
import type { Undo } from '../../mutations/undo.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import type { PickableVideo } from '../../ui/selection.ts';
import { undoAll, useWrite } from '../../features/writes/use-write.ts';

export type DownloadAction = 'priority' | 'ignore' | 'pending' | 'forgotten';

export interface DownloadHandlers {
  /** Stores the change on the device immediately; it is sent to the archive later. The function is the same in every render. */
  change(items: readonly PickableVideo[], to: DownloadAction): void;
}

const doneTexts = {
  priority: downloadsTexts.willDownload,
  ignore: downloadsTexts.willIgnore,
  pending: downloadsTexts.willQueue,
  forgotten: downloadsTexts.willForget,
} as const;

export function useDownloadHandlers(): DownloadHandlers {
  const { mutate } = useWrite();
  return useMemo(
    () => ({
      change(items, to) {
        const [firstItem] = items;
        if (!firstItem) return;
        // Fire and forget: the list follows the mirror.
        void mutate(
          async (mirror) => {
            const undos: Undo[] = [];
            for (const { videoId, title } of items) undos.push(await changeDownload(mirror, { videoId, subject: title, to }));
            return undos;
          },
          {
            message: items.length === 1 ? doneTexts[to](firstItem.title) : downloadsTexts.many[to](items.length),
            // `priority` has no Undo, because a download that has started is stopped from its task card.
            undo: to === 'priority' ? undefined : undoAll,
          },
        );
      },
    }),
    [mutate],
  );
}
