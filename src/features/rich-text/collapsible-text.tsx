// A description as text with links, collapsed to its beginning. The text is never set as HTML.
import { useId, useMemo, useState } from 'react';
import { collapseTexts } from '../../texts/collapse.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { beginningOf, descriptionLines } from './description-lines.ts';
import { RichLine } from './rich-line.tsx';
import styles from './collapsible-text.module.css';

/** This text belongs to no video. Every timestamp is beyond this duration, so all of them stay plain text. */
const noDuration = -1;

export function CollapsibleText({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const lines = useMemo(() => descriptionLines(text, [], noDuration), [text]);
  const beginning = useMemo(() => beginningOf(lines), [lines]);
  return (
    <section className={classNames(styles['text'], className)} aria-labelledby={id}>
      <VisuallyHidden>
        <h2 id={id}>{label}</h2>
      </VisuallyHidden>
      {(isOpen ? lines : (beginning ?? lines)).map((line, index) =>
        line.kind === 'text' ? <RichLine key={index} parts={line.parts} onSeek={ignoreSeek} /> : null,
      )}
      {beginning === null ? null : (
        <button type="button" className={classNames(styles['more'], isOpen && styles['is-open'])} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? collapseTexts.showLess : collapseTexts.showMore}
          <Icon name="chevron-down" size={15} />
        </button>
      )}
    </section>
  );
}

function ignoreSeek(): void {}
