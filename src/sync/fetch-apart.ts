// Resources that the first load does not need: searches, and the documents of single pages. Called by fetch-resource.ts, as a
// part of its own.
import { ok, type Result } from '../lib/result.ts';
import { applyDocument } from '../mirror/apply.ts';
import type { Resource } from '../mirror/resource-keys.ts';
import type { ApiError } from '../network/api-error.ts';
import { fetchPageDocument } from './fetch-page-document.ts';
import type { Fetched, Source } from './fetch-resource.ts';
import { applySearch, fetchSearch } from './fetch-search.ts';

type ResourceApart = Extract<Resource, { kind: 'search' | 'page-document' }>;

export async function fetchApart({ mirror: { db }, api, signal }: Source, resource: ResourceApart, atMs: number): Promise<Result<Fetched, ApiError>> {
  if (resource.kind === 'search') {
    const results = await fetchSearch(api, resource.query, signal);
    return results.ok ? ok({ apply: () => applySearch(db, resource.query, results.value, atMs) }) : results;
  }
  const document = await fetchPageDocument(api, resource.key, signal);
  return document.ok ? ok({ apply: () => applyDocument(db, document.value, atMs) }) : document;
}
