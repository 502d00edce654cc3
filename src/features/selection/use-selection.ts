import { useMemo, useState } from 'react';
import { emptySelection, pick, pickPage, type PickableVideo, type Selection } from '../../ui/selection.ts';
import { useLatest } from '../../ui/use-latest.ts';

export interface ListSelection {
  /** Null outside selection mode. */
  pickedById: Selection['pickedById'] | null;
  /** Begins selection mode; with an id, that video is picked first. */
  begin(videoId?: string): void;
  toggle(videoId: string, isRange: boolean): void;
  togglePage(): void;
  /** Deselects a video that was deleted. */
  drop(videoId: string): void;
  end(): void;
}

/**
 * Selection mode of one list. `videos`: the shown page. Videos picked on another page stay picked. The functions are the same in every
 * render, so that cards do not re-render.
 */
export function useSelection(videos: readonly PickableVideo[]): ListSelection {
  const [selection, setSelection] = useState<Selection | null>(null);
  const page = useLatest(videos);
  const actions = useMemo(
    () => ({
      begin: (videoId?: string) =>
        setSelection((current) => (videoId === undefined ? emptySelection : pick(current ?? emptySelection, page.current, videoId, false))),
      toggle: (videoId: string, isRange: boolean) => setSelection((current) => pick(current ?? emptySelection, page.current, videoId, isRange)),
      togglePage: () => setSelection((current) => pickPage(current ?? emptySelection, page.current)),
      drop: (videoId: string) =>
        setSelection((current) => current && { ...current, pickedById: new Map([...current.pickedById].filter(([pickedId]) => pickedId !== videoId)) }),
      end: () => setSelection(null),
    }),
    [page],
  );
  return useMemo(() => ({ pickedById: selection?.pickedById ?? null, ...actions }), [selection, actions]);
}
