import { useMemo } from 'react';
import { changeDownload } from '../../mutations/change-download.ts';
import type { Undo } from '../../mutations/undo.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import type { Picked } from '../../ui/selection.ts';
import { takeBack, useWrite } from '../../features/writes/use-write.ts';

export type Deed = 'priority' | 'ignore' | 'pending' | 'forgotten';

export interface DownloadDeeds {
  /** On the device at once, then to the archive. Keeps its identity. */
  change(items: readonly Picked[], to: Deed): void;
}

const words = {
  priority: downloadsTexts.willDownload,
  ignore: downloadsTexts.willIgnore,
  pending: downloadsTexts.willQueue,
  forgotten: downloadsTexts.willForget,
} as const;

export function useDownloadDeeds(): DownloadDeeds {
  const { mutate } = useWrite();
  return useMemo(
    () => ({
      change(items, to) {
        const [first] = items;
        if (!first) return;
        // Not awaited: the list follows the rows.
        void mutate(
          async (mirror) => {
            const undos: Undo[] = [];
            for (const { videoId, title } of items) undos.push(await changeDownload(mirror, { videoId, subject: title, to }));
            return undos;
          },
          {
            said: items.length === 1 ? words[to](first.title) : downloadsTexts.many[to](items.length),
            // What has begun to be downloaded is stopped at its card.
            undo: to === 'priority' ? undefined : takeBack,
          },
        );
      },
    }),
    [mutate],
  );
}
