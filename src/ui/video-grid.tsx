import type { CSSProperties, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './video-grid.module.css';

/** From this many grid items on, phones show two columns (docs/look-and-feel.md, Breakpoints). */
const denseFrom = 5;

/** A list of video cards; its children are <li>. `columns`: the account's grid items, 3 to 7. `tall`: for 9:16 pictures. */
export function VideoGrid({
  columns,
  variant = 'grid',
  isBusy = false,
  label,
  children,
}: {
  columns: number;
  variant?: 'grid' | 'tall' | 'rows';
  isBusy?: boolean;
  label: string;
  children: ReactNode;
}) {
  return (
    <ul
      aria-label={label}
      aria-busy={isBusy}
      className={classNames(
        styles[variant === 'rows' ? 'rows' : 'grid'],
        variant === 'tall' && styles['tall'],
        variant !== 'rows' && columns >= denseFrom && styles['dense'],
      )}
      style={{ '--columns': columns } as CSSProperties}
    >
      {children}
    </ul>
  );
}
