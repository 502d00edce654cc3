import { useMemo, useState } from 'react';
import { emptySelection, pick, pickPage, type PickableVideo, type Selection } from '../../ui/selection.ts';
import { useLatest } from '../../ui/use-latest.ts';

export interface ListSelection {
  /** Null outside selection mode. */
  picked: Selection['picked'] | null;
  /** The functions are stable, so that cards do not re-render. */
  begin(videoId?: string): void;
  toggle(videoId: string, isRange: boolean): void;
  togglePage(): void;
  /** Deselects a video that was deleted. */
  drop(videoId: string): void;
  end(): void;
}

/** Selection mode of one list. `videos`: the page as it is shown. Videos picked on another page stay picked. */
export function useSelection(videos: readonly PickableVideo[]): ListSelection {
  const [selection, setSelection] = useState<Selection | null>(null);
  const page = useLatest(videos);
  const actions = useMemo(
    () => ({
      begin: (videoId?: string) =>
        setSelection((last) => (videoId === undefined ? emptySelection : pick(last ?? emptySelection, page.current, videoId, false))),
      toggle: (videoId: string, isRange: boolean) => setSelection((last) => pick(last ?? emptySelection, page.current, videoId, isRange)),
      togglePage: () => setSelection((last) => pickPage(last ?? emptySelection, page.current)),
      drop: (videoId: string) => setSelection((last) => last && { ...last, picked: new Map([...last.picked].filter(([pickedId]) => pickedId !== videoId)) }),
      end: () => setSelection(null),
    }),
    [page],
  );
  return useMemo(() => ({ picked: selection?.picked ?? null, ...actions }), [selection, actions]);
}
