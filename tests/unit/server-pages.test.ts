import { describe, expect, test } from 'vitest';
import { pageRequest, pagination, windowOf } from '../../server/http/pages.ts';

function pagesOf(page: number, hits: number, pageSize = 12) {
  const { prev_pages, next_pages, last_page, page_from, current_page } = pagination({ page, pageSize, params: '' }, hits);
  return { previousPages: prev_pages, nextPages: next_pages, lastPage: last_page, offset: page_from, currentPage: current_page };
}

describe('60 hits in pages of 12', () => {
  const table: [number, number[] | null, number[], number, number][] = [
    [0, null, [2, 3, 4], 5, 0],
    [1, null, [2, 3, 4], 5, 0],
    [2, [], [3, 4], 5, 12],
    [3, [2], [4], 5, 24],
    [4, [2, 3], [], 5, 36],
    [5, [2, 3, 4], [], 0, 48],
    [6, [2, 3, 4, 5], [], 0, 60],
  ];
  for (const [page, previousPages, nextPages, lastPage, offset] of table) {
    test(`page ${page} has the numbers of its neighbours`, () =>
      expect(pagesOf(page, 60)).toEqual({ previousPages, nextPages, lastPage, offset, currentPage: page }));
  }
});

test('there are at most five page numbers on each side, and four on page 0', () => {
  expect(pagesOf(0, 1000).nextPages).toEqual([2, 3, 4, 5]);
  expect(pagesOf(1, 1000).nextPages).toEqual([2, 3, 4, 5, 6]);
  expect(pagesOf(10, 1000)).toMatchObject({ previousPages: [5, 6, 7, 8, 9], nextPages: [11, 12, 13, 14, 15] });
});

test('a list of at most one page has no page numbers, and a list of two pages has only a last page', () => {
  expect(pagesOf(0, 12)).toMatchObject({ previousPages: null, nextPages: [], lastPage: 0 });
  expect(pagesOf(0, 0)).toMatchObject({ previousPages: null, nextPages: [], lastPage: 0 });
  expect(pagesOf(1, 13)).toMatchObject({ nextPages: [], lastPage: 2 });
});

test('at most 10000 hits are counted; at that limit the last page is 833 instead of 834', () => {
  const paging = pagination({ page: 0, pageSize: 12, params: '' }, 10_000);
  expect(paging).toMatchObject({ total_hits: 10_000, max_hits: true, last_page: 833 });
  expect(pagination({ page: 0, pageSize: 12, params: '' }, 9_999)).toMatchObject({ total_hits: 9_999, max_hits: false, last_page: 834 });
});

test('no page reaches beyond hit 10000', () => {
  expect(windowOf({ page: 834, pageSize: 12, params: '' })).toEqual({ offset: 9996, limit: 4 });
  expect(windowOf({ page: Number.MAX_SAFE_INTEGER, pageSize: 500, params: '' })).toEqual({ offset: 10_000, limit: 0 });
});

test('the page size comes from the request, or else from the settings, and stays within bounds', () => {
  const requestFor = (query: Record<string, unknown>, setting: number) => pageRequest({ query, queryString: 'page=3&sort=views' }, setting);
  expect(requestFor({ page: 3, page_size: 500 }, 12)).toEqual({ page: 3, pageSize: 500, params: 'sort=views' });
  expect(requestFor({}, 25)).toMatchObject({ page: 0, pageSize: 25 });
  expect(requestFor({}, 100_000).pageSize).toBe(500);
});
