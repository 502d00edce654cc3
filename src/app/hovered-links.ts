// While a mouse rests on a link, requests the data of the page that the link opens, so that the page is drawn sooner after the click. Touches
// are ignored, because a finger that touches a link usually scrolls. Loaded with background-copy.ts.
import { inBackground } from '../lib/in-background.ts';
import type { Mirror } from '../mirror/database.ts';
import { listKey, videoListFilters, type VideoListFilters } from '../mirror/list-keys.ts';
import { isTemporaryPlaylistId, resolvePlaylistId } from '../mirror/playlist-ids.ts';
import { channelFactsKey, channelKey, playlistKey, videoKey } from '../mirror/resource-keys.ts';
import { readDocument, readPageSize } from '../queries/documents.ts';
import { videoListQuery, videoListSettings } from '../queries/list-settings.ts';
import { prefetchNow } from '../sync/prefetch.ts';
import { heightOfQuery } from '../ui/list-settings.ts';
import { pageOfQuery } from '../ui/pagination-model.ts';

/** A mouse that only crosses a link stays on it for less than this. */
const restMs = 50;

/** Returns the function that stops watching. */
export function watchHoveredLinks(mirror: Mirror, mayFetch: () => boolean): () => void {
  let cancel = (): void => {};
  function onPointerOver({ target, pointerType }: PointerEvent): void {
    cancel();
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || pointerType !== 'mouse' || link.origin !== location.origin) return;
    const { pathname, search } = link;
    cancel = mirror.clock.after(restMs, () => {
      if (mayFetch()) inBackground(prefetchPage(mirror, pathname, search), 'The page of a link was not prefetched');
    });
  }
  addEventListener('pointerover', onPointerOver, { passive: true });
  return () => {
    cancel();
    removeEventListener('pointerover', onPointerOver);
  };
}

async function prefetchPage(mirror: Mirror, pathname: string, search: string): Promise<void> {
  await prefetchNow(mirror, await keysOfPage(mirror, pathname, new URLSearchParams(search)));
}

/** The resources that the page of a video, channel or playlist shows first. Empty for other pages: the lists are prefetched anyway. */
async function keysOfPage({ db }: Mirror, pathname: string, search: URLSearchParams): Promise<string[]> {
  const [, kind, id] = /^\/(video|channel|playlist)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (!kind || !id) return [];
  if (kind === 'video') return [videoKey(id)];
  const pageSize = await readPageSize(db);
  const keyOfList = (filters: VideoListFilters, page: number): string => listKey({ endpoint: 'videos', filters: videoListFilters(filters), pageSize, page });
  if (kind === 'playlist') {
    const playlistId = await resolvePlaylistId(db, id);
    return isTemporaryPlaylistId(playlistId) ? [] : [playlistKey(playlistId), keyOfList({ playlistId }, 1)];
  }
  const config = await readDocument(db, 'user-config');
  if (!config) return [];
  const settings = { ...videoListSettings(config.value, 'channel'), height: heightOfQuery(search.get('height')) };
  const page = pageOfQuery(search.get('page'));
  return [keyOfList(videoListQuery(settings, { channelId: id, kind: 'videos', page }), page), channelKey(id), channelFactsKey(id)];
}
