import { downloadsTexts } from '../../texts/downloads.ts';
import styles from './program-output.module.css';

/** The downloader's own messages, for users who want to look them up. */
export function ProgramOutput({ lines, label = downloadsTexts.details, itemTitle }: { lines: readonly string[]; label?: string; itemTitle?: string }) {
  if (lines.length === 0) return null;
  return (
    <details className={styles['details']}>
      <summary {...(itemTitle === undefined ? {} : { 'aria-label': downloadsTexts.of(label, itemTitle) })}>{label}</summary>
      <ul className={styles['lines']} translate="no">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
