import { describe, expect, test } from 'vitest';
import { pageOfQuery, pagesToOffer, searchForPage, type PageFacts } from '../../src/ui/pagination-model.ts';

const noPages: PageFacts = { current_page: 0, prev_pages: null, next_pages: [], last_page: 0, max_hits: false, page_size: 12, total_hits: 10_000 };
const pageFacts = (change: Partial<PageFacts>): PageFacts => ({ ...noPages, ...change });

describe('the pagination', () => {
  test('offers no pages if there is only one', () => {
    expect(pagesToOffer(pageFacts({}))).toBeNull();
  });

  test('offers page 0 of an answer as page 1', () => {
    expect(pagesToOffer(pageFacts({ current_page: 0, next_pages: [2, 3, 4, 5], last_page: 102 }))).toEqual({
      current: 1,
      hasFirst: false,
      before: [],
      after: [2, 3],
      last: { page: 102, isCapped: false },
    });
  });

  test('offers page 2 of two pages only as the last page', () => {
    expect(pagesToOffer(pageFacts({ last_page: 2 }))).toMatchObject({ current: 1, after: [], last: { page: 2 } });
  });

  test('offers two neighbours on each side of a page in the middle', () => {
    expect(pagesToOffer(pageFacts({ current_page: 6, prev_pages: [2, 3, 4, 5], next_pages: [7, 8, 9], last_page: 12 }))).toMatchObject({
      hasFirst: true,
      before: [4, 5],
      after: [7, 8],
    });
  });

  test('offers page 1 once, as First', () => {
    expect(pagesToOffer(pageFacts({ current_page: 3, prev_pages: [1, 2] }))).toMatchObject({ hasFirst: true, before: [2] });
  });

  test('offers only earlier pages on the last page', () => {
    expect(pagesToOffer(pageFacts({ current_page: 3, prev_pages: [2] }))).toEqual({
      current: 3,
      hasFirst: true,
      before: [2],
      after: [],
      last: null,
    });
  });

  test('offers no page beyond the end', () => {
    const before = (current_page: number, prev_pages: number[]) => pagesToOffer(pageFacts({ current_page, prev_pages, total_hits: 60 }))?.before;
    expect([before(1000, [998, 999]), before(7, [2, 3, 4, 5, 6]), before(5, [2, 3, 4])]).toEqual([[], [4, 5], [3, 4]]);
  });

  test('ends with Max if the list is capped', () => {
    expect(pagesToOffer(pageFacts({ next_pages: [2], last_page: 833, max_hits: true }))?.last).toEqual({ page: 833, isCapped: true });
  });
});

describe('the page in the address', () => {
  test.each([
    [null, 1],
    ['', 1],
    ['0', 1],
    ['1', 1],
    ['7', 7],
    ['-3', 1],
    ['abc', 1],
    ['2.5', 1],
    ['1e3', 1],
    ['99999999999', 1],
  ])('%j is page %i', (value, page) => {
    expect(pageOfQuery(value)).toBe(page);
  });

  test('page 1 is left out of the address, and the rest of the query stays', () => {
    const search = '?page=4&filter=subscribed';
    expect([searchForPage(search, 1), searchForPage(search, 5), searchForPage('?page=2', 1)]).toEqual(['filter=subscribed', 'filter=subscribed&page=5', '']);
  });
});
