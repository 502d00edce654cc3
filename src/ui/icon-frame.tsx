// The frame that all icons share: 24 grid, 1.75 stroke, round joins, the text's colour.
import type { ReactNode } from 'react';
import styles from './icon-frame.module.css';

export function IconFrame({ size = 22, children }: { size?: number | undefined; children: ReactNode }) {
  return (
    <svg
      className={styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
