// The sections of a long page, at its side where there is room.
import type { MouseEvent } from 'react';
import { appSettingsTexts as texts } from '../../texts/app-settings.ts';
import styles from './application-settings.module.css';

export type SectionName = keyof typeof texts.sections;

export const sectionId = (name: SectionName): string => `settings-${name}`;

export function SectionIndex({ names }: { names: readonly SectionName[] }) {
  return (
    <nav aria-label={texts.index} className={styles['index']}>
      {names.map((name) => (
        <a key={name} href={`#${sectionId(name)}`} onClick={(event) => goTo(event, name)}>
          {texts.sections[name]}
        </a>
      ))}
    </nav>
  );
}

/** Without an entry of the history: Back leaves the page. */
function goTo(event: MouseEvent, name: SectionName): void {
  const section = document.getElementById(sectionId(name));
  if (!section || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  section.focus({ preventScroll: true });
  section.scrollIntoView({ block: 'start' });
}
