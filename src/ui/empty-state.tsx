import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  text?: string | null | undefined;
  /** Next steps that work right now, the likeliest first. */
  action?: ReactNode;
  /** Whether the page shows nothing else, so that the title is its heading. Its `data-alone` shows a video page's top bar (top-bar.module.css). */
  isPage?: boolean;
}

/** An empty or failed view, with its next steps. */
export function EmptyState({ title, text, action, isPage = false }: EmptyStateProps) {
  return (
    <div className={classNames(styles['empty'], isPage && styles['is-page'])}>
      <Boat />
      {isPage ? (
        <h1 data-alone tabIndex={-1} className={styles['title']}>
          {title}
        </h1>
      ) : (
        <h2 className={styles['title']}>{title}</h2>
      )}
      {text ? <p>{text}</p> : null}
      {action ? <div className={styles['action']}>{action}</div> : null}
    </div>
  );
}

/** The logo's boat on a calm sea. */
function Boat() {
  return (
    <svg viewBox="0 0 96 54" aria-hidden="true">
      <circle cx="72" cy="17" r="8" />
      <path d="M44 4c0-1.6 1.8-2.6 3.2-1.7l19.4 13c1.6 1 1.6 3.2 0 4.3L60.4 24H44z" className={styles['sail']} />
      <path d="M34 27h34v4a6.5 6.5 0 0 1-6.5 6.5h-21A6.5 6.5 0 0 1 34 31z" className={styles['hull']} />
      <path d="M4 43q5.5-5 11 0t11 0 11 0 11 0 11 0 11 0 11 0 11 0M26 50q5.5-5 11 0t11 0 11 0 11 0" className={styles['sea']} />
    </svg>
  );
}
