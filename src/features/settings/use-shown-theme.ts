import { useSyncExternalStore } from 'react';
import { customAccents, customBases, initialCustom, themeNames, type Theme } from '../../theme/themes.ts';

/** The theme that the page shows. It is read from the attributes that `applyTheme` sets, so every component that calls this hook agrees. */
export function useShownTheme(): Theme {
  const [name, base, accent] = useSyncExternalStore(subscribe, readAttributes).split(' ');
  return {
    name: themeNames.find((known) => known === name) ?? 'dark',
    base: customBases.find((known) => known === base) ?? initialCustom.base,
    accent: customAccents.find((known) => known === accent) ?? initialCustom.accent,
  };
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-base', 'data-accent'] });
  return () => observer.disconnect();
}

function readAttributes(): string {
  const { theme = '', base = '', accent = '' } = document.documentElement.dataset;
  return `${theme} ${base} ${accent}`;
}
