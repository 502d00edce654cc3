// The form of the navigation: tab bar, rail, slim rail or sidebar. The items are the same in all of them.
import { useSyncExternalStore } from 'react';
import { mediaQueryStore } from '../../lib/media-query.ts';

export type NavKind = 'tabs' | 'rail' | 'slim' | 'sidebar';

// In em, so that with large text a window counts as smaller: at 200 % the sidebar becomes the rail. With text of 16 px, the limits are
// widths of 600 and 1100 px and a height of 480 px; a phone in landscape is lower than 480 px.
const queries = {
  compact: mediaQueryStore('(max-width: 37.49em)'),
  low: mediaQueryStore('(max-height: 30em)'),
  expanded: mediaQueryStore('(min-width: 68.75em)'),
};

export function navKindOf(matches: Record<keyof typeof queries, boolean>, pathname: string): NavKind {
  if (matches.compact) return 'tabs';
  if (matches.low) return 'slim';
  return matches.expanded && !pathname.startsWith('/video/') ? 'sidebar' : 'rail';
}

function subscribe(onChange: () => void): () => void {
  const stops = Object.values(queries).map((query) => query.subscribe(onChange));
  return () => stops.forEach((stop) => stop());
}

export function useNavKind(pathname: string): NavKind {
  return useSyncExternalStore(subscribe, () =>
    navKindOf({ compact: queries.compact.read(), low: queries.low.read(), expanded: queries.expanded.read() }, pathname),
  );
}
