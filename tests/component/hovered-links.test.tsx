// The data of a page is requested while the mouse rests on a link to it.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchHoveredLinks } from '../../src/app/hovered-links.ts';
import { listKey, videoListFilters, type VideoListFilters } from '../../src/mirror/list-keys.ts';
import { aMirror, setConnection } from '../builders/mirror-copy.ts';
import { aWireUserConfig } from '../builders/mirror-wire.ts';

const listOf = (filters: VideoListFilters, page = 1): string => listKey({ endpoint: 'videos', filters: videoListFilters(filters), pageSize: 12, page });

let mirror: Awaited<ReturnType<typeof aMirror>>;
let mayFetch: boolean;
beforeEach(async () => {
  mirror = await aMirror();
  mayFetch = true;
  await setConnection(mirror, 'online');
  await mirror.db.documents.put({ key: 'user-config', value: aWireUserConfig({ sort_by: 'duration', hide_watched: false }), fetchedAtMs: 0 });
  onTestFinished(watchHoveredLinks(mirror, () => mayFetch));
});

/** Moves the pointer to a link and lets it rest. */
function rest(href: string, { ms = 50, pointerType = 'mouse' } = {}): void {
  const link = document.createElement('a');
  link.href = href;
  link.innerHTML = '<img alt="">';
  document.body.append(link);
  onTestFinished(() => link.remove());
  link.querySelector('img')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
  mirror.clock.advance(ms);
}

const requests = async (): Promise<string[]> => (await mirror.db.wanted.toArray()).map(({ key, rank }) => `${rank} ${key}`);

test.each([
  ['a video', '/video/v1/?t=30', ['1 video:v1']],
  [
    'a channel, whose videos are filtered and sorted by the account’s settings',
    '/channel/UC1/',
    ['1 channel:UC1', `1 ${listOf({ channelId: 'UC1', kind: 'videos', watch: 'unwatched', sort: 'duration', order: 'desc' })}`],
  ],
  [
    'a later page of a channel’s videos of one height',
    '/channel/UC1/?page=3&height=1080',
    ['1 channel:UC1', `1 ${listOf({ channelId: 'UC1', kind: 'videos', watch: 'unwatched', sort: 'duration', order: 'desc', height: 1080 }, 3)}`],
  ],
  ['a playlist', '/playlist/PL1/', ['1 playlist:PL1', `1 ${listOf({ playlistId: 'PL1' })}`]],
])('a mouse that rests on a link to %s requests what the page shows first', async (_description, href, expected) => {
  rest(href);
  await expect.poll(requests).toEqual(expected);
});

test.each([
  ['a mouse that crosses a link', () => rest('/video/v1/', { ms: 49 })],
  ['a finger', () => rest('/video/v1/', { pointerType: 'touch' })],
  ['a link to the channels, which are prefetched anyway', () => rest('/channel/')],
  ['a link to another site', () => rest('https://elsewhere.example/video/v1/')],
])('%s requests nothing', async (_description, act) => {
  act();
  rest('/video/v2/');
  await expect.poll(requests).toEqual(['1 video:v2']);
});

test('what is fresh, or failed before, is not requested', async () => {
  await mirror.db.listPages.put({ key: listOf({ playlistId: 'PL1' }), ids: [], paginate: null, fetchedAtMs: mirror.clock.now() });
  await mirror.db.wanted.put({ key: 'video:v1', sinceMs: 0, untilMs: 1, rank: 0, state: 'failed', failure: 'not-found' });
  rest('/video/v1/');
  rest('/playlist/PL1/');
  await expect.poll(requests).toEqual(['1 playlist:PL1', '0 video:v1']);
});

test('nothing is requested while prefetching is off', async () => {
  mayFetch = false;
  rest('/video/v1/');
  mayFetch = true;
  rest('/video/v2/');
  await expect.poll(requests).toEqual(['1 video:v2']);
});

test('nothing is requested while the archive is unreachable', async () => {
  await setConnection(mirror, 'unreachable');
  const connectionRead = vi.spyOn(mirror.registry.connection, 'get');
  rest('/video/v1/');
  await expect.poll(() => connectionRead.mock.calls.length).toBe(1);
  await connectionRead.mock.results[0]?.value;
  await setConnection(mirror, 'online');
  rest('/video/v2/');
  await expect.poll(requests).toEqual(['1 video:v2']);
});
