import type { WirePagination } from '../contract/names.ts';

/** How many pages an archive lists before and after the current one (contract, Pagination). */
const maxNeighbours = 5;

/** Pagination of a list built on this device, in the archive's form. `isMore`: whether the list has more items than `total`. */
export function devicePages({ total, isMore, page, pageSize }: { total: number; isMore: boolean; page: number; pageSize: number }): WirePagination {
  const currentPage = Math.max(1, page);
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const pagesBetween = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return {
    page_size: pageSize,
    page_from: (currentPage - 1) * pageSize,
    prev_pages: currentPage === 1 ? null : pagesBetween(Math.max(2, currentPage - maxNeighbours), currentPage - 1),
    current_page: currentPage,
    max_hits: isMore,
    params: '',
    last_page: currentPage >= lastPage ? 0 : lastPage,
    next_pages: pagesBetween(currentPage + 1, Math.min(lastPage - 1, currentPage + maxNeighbours)),
    total_hits: total,
  };
}
