// The user's recent searches on this device. They are stored in the account's database and never sent.
import type { Mirror } from '../mirror/database.ts';

/** A longer list would itself need a search. */
const maxSearches = 12;

export function rememberSearch(mirror: Mirror, typedQuery: string): Promise<void> {
  const query = typedQuery.trim().replaceAll(/\s+/g, ' ');
  return updateSearches(mirror, (queries) =>
    [query, ...queries.filter((storedQuery) => storedQuery.toLowerCase() !== query.toLowerCase())].slice(0, maxSearches),
  );
}

export function forgetSearch(mirror: Mirror, query: string): Promise<void> {
  return updateSearches(mirror, (queries) => queries.filter((storedQuery) => storedQuery !== query));
}

export function forgetAllSearches(mirror: Mirror): Promise<void> {
  return updateSearches(mirror, () => []);
}

function updateSearches({ db, clock }: Mirror, change: (queries: string[]) => string[]): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const document = await db.documents.get('recent-searches');
    const queries = document?.key === 'recent-searches' ? document.value : [];
    await db.documents.put({ key: 'recent-searches', value: change(queries), fetchedAtMs: clock.now() });
  });
}
