// The frame of all icons: 24 px grid, 1.75 px stroke, round joins, the text's colour. Each set of icons is one module (docs/decisions/210),
// so that the initial bundle contains no icons of the player.
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

/** A set of icons by name. Decorative, because the accessible name comes from the surrounding control. `size` in CSS pixels. */
export function iconSet<Name extends string>(shapes: Readonly<Record<Name, ReactNode>>): (props: { name: Name; size?: number }) => ReactNode {
  return ({ name, size }) => <IconFrame size={size}>{shapes[name]}</IconFrame>;
}
