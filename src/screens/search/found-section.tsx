// The parts of the results: sections with the first hits of one kind, buttons that show all hits, and chips that jump between sections.
import { useEffect, useRef, type ReactNode } from 'react';
import { count } from '../../texts/formats.ts';
import { searchTexts } from '../../texts/search.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import styles from './search-screen.module.css';

/** The number of hits that a section shows at first. */
export const sectionSize = 6;

export type SectionName = 'videos' | 'fulltext' | 'channels' | 'playlists';

/** The parts that are shown in full. */
export interface Expansion {
  /** Names of sections, and ids of videos whose passages are all shown. */
  expandedNames: ReadonlySet<string>;
  toggle: (name: string) => void;
}

interface SectionProps {
  name: SectionName;
  /** Shown next to the heading; null if there are no hits. */
  countText: string | null;
  /** Shown at the end of the heading's line. */
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

const headingId = (name: SectionName): string => `found-${name}`;

export function Section({ name, countText, action, className, children }: SectionProps) {
  return (
    <section aria-labelledby={headingId(name)} className={className}>
      <div className={styles['section-head']}>
        <h2 id={headingId(name)} tabIndex={-1}>
          {searchTexts[name]}
        </h2>
        {countText === null ? null : <span className={styles['count']}>{countText}</span>}
        {action}
      </div>
      {children}
    </section>
  );
}

interface ShowAllProps {
  /** The name in `expansion` of the part that the button extends. */
  name: string;
  total: number;
  /** The number of items shown at first. */
  limit: number;
  /** The button's text while some items are hidden. */
  text: string;
  /** The name of the part that the button extends, for screen readers. */
  partName: string;
  expansion: Expansion;
}

/** The button that extends a list. It must directly follow the list, because it moves the focus to the first added item. */
export function ShowAll({ name, total, limit, text, partName, expansion }: ShowAllProps) {
  const button = useRef<HTMLButtonElement>(null);
  /** What the last press requested; null once the list shows it, so that later renders do not move the focus again. */
  const requestedAmount = useRef<'all' | 'fewer' | null>(null);
  const isAll = expansion.expandedNames.has(name);
  useEffect(() => {
    if (requestedAmount.current !== (isAll ? 'all' : 'fewer')) return;
    const firstAddedItem = button.current?.previousElementSibling?.children[limit];
    // The list changes only once its items have been read from the device.
    if (isAll !== (firstAddedItem !== undefined)) return;
    requestedAmount.current = null;
    if (!isAll) button.current?.scrollIntoView({ block: 'nearest' });
    firstAddedItem?.querySelector('a')?.focus({ preventScroll: true });
  });
  if (total <= limit) return null;
  const buttonText = isAll ? searchTexts.showFewer : text;
  return (
    <Button
      ref={button}
      size="small"
      className={styles['show-all']}
      data-walk
      aria-label={searchTexts.within(buttonText, partName)}
      onClick={() => {
        requestedAmount.current = isAll ? 'fewer' : 'all';
        expansion.toggle(name);
      }}
    >
      {buttonText}
    </Button>
  );
}

/** One chip for each section with hits; none if there is only one such section. */
export function SectionChips({ counts }: { counts: Readonly<Record<SectionName, number>> }) {
  const names = (['videos', 'fulltext', 'channels', 'playlists'] as const).filter((name) => counts[name] > 0);
  if (names.length < 2) return null;
  return (
    <nav aria-label={searchTexts.jump} className={styles['chips']}>
      {names.map((name) => (
        <Chip key={name} onClick={() => jumpTo(name)}>
          {searchTexts[name]} <span className={styles['chip-count']}>{count(counts[name])}</span>
        </Chip>
      ))}
    </nav>
  );
}

function jumpTo(name: SectionName): void {
  const heading = document.getElementById(headingId(name));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
