// The ids that an archive can have (server/openapi.yaml, parameters). Any other id is never requested, because a server's router would
// answer with its own page, which would look like a fault.
import type { Store } from './live-store.ts';
import type { View } from './views.ts';

export function isArchiveId(id: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(id);
}

const notFound = { state: 'not-found' } as const;

/** The view of an id that no archive can have. It never changes. */
export const notFoundStore: Store<View<never>> = { read: () => notFound, subscribe: () => () => {} };
