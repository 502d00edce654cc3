// Which ids an archive can have (server/openapi.yaml, parameters): any other is not requested, since no archive has it. A server's router answers
// such an address with its own page, which would look like a fault.
import type { Store } from './live-store.ts';
import type { View } from './views.ts';

export function isArchiveId(id: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(id);
}

const notFound = { state: 'not-found' } as const;

/** The view of an impossible id: it never changes. */
export const notFoundStore: Store<View<never>> = { read: () => notFound, subscribe: () => () => {} };
