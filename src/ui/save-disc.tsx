// The round control on a picture that saves a video on this device. Its ring shows progress; a filled disc means saved.
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { WifiIcon } from './wifi-icon.tsx';
import styles from './save-disc.module.css';

export type SaveStatusView =
  /** `away`: not on this device, and not available now. */
  | { kind: 'none' | 'away' | 'queued' | 'waiting-for-wifi' | 'failed' | 'saved' | 'outdated' }
  /** `percent`: a whole number from 0 to 99. */
  | { kind: 'saving' | 'paused'; percent: number };

interface SaveDiscProps extends Omit<ComponentProps<'button'>, 'children'> {
  status: SaveStatusView;
  /** A text with the state and the effect of a press. A press that opens a menu is announced by `aria-haspopup`. */
  label: string;
  /** Whether the disc is on a surface instead of a picture. */
  isPlain?: boolean;
  /** Whether the video cannot be played now. `data-away` lets the surrounding card show that. */
  isAway?: boolean;
}

export function SaveDisc({ status, label, isPlain = false, isAway = false, className, ...rest }: SaveDiscProps) {
  return (
    <button
      type="button"
      data-save={status.kind}
      data-away={isAway || undefined}
      aria-label={label}
      title={label}
      className={classNames(styles['disc'], styles[status.kind], isPlain && styles['plain'], className)}
      {...rest}
    >
      {discContent(status)}
    </button>
  );
}

function discContent(status: SaveStatusView): ReactNode {
  switch (status.kind) {
    case 'none':
      return <Icon name="save" size={19} />;
    case 'away':
      return <Icon name="cloud-struck" size={18} />;
    case 'queued':
      return (
        <>
          <Ring percent={0} isDashed />
          <Icon name="save" size={15} />
        </>
      );
    case 'saving':
      return (
        <>
          <Ring percent={status.percent} />
          <b>{status.percent}</b>
        </>
      );
    case 'paused':
      return (
        <>
          <Ring percent={status.percent} />
          <Icon name="pause" size={15} />
        </>
      );
    case 'waiting-for-wifi':
      return (
        <>
          <Ring percent={0} isDashed />
          <WifiIcon size={16} />
        </>
      );
    case 'failed':
      return <Icon name="warning" size={18} />;
    case 'saved':
      return <Icon name="saved" size={19} />;
    case 'outdated':
      return <Icon name="sync" size={18} />;
  }
}

/** Circumference of the circle below. */
const circumference = 2 * Math.PI * 15;

function Ring({ percent, isDashed = false }: { percent: number; isDashed?: boolean }) {
  return (
    <svg className={styles['ring']} viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <circle cx="18" cy="18" r="15" {...(isDashed ? { strokeDasharray: '3.6 4.25' } : {})} />
      {percent > 0 ? (
        <circle className={styles['value']} cx="18" cy="18" r="15" strokeDasharray={`${(percent / 100) * circumference} ${circumference}`} />
      ) : null}
    </svg>
  );
}
