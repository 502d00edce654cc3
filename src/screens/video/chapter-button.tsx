import type { Chapter } from '../../player/chapters.ts';
import { duration } from '../../texts/formats.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './chapter-button.module.css';

interface ChapterButtonProps {
  chapter: Chapter;
  isCurrent: boolean;
  onSeek: (seconds: number) => void;
}

/** A full-width row with a chapter's start and title. A press plays from the start of the chapter. */
export function ChapterButton({ chapter, isCurrent, onSeek }: ChapterButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles['chapter'], isCurrent && styles['is-current'])}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onSeek(chapter.startSeconds)}
    >
      <span className={styles['start']}>{duration(chapter.startSeconds)}</span>
      <span dir="auto">{chapter.title}</span>
    </button>
  );
}
