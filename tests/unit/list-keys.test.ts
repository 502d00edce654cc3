import { describe, expect, test } from 'vitest';
import { listKey, listQueryString, parseListKey, videoListFilters } from '../../src/mirror/list-keys.ts';
import { channelListFilters } from '../../src/mirror/list-filters.ts';
import { parseResourceKey } from '../../src/mirror/resource-keys.ts';

describe('the canonical key of a list', () => {
  test('does not depend on the order of the filters or on named defaults', () => {
    expect(videoListFilters({ kind: 'shorts', channelId: 'UC1' })).toBe(
      videoListFilters({ channelId: 'UC1', kind: 'shorts', sort: 'published', order: 'desc' }),
    );
  });

  test.each([
    [{}, 'sort=published&order=desc'],
    [{ order: 'asc' } as const, 'sort=published&order=asc'],
    [{ watch: 'unwatched', sort: 'views', order: 'asc' } as const, 'watch=unwatched&sort=views&order=asc'],
    [{ channelId: 'UC1', height: 720 }, 'channel=UC1&sort=published&order=desc&height=720'],
    [{ playlistId: 'PL1', sort: 'views' } as const, 'playlist=PL1'],
  ])('%j asks for %s', (filters, search) => expect(videoListFilters(filters)).toBe(search));

  test('sends watch=continue alone, whatever other filters there are', () => {
    const filters = videoListFilters({ watch: 'continue', channelId: 'UC1', kind: 'videos', sort: 'views' });
    expect(listQueryString({ endpoint: 'videos', filters, pageSize: 12, page: 1 })).toBe('watch=continue');
    expect(listQueryString({ endpoint: 'videos', filters, pageSize: 12, page: 2 })).toBe('watch=continue&page=2');
  });

  test('distinguishes page sizes and pages, and treats page 0 as page 1', () => {
    const keyOf = (pageSize: number, page: number): string => listKey({ endpoint: 'videos', filters: 'sort=views', pageSize, page });
    expect(new Set([keyOf(12, 1), keyOf(25, 1), keyOf(12, 2)]).size).toBe(3);
    expect(keyOf(12, 0)).toBe(keyOf(12, 1));
  });

  test.each([
    { endpoint: 'videos', filters: 'channel=UC%261&sort=published&order=desc', pageSize: 25, page: 3 },
    { endpoint: 'channels', filters: channelListFilters({ filter: 'subscribed' }), pageSize: 12, page: 1 },
    { endpoint: 'playlists', filters: '', pageSize: 12, page: 1 },
  ] as const)('can be read back: %j', (parts) => expect(parseListKey(listKey(parts))).toEqual(parts));
});

describe('the key of a resource', () => {
  test.each([
    ['video:v1', { kind: 'video', videoId: 'v1' }],
    ['comments:v:1', { kind: 'comments', videoId: 'v:1' }],
    ['channel-facts:UC1', { kind: 'channel-facts', channelId: 'UC1' }],
    ['playlist:PL1', { kind: 'playlist', playlistId: 'PL1' }],
    ['user-config', { kind: 'user-config' }],
    ['something:new', null],
    ['video:', null],
    ['', null],
  ])('is parsed: “%s”', (key, resource) => expect(parseResourceKey(key)).toEqual(resource));
});
