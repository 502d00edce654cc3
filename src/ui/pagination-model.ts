// Which pages a pagination offers. Independent of React.
import { withQuery } from '../lib/addresses.ts';

/** The part of the archive's pagination (contract Pagination) that is needed here. */
export interface PageFacts {
  current_page: number;
  prev_pages: number[] | null;
  next_pages: number[];
  /** 0 if there is no page to jump to. */
  last_page: number;
  max_hits: boolean;
  page_size: number;
  total_hits: number;
}

export interface Pages {
  current: number;
  hasFirst: boolean;
  before: number[];
  after: number[];
  last: { page: number; isCapped: boolean } | null;
}

/** The number of pages on each side of the current one. With First and Last, they fit on one line. */
const maxNeighbours = 2;

/** Null for a single page, for which nothing is drawn. */
export function pagesToOffer(facts: PageFacts): Pages | null {
  const current = Math.max(1, facts.current_page);
  // If page 0 was requested, the archive's next pages begin with 2, which is also right for page 1.
  const after = facts.next_pages.filter((page) => page > current).slice(0, maxNeighbours);
  // For a page far beyond the end, the archive names previous pages that are beyond the end too.
  const isInList = (page: number): boolean => (page - 1) * facts.page_size < facts.total_hits;
  const before = (facts.prev_pages ?? []).filter((page) => page < current && page > 1 && isInList(page)).slice(-maxNeighbours);
  const last = facts.last_page > current ? { page: facts.last_page, isCapped: facts.max_hits } : null;
  // If a page follows the current one, the archive also names the last page.
  if (current === 1 && !last) return null;
  return { current, hasFirst: current > 1, before, after, last };
}

/** The page that a `page` query requests: a whole number from 1; for anything else, 1 (docs/behaviour.md, Pages). */
export function pageOfQuery(value: string | null): number {
  return value !== null && /^[0-9]{1,6}$/.test(value) ? Math.max(1, Number(value)) : 1;
}

/** The query of a link to another page of the list. Page 1 has no `page` parameter (SPEC §2). */
export function searchForPage(search: string, page: number): string {
  return withQuery(search, { page: page > 1 ? page : null }).toString();
}
