import type { WirePagination } from '../contract/names.ts';

/** How many pages an archive lists before and after the current one (contract, Pagination). */
const maxNeighbours = 5;

/** Pagination of a list built on this device, in the archive's form. `isMore`: whether the list was not counted to its end. */
export function devicePages({ total, isMore, page, pageSize }: { total: number; isMore: boolean; page: number; pageSize: number }): WirePagination {
  const current = Math.max(1, page);
  const last = Math.max(1, Math.ceil(total / pageSize));
  const pagesBetween = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return {
    page_size: pageSize,
    page_from: (current - 1) * pageSize,
    prev_pages: current === 1 ? null : pagesBetween(Math.max(2, current - maxNeighbours), current - 1),
    current_page: current,
    max_hits: isMore,
    params: '',
    last_page: current >= last ? 0 : last,
    next_pages: pagesBetween(current + 1, Math.min(last - 1, current + maxNeighbours)),
    total_hits: total,
  };
}
