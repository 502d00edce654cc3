// The list pages that the catalogue walk reads: their keys, and the combined contents of the fetched ones.
import type { CatalogueWalk } from '../mirror/catalogue-state.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { listKey, parseListKey, type ListKeyParts } from '../mirror/list-keys.ts';

/**
 * The page's key. Videos are in order of download, oldest first, so that videos added during the walk come at the end; for a list that is
 * read from its other end, newest first. No view uses these keys, because no view requests a page size. Servers that do not know
 * `page_size` ignore it.
 */
export function walkPageKey(walk: CatalogueWalk, page = walk.page): string {
  return listKey({ ...listKeyParts(walk), pageSize: walk.pageSize, page });
}

function listKeyParts({ list, pageSize, isFromEnd }: CatalogueWalk): Pick<ListKeyParts, 'endpoint' | 'filters'> {
  const size = `page_size=${pageSize}`;
  if (list.of !== 'videos') return { endpoint: list.of, filters: size };
  const channel = list.channelId === null ? [] : [`channel=${encodeURIComponent(list.channelId)}`];
  return { endpoint: 'videos', filters: [size, `order=${isFromEnd ? 'desc' : 'asc'}`, 'sort=downloaded', ...channel].join('&') };
}

/**
 * The page size of a stored answer that differs from the requested size, because the archive ignores `page_size` or because its setting has
 * changed. Null if there is no such answer.
 */
export async function actualPageSize(db: MirrorDatabase, walk: CatalogueWalk): Promise<number | null> {
  const keys = await db.listPages
    .where('key')
    .startsWith(listKey({ ...listKeyParts(walk), pageSize: 0, page: 1 }).replace(/0&page=1$/, ''))
    .primaryKeys();
  const size = keys.map((key) => parseListKey(key)?.pageSize).find((pageSize) => pageSize !== undefined && pageSize !== walk.pageSize);
  return size ?? null;
}

interface ListContents {
  ids: Set<string>;
  /** The number of items according to the last page. */
  total: number;
  /** By how many items the total shrank from one page to a later one; at least this many items were deleted in between. */
  shrunkBy: number;
  /** The archive has more items than it lists. */
  isCapped: boolean;
}

/** Call inside a transaction over list pages, or outside any. */
export async function readListContents(db: MirrorDatabase, walk: CatalogueWalk): Promise<ListContents> {
  const contents: ListContents = { ids: new Set(), total: 0, shrunkBy: 0, isCapped: false };
  let largestTotal = 0;
  for (const isFromEnd of walk.isFromEnd ? [false, true] : [false]) {
    const directedWalk = { ...walk, isFromEnd };
    for (let page = 1; ; page += 1) {
      const row = await db.listPages.get(walkPageKey(directedWalk, page));
      if (!row || (isFromEnd === walk.isFromEnd && page > walk.page)) break;
      for (const id of row.ids) contents.ids.add(id);
      if (!row.paginate) continue;
      contents.total = row.paginate.total_hits;
      contents.isCapped = row.paginate.max_hits === true;
      contents.shrunkBy = Math.max(contents.shrunkBy, largestTotal - contents.total);
      largestTotal = Math.max(largestTotal, contents.total);
    }
  }
  return contents;
}
