// What may be an id of the archive (server/openapi.yaml, parameters): anything else is not asked for, since no archive can
// have it. A server's router answers such an address with a page of its own, which would look like a fault.
import type { Store } from './live-store.ts';
import type { View } from './views.ts';

export function isArchiveId(id: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(id);
}

const notFound = { state: 'not-found' } as const;

/** The view of what cannot be: it never changes. */
export const absentStore: Store<View<never>> = { read: () => notFound, subscribe: () => () => {} };
