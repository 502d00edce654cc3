// An empty list, for one of three reasons: the page is beyond the end, a filter is set, or the archive has nothing for this list.
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { emptyListTexts } from '../../texts/video-list.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { searchForPage } from '../../ui/pagination-model.ts';

interface EmptyListProps {
  title: string;
  /** The page in the address. An empty page other than the first links to the first page. */
  page: number;
  /** Null when no filter is set. `clear`: the label of the button that calls `onClear`. */
  activeFilter: { text: string; clear: 'showAll' | 'clearFilters'; onClear: () => void } | null;
  /** Shown, with `action`, if the archive has nothing for this list. */
  text: string;
  action?: ReactNode;
}

export function EmptyList({ title, page, activeFilter, text, action }: EmptyListProps) {
  const { search } = useLocation();
  let shownText = text;
  let shownAction = action;
  if (page > 1) {
    shownText = emptyListTexts.emptyPage;
    shownAction = <ButtonLink to={{ search: searchForPage(search, 1) }}>{emptyListTexts.firstPage}</ButtonLink>;
  } else if (activeFilter) {
    shownText = activeFilter.text;
    shownAction = <Button onClick={activeFilter.onClear}>{emptyListTexts[activeFilter.clear]}</Button>;
  }
  return <EmptyState title={title} text={shownText} action={shownAction} />;
}
