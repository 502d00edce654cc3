// An empty list, for one of three reasons: the page is beyond the end, a filter is set, or the archive has no items.
import type { ReactNode } from 'react';
import { emptyListTexts } from '../../texts/video-list.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface EmptyListProps {
  title: string;
  /** The page in the address: an empty later page links to the first. */
  page: number;
  /** Null when no filter is set. */
  filtered: { text: string; clear: 'showAll' | 'clearFilters'; onClear: () => void } | null;
  /** Shown with the next step if the archive has no items at all. */
  text: string;
  action?: ReactNode;
}

export function EmptyList({ title, page, filtered, text, action }: EmptyListProps) {
  if (page > 1) return <EmptyState title={title} text={emptyListTexts.emptyPage} action={<ButtonLink to=".">{emptyListTexts.firstPage}</ButtonLink>} />;
  if (filtered) {
    const { clear, onClear } = filtered;
    return <EmptyState title={title} text={filtered.text} action={<Button onClick={onClear}>{emptyListTexts[clear]}</Button>} />;
  }
  return <EmptyState title={title} text={text} action={action} />;
}
