import { useId, useMemo, useState } from 'react';
import type { Chapter } from '../../player/chapters.ts';
import { useHostState } from '../../player/use-player-host.ts';
import { videoTexts } from '../../texts/video.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { beginningOf, descriptionLines, type DescriptionLine } from '../../features/rich-text/description-lines.ts';
import { RichLine } from '../../features/rich-text/rich-line.tsx';
import { ChapterButton } from './chapter-button.tsx';
import styles from './description.module.css';

interface DescriptionProps {
  description: string | null;
  tags: readonly string[];
  chapters: readonly Chapter[];
  durationSeconds: number;
  /** False until the details have loaded, because only they say whether there is a description. */
  isKnown: boolean;
  onSeek: (seconds: number) => void;
}

/** The number of tags shown at first. Further tags appear on "Show more". */
const initialTagCount = 8;

export function Description({ description, tags, chapters, durationSeconds, isKnown, onSeek }: DescriptionProps) {
  const id = useId();
  const { chapterIndex } = useHostState();
  const [isOpen, setIsOpen] = useState(false);
  const lines = useMemo(() => descriptionLines(description ?? '', chapters, durationSeconds), [description, chapters, durationSeconds]);
  const beginning = useMemo(() => beginningOf(lines), [lines]);
  if (!isKnown) return null;
  const isShort = beginning === null && tags.length <= initialTagCount;
  return (
    <section className={styles['description']} aria-labelledby={id}>
      <VisuallyHidden>
        <h2 id={id}>{videoTexts.description}</h2>
      </VisuallyHidden>
      {description === null ? <p className={styles['none']}>{videoTexts.noDescription}</p> : null}
      {description === null ? null : <Lines lines={isOpen ? lines : (beginning ?? lines)} currentChapter={chapterIndex} onSeek={onSeek} />}
      {tags.length > 0 ? (
        <ul className={styles['tags']} aria-label={videoTexts.tags}>
          {(isOpen ? tags : tags.slice(0, initialTagCount)).map((tag, index) => (
            <li key={index} dir="auto">
              {`#${tag}`}
            </li>
          ))}
        </ul>
      ) : null}
      {isShort ? null : (
        <button type="button" className={classNames(styles['more'], isOpen && styles['is-open'])} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? videoTexts.showLess : videoTexts.showMore}
          <Icon name="chevron-down" size={15} />
        </button>
      )}
    </section>
  );
}

function Lines({ lines, currentChapter, onSeek }: { lines: readonly DescriptionLine[]; currentChapter: number; onSeek: (seconds: number) => void }) {
  return lines.map((line, index) =>
    line.kind === 'text' ? (
      <RichLine key={index} parts={line.parts} onSeek={onSeek} />
    ) : (
      <ChapterButton key={index} chapter={line.chapter} isCurrent={line.index === currentChapter} onSeek={onSeek} />
    ),
  );
}
