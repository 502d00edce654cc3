import type { CSSProperties, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './video-grid.module.css';

/** From so many grid items on, phones show two columns (docs/look-and-feel.md, Breakpoints). */
const denseFrom = 5;

/** A list of video cards; its children are <li>. `columns`: the account's grid items, 3 to 7. */
export function VideoGrid({
  columns,
  variant = 'grid',
  isBusy = false,
  label,
  children,
}: {
  columns: number;
  variant?: 'grid' | 'rows';
  isBusy?: boolean;
  label: string;
  children: ReactNode;
}) {
  return (
    <ul
      aria-label={label}
      aria-busy={isBusy}
      className={variant === 'rows' ? styles['rows'] : classNames(styles['grid'], columns >= denseFrom && styles['dense'])}
      style={{ '--columns': columns } as CSSProperties}
    >
      {children}
    </ul>
  );
}
