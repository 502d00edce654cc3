// Paging as described in docs/behaviour.md (Pages), in one place for every list.
import type { WirePagination } from '../../src/contract/names.ts';
import { maxHits } from '../archive/video-lists.ts';

/** How many page numbers are listed on each side of the current one. */
const pagesPerSide = 5;
/** The upper limit of the `page_size` parameter. If a user's setting is larger, pages have this size. */
export const maxPageSize = 500;

export interface PageRequest {
  /** The requested page; 0 if none was requested. */
  page: number;
  pageSize: number;
  /** The query string without `page`. */
  params: string;
}

export function pageRequest(call: { query: Record<string, unknown>; queryString: string }, settingsPageSize: number): PageRequest {
  const requestedPage = (call.query['page'] as number | undefined) ?? 0;
  const pageSize = (call.query['page_size'] as number | undefined) ?? Math.min(maxPageSize, Math.max(1, settingsPageSize));
  const params = new URLSearchParams(call.queryString);
  params.delete('page');
  return { page: Math.max(0, requestedPage), pageSize, params: params.toString() };
}

export function windowOf({ page, pageSize }: PageRequest): { offset: number; limit: number } {
  // Nothing is served beyond maxHits, so the offset is limited to it. SQLite therefore accepts the offset of any page number.
  const offset = Math.min(maxHits, Math.max(0, page - 1) * pageSize);
  return { offset, limit: Math.max(0, Math.min(pageSize, maxHits - offset)) };
}

export function pagination(request: PageRequest, matchCount: number): WirePagination {
  const { page, pageSize } = request;
  const isCapped = matchCount >= maxHits;
  const totalHits = Math.min(matchCount, maxHits);
  // At the limit, the contract's last page is one less than computed (docs/behaviour.md, Pages).
  const lastPage = Math.ceil(totalHits / pageSize) - (isCapped ? 1 : 0);
  return {
    page_size: pageSize,
    page_from: Math.max(0, page - 1) * pageSize,
    prev_pages: page <= 1 ? null : range(Math.max(2, page - pagesPerSide), page - 1),
    current_page: page,
    max_hits: isCapped,
    params: request.params,
    last_page: Math.max(1, page) < lastPage ? lastPage : 0,
    next_pages: range(Math.max(2, page + 1), Math.min(page + pagesPerSide, lastPage - 1)),
    total_hits: totalHits,
  };
}

function range(from: number, to: number): number[] {
  return to < from ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
