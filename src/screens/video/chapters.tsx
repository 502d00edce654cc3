// The chapters beside the player, where there is a column for them. Elsewhere they are lines of the description and a menu of the player.
import { useEffect, useRef } from 'react';
import type { Chapter } from '../../player/chapters.ts';
import { useHostState } from '../../player/use-player-host.ts';
import { playerTexts } from '../../texts/player.ts';
import { ChapterButton } from './chapter-button.tsx';
import styles from './chapters.module.css';

export function Chapters({ chapters, onSeek }: { chapters: readonly Chapter[]; onSeek: (seconds: number) => void }) {
  const { chapterIndex } = useHostState();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const currentItem = box?.children[chapterIndex];
    // Only the list scrolls, and not while someone reads it.
    if (box && currentItem instanceof HTMLElement && !box.matches(':hover, :focus-within'))
      box.scrollTo({ top: currentItem.offsetTop - (box.clientHeight - currentItem.offsetHeight) / 2 });
  }, [chapterIndex]);
  if (chapters.length === 0) return null;
  return (
    <section className={styles['chapters']} aria-labelledby="chapters">
      <h2 id="chapters">{playerTexts.chapters}</h2>
      <ol ref={list}>
        {chapters.map((chapter, index) => (
          <li key={index}>
            <ChapterButton
              chapter={chapter.title === '' ? { ...chapter, title: playerTexts.unnamedChapter(index + 1) } : chapter}
              isCurrent={index === chapterIndex}
              onSeek={onSeek}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
