// The page of saved videos filters and sorts the videos, offers watched ones for removal, and shows the order in which videos are saved.
import { expect, test } from 'vitest';
import {
  bytesUntilPacked,
  isComplete,
  pendingBytes,
  savingOrder,
  isMatch,
  isInFilter,
  placesAfterMove,
  sizeOf,
  sortSaved,
  watchedToRemove,
  type SavedFilter,
  type SavedSort,
  type SavedVideo,
} from '../../src/screens/saved/saved-list.ts';
import type { SavedItem, Trip } from '../../src/queries/saved.ts';
import type { VideoCard } from '../../src/queries/views.ts';
import { aSavedItem } from '../builders/saved-items.ts';

const readyStatus = { state: 'ready', reason: null } as const;

function aSavedVideo(videoId: string, item: Partial<SavedItem> = {}, card: Partial<VideoCard> | null = {}): SavedVideo {
  const fullCard = { videoId, title: `Title of ${videoId}`, channelName: 'Slow Harbour', isWatched: false, mediaSizeBytes: 0, ...card } as VideoCard;
  return { item: aSavedItem({ videoId, status: readyStatus, wholeRevision: 1, ...item }), card: card === null ? null : fullCard };
}

const trip = { tripId: 't', name: 'Bergen', videoIds: ['a'] } as unknown as Trip;
const idsOf = (videos: readonly SavedVideo[]): string[] => videos.map(({ item }) => item.videoId);

test.each<[SavedFilter, string[]]>([
  ['all', ['a', 'b', 'c', 'd']],
  ['unwatched', ['a', 'c', 'd']],
  ['watched', ['b']],
  ['pinned', ['c']],
  ['attention', ['d']],
  ['trip t', ['a']],
])('the filter %s shows %j', (filter, shownIds) => {
  const videos = [
    aSavedVideo('a'),
    aSavedVideo('b', {}, { isWatched: true }),
    aSavedVideo('c', { isPinned: true }),
    aSavedVideo('d', { status: { state: 'outdated', reason: null } }, null),
  ];
  expect(idsOf(videos.filter((video) => isInFilter(video, filter, [trip])))).toEqual(shownIds);
});

test.each<[SavedSort, string[]]>([
  ['newest', ['c', 'b', 'a']],
  ['oldest', ['a', 'b', 'c']],
  ['largest', ['b', 'a', 'c']],
  ['title', ['c', 'a', 'b']],
  ['room', ['a', 'b', 'c']],
])('the sort %s gives the order %j', (sort, order) => {
  const videos = [
    aSavedVideo('a', { askedAtMs: 1, totalBytes: 20 }, { title: 'Lanterns', isWatched: true }),
    aSavedVideo('b', { askedAtMs: 2, totalBytes: 30 }, { title: 'Tides' }),
    aSavedVideo('c', { askedAtMs: 3, totalBytes: 10 }, { title: 'Fog' }),
  ];
  expect(idsOf(sortSaved(videos, sort))).toEqual(order);
});

test('videos saved at the same time are sorted by title, in whatever order they are read', () => {
  const videos = [aSavedVideo('b', { askedAtMs: 1 }), aSavedVideo('a', { askedAtMs: 1 })];
  expect(idsOf(sortSaved(videos, 'newest'))).toEqual(['a', 'b']);
  expect(idsOf(sortSaved(videos.toReversed(), 'newest'))).toEqual(['a', 'b']);
});

test('a search looks in the title and the channel', () => {
  expect(isMatch(aSavedVideo('a'), ' TITLE of A')).toBe(true);
  expect(isMatch(aSavedVideo('a'), 'harbour')).toBe(true);
  expect(isMatch(aSavedVideo('a'), 'fog')).toBe(false);
  expect(isMatch(aSavedVideo('a', {}, null), 'a')).toBe(true);
});

test('a watched video is offered for removal unless it is pinned, packed for a trip, or gone from the server', () => {
  const watchedCard = { isWatched: true };
  const videos = [
    aSavedVideo('a', {}, watchedCard), // packed
    aSavedVideo('b', {}, watchedCard),
    aSavedVideo('c', { isPinned: true }, watchedCard),
    aSavedVideo('d'),
    aSavedVideo('e', { status: { state: 'queued', reason: null }, wholeRevision: null }, watchedCard),
    aSavedVideo('f', { status: { state: 'gone-at-source', reason: null } }, watchedCard),
    aSavedVideo('g', {}, { ...watchedCard, missingSince: '2026-11-30T12:00:00Z' }),
  ];
  expect(idsOf(watchedToRemove(videos, [trip]))).toEqual(['b']);
});

test('the bytes still to save follow from the size that the archive states, until the file reports its own size', () => {
  const queuedState = { status: { state: 'queued', reason: null }, wholeRevision: null } as const;
  const videos = [
    aSavedVideo('a', { totalBytes: 100 }),
    aSavedVideo('b', { ...queuedState, totalBytes: 100, savedBytes: 30 }),
    aSavedVideo('c', queuedState, { mediaSizeBytes: 50 }),
    aSavedVideo('d', { status: { state: 'failed', reason: 'taken-away' }, wholeRevision: null, totalBytes: 1000 }),
  ];
  expect(pendingBytes(videos)).toBe(120);
});

test('an update that has failed is no longer being saved, and its earlier copy counts as complete', () => {
  const failed = { state: 'failed', reason: 'unplayable' } as const;
  const update = aSavedVideo('a', { status: failed, wholeRevision: 1, wholeBytes: 50, totalBytes: 900 });
  const others = [aSavedVideo('b', { status: failed, wholeRevision: null }), aSavedVideo('c', { status: { state: 'queued', reason: null }, wholeRevision: 1 })];
  expect(savingOrder([update, ...others].map(({ item }) => item)).map(({ videoId }) => videoId)).toEqual(['b', 'c']);
  expect([isComplete(update.item), sizeOf(update)]).toEqual([true, 50]);
});

const queueOf = (...places: number[]) => places.map((place, index) => aSavedItem({ videoId: 'abcdef'[index] ?? '', place, askedAtMs: index }));

test.each([
  ['to the front', 2, 0, ['c', 'a', 'b', 'd']],
  ['one up', 2, 1, ['a', 'c', 'b', 'd']],
  ['one down', 1, 2, ['a', 'c', 'b', 'd']],
  ['to the end', 0, 3, ['b', 'c', 'd', 'a']],
] as const)('a video moved %s is at its new place', (_how, from, to, order) => {
  for (const items of [queueOf(1, 2, 3, 4), queueOf(7, 7, 7, 7), queueOf(0, 0, 1, 1)]) {
    const places = new Map(placesAfterMove(items, from, to).map(({ videoId, place }) => [videoId, place]));
    const itemsAfter = items.map((item) => ({ ...item, place: places.get(item.videoId) ?? item.place }));
    expect(savingOrder(itemsAfter).map(({ videoId }) => videoId)).toEqual(order);
  }
});

test('the bytes until a trip is packed include the videos saved before its last video, but not an update of a video that the trip already has', () => {
  const items = [
    aSavedItem({ videoId: 'other', place: 1, totalBytes: 100, savedBytes: 30 }),
    aSavedItem({ videoId: 'a', place: 2, totalBytes: 50 }),
    aSavedItem({ videoId: 'b', place: 3, totalBytes: 1000, wholeRevision: 1 }),
  ];
  expect(bytesUntilPacked({ ...trip, videoIds: ['a', 'b'] }, items)).toEqual({ bytes: 30, bytesLeft: 120 });
});
