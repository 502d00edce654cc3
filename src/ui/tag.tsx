import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './tag.module.css';

export type TagTone = 'plain' | 'saved' | 'waiting' | 'accent' | 'warn' | 'danger' | 'overlay';

interface TagProps {
  tone?: TagTone;
  isSoft?: boolean;
  /** Whether screen readers skip the tag, because a name beside it contains the fact (`uiTexts.cardFacts`). */
  isSilent?: boolean;
  children: ReactNode;
}

/** A short label in the shape of a luggage tag: solid on pictures, `isSoft` on surfaces. */
export function Tag({ tone = 'plain', isSoft = false, isSilent = false, children }: TagProps) {
  return (
    <span className={classNames(styles['tag'], tone !== 'plain' && styles[tone], isSoft && styles['soft'])} aria-hidden={isSilent || undefined}>
      {children}
    </span>
  );
}
