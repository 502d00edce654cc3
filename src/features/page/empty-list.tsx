// Nothing in a list: which of three reasons it has, and the way on from each.
import type { ReactNode } from 'react';
import { emptyListTexts } from '../../texts/video-list.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { IconName } from '../../ui/icon.tsx';

interface EmptyListProps {
  icon: IconName;
  title: string;
  /** Of the address: beyond the first one there may be something before it. */
  page: number;
  /** Null while nothing is filtered out. */
  filtered: { text: string; clear: 'showAll' | 'clearFilters'; onClear: () => void } | null;
  /** Where there is none at all, with a next step. */
  text: string;
  action?: ReactNode;
}

export function EmptyList({ icon, title, page, filtered, text, action }: EmptyListProps) {
  if (page > 1)
    return <EmptyState icon={icon} title={title} text={emptyListTexts.emptyPage} action={<ButtonLink to=".">{emptyListTexts.firstPage}</ButtonLink>} />;
  if (filtered) {
    const { clear, onClear } = filtered;
    return <EmptyState icon={icon} title={title} text={filtered.text} action={<Button onClick={onClear}>{emptyListTexts[clear]}</Button>} />;
  }
  return <EmptyState icon={icon} title={title} text={text} action={action} />;
}
