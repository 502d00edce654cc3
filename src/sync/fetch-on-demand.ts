// Fetches the resources that the first load does not need: searches, and documents of single pages. A separate chunk, loaded by
// fetch-resource.ts.
import { ok, type Result } from '../lib/result.ts';
import { applyDocument } from '../mirror/apply.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import type { Resource } from '../mirror/resource-keys.ts';
import type { RequestTime } from '../mirror/rows.ts';
import type { ApiError } from '../network/api-error.ts';
import type { CallApi } from '../network/archive-api.ts';
import { fetchPageDocument } from './fetch-page-document.ts';
import { applySearch, fetchSearch } from './fetch-search.ts';

type OnDemandResource = Extract<Resource, { kind: 'search' | 'page-document' }>;

/** @returns the answer, which `apply` writes to the mirror */
export async function fetchOnDemand(
  db: MirrorDatabase,
  api: CallApi,
  resource: OnDemandResource,
  requestTime: RequestTime,
  signal: AbortSignal,
): Promise<Result<{ apply(): Promise<void> }, ApiError>> {
  if (resource.kind === 'search') {
    const results = await fetchSearch(api, resource.query, signal);
    return results.ok ? ok({ apply: () => applySearch(db, resource.query, results.value, requestTime) }) : results;
  }
  const document = await fetchPageDocument(api, resource.key, signal);
  return document.ok ? ok({ apply: () => applyDocument(db, document.value, requestTime) }) : document;
}
