// Links to the sections of a long page, shown beside the page if there is space.
import { useEffect, useState, type MouseEvent } from 'react';
import { appSettingsTexts as texts } from '../../texts/app-settings.ts';
import styles from './application-settings.module.css';

export type SectionName = keyof typeof texts.sections;

export const sectionId = (name: SectionName): string => `settings-${name}`;

export function SectionIndex({ names }: { names: readonly SectionName[] }) {
  const currentName = useSectionInView(names);
  return (
    <nav aria-label={texts.index} className={styles['index']}>
      {names.map((name) => (
        <a key={name} href={`#${sectionId(name)}`} aria-current={name === currentName ? 'true' : undefined} onClick={(event) => goTo(event, name)}>
          {texts.sections[name]}
        </a>
      ))}
    </nav>
  );
}

/** The first section that extends into the upper part of the window. */
function useSectionInView(names: readonly SectionName[]): SectionName | undefined {
  const [currentName, setCurrentName] = useState(names[0]);
  const joinedNames = names.join(' ');
  useEffect(() => {
    const visibleIds = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) visibleIds[isIntersecting ? 'add' : 'delete'](target.id);
        const firstVisible = joinedNames.split(' ').find((name) => visibleIds.has(sectionId(name as SectionName)));
        if (firstVisible !== undefined) setCurrentName(firstVisible as SectionName);
      },
      { rootMargin: '-15% 0px -60% 0px' },
    );
    for (const name of joinedNames.split(' ')) {
      const section = document.getElementById(sectionId(name as SectionName));
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [joinedNames]);
  return currentName;
}

/** Goes to a section without a history entry, so that Back leaves the page. */
function goTo(event: MouseEvent, name: SectionName): void {
  const section = document.getElementById(sectionId(name));
  if (!section || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  section.focus({ preventScroll: true });
  section.scrollIntoView({ block: 'start' });
}
