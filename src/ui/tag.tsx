import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './tag.module.css';

export type TagTone = 'plain' | 'saved' | 'waiting' | 'accent' | 'warn' | 'danger' | 'overlay';

/** A short label in the shape of a luggage tag: solid on pictures, `isSoft` on surfaces. */
export function Tag({ tone = 'plain', isSoft = false, children }: { tone?: TagTone; isSoft?: boolean; children: ReactNode }) {
  return <span className={classNames(styles['tag'], tone !== 'plain' && styles[tone], isSoft && styles['soft'])}>{children}</span>;
}
