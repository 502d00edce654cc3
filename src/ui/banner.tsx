import type { ReactNode } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './banner.module.css';

export type BannerTone = 'plain' | 'waiting' | 'warn' | 'accent' | 'danger' | 'saved';

interface BannerProps {
  tone?: BannerTone;
  icon: IconName;
  title: string;
  text?: ReactNode;
  /** For a text of more than one sentence. The icon stays next to the title, and on phones the action is below the text. */
  isLong?: boolean;
  /** One action at most. */
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
}

/** A notice that pushes the content down and never covers it. Not a live region, because the shell announces the connection itself. */
export function Banner({ tone = 'plain', icon, title, text, isLong = false, action, onDismiss }: BannerProps) {
  return (
    <div className={classNames(styles['banner'], tone !== 'plain' && styles[tone], isLong && styles['long'])}>
      <Icon name={icon} />
      <div className={styles['text']}>
        <b className={styles['title']}>{title}</b>
        {text}
      </div>
      {action}
      {onDismiss ? <IconButton label={uiTexts.dismiss} icon="close" iconSize={19} onClick={onDismiss} /> : null}
    </div>
  );
}
