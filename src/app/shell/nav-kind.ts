// Which container holds the navigation: tab bar, rail, slim rail or sidebar. The items are the same in all of them.
import { useSyncExternalStore } from 'react';

export type NavKind = 'tabs' | 'rail' | 'slim' | 'sidebar';

// In em, so that large text counts as less room: at 200 % the sidebar becomes the rail. 600 and 1100 px at 16 px; a phone
// on its side is lower than 480 px.
const queries = { compact: '(max-width: 37.49em)', low: '(max-height: 30em)', expanded: '(min-width: 68.75em)' } as const;

export function navKindOf(matches: Record<keyof typeof queries, boolean>, pathname: string): NavKind {
  if (matches.compact) return 'tabs';
  if (matches.low) return 'slim';
  return matches.expanded && !pathname.startsWith('/video/') ? 'sidebar' : 'rail';
}

function subscribe(onChange: () => void): () => void {
  const lists = Object.values(queries).map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', onChange);
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange);
  };
}

export function useNavKind(pathname: string): NavKind {
  return useSyncExternalStore(subscribe, () =>
    navKindOf({ compact: matchMedia(queries.compact).matches, low: matchMedia(queries.low).matches, expanded: matchMedia(queries.expanded).matches }, pathname),
  );
}
