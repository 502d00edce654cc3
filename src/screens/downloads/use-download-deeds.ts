import { useMemo } from 'react';
import { changeDownload } from '../../mutations/change-download.ts';
import type { Undo } from '../../mutations/undo.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { downloadsTexts } from '../../texts/downloads.ts';
import { shellTexts } from '../../texts/shell.ts';
import type { Picked } from '../../ui/selection.ts';
import { useToast } from '../../ui/toasts.tsx';

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
  const mirror = useMirror();
  const showToast = useToast();
  return useMemo(() => {
    const notKept = () => showToast({ text: shellTexts.notKept });

    async function changeAll(items: readonly Picked[], to: Deed): Promise<void> {
      const undos: Undo[] = [];
      for (const { videoId, title } of items) undos.push(await changeDownload(mirror, { videoId, subject: title, to }));
      const [first] = items;
      if (!first) return;
      const undoAll = async () => {
        for (const undo of undos) await undo();
      };
      showToast({
        text: items.length === 1 ? words[to](first.title) : downloadsTexts.many[to](items.length),
        // What has begun to be downloaded is stopped at its card.
        onUndo: to === 'priority' ? undefined : () => void undoAll().catch(notKept),
      });
    }

    // Not awaited: the list follows the rows.
    return { change: (items, to) => void changeAll(items, to).catch(notKept) };
  }, [mirror, showToast]);
}
