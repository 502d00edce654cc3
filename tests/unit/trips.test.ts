import { describe, expect, test } from 'vitest';
import type { SavedItem, Trip } from '../../src/saved-media/ledger/rows.ts';
import { planTrip, orderSources, type TripVideo } from '../../src/saved-media/plan/plan-trip.ts';
import { tripStateOf, idsToUnpack, type TripStage } from '../../src/saved-media/plan/trip-state.ts';
import type { VideoCard } from '../../src/queries/views.ts';
import { replacementIdsOf } from '../../src/screens/saved/trip-replacements.ts';
import { aSavedItem } from '../builders/saved-items.ts';

const aTrip = (overrides: Partial<Trip> = {}): Trip => ({
  account: 'mara',
  tripId: 't1',
  name: 'Bergen by train',
  departsAt: '2026-05-15T07:40',
  days: 2,
  hoursADay: 6,
  sources: [{ kind: 'continue' }],
  videoIds: ['a', 'b'],
  packedAtMs: 0,
  ...overrides,
});

const beforeDeparture = new Date('2026-05-14T20:00').getTime();
const readyItem = (videoId: string, overrides: Partial<SavedItem> = {}): SavedItem =>
  aSavedItem({ videoId, keptFor: 'trip', status: { state: 'ready', reason: null }, totalBytes: 100, savedBytes: 100, ...overrides });
const item = (videoId: string, status: SavedItem['status'], savedBytes = 40): SavedItem =>
  aSavedItem({ videoId, keptFor: 'trip', status, totalBytes: 100, savedBytes });

describe('a trip', () => {
  const stageOf = (items: SavedItem[], facts: Partial<Parameters<typeof tripStateOf>[1]> = {}): TripStage =>
    tripStateOf(aTrip(), { items, isAllPaused: false, nowMs: beforeDeparture, ...facts }).stage;

  test.each<[TripStage, string, SavedItem[]]>([
    ['ready', 'every video is complete and verified', [readyItem('a'), readyItem('b')]],
    ['ready', 'a newer copy of a video is being saved', [readyItem('a'), { ...item('b', { state: 'saving', reason: null }), wholeRevision: 1 }]],
    ['ready', 'the update of a video has failed', [readyItem('a'), { ...item('b', { state: 'failed', reason: 'unplayable' }), wholeRevision: 1 }]],
    ['packing', 'the last video is being verified', [readyItem('a'), item('b', { state: 'verifying', reason: null }, 100)]],
    ['packing', 'a video is being saved', [readyItem('a'), item('b', { state: 'saving', reason: null })]],
    ['packing', 'a video is paused and another is being saved', [item('a', { state: 'paused', reason: 'user' }), item('b', { state: 'saving', reason: null })]],
    ['paused', 'a person has paused its unfinished videos', [readyItem('a'), item('b', { state: 'paused', reason: 'user' })]],
    ['waiting', 'the server is away', [readyItem('a'), item('b', { state: 'paused', reason: 'offline' })]],
    ['waiting', 'a video waits for Wi-Fi', [readyItem('a'), item('b', { state: 'waiting-for-wifi', reason: null })]],
    ['short', 'there is not enough space', [readyItem('a'), item('b', { state: 'paused', reason: 'storage-full' })]],
    ['incomplete', 'the archive no longer has the file of a video', [readyItem('a'), item('b', { state: 'failed', reason: 'not-found' })]],
    ['incomplete', 'a video was removed from the device', [readyItem('a')]],
  ])('is %s while %s', (stage, _when, items) => expect(stageOf(items)).toBe(stage));

  test('is incomplete once all of its videos have been left out', () =>
    expect(tripStateOf(aTrip({ videoIds: [] }), { items: [], isAllPaused: false, nowMs: beforeDeparture }).stage).toBe('incomplete'));

  test('is paused with everything else', () =>
    expect(stageOf([readyItem('a'), item('b', { state: 'queued', reason: null })], { isAllPaused: true })).toBe('paused'));

  test('has no missing videos while its videos are being queued, and is paused with everything else', () => {
    const state = tripStateOf(aTrip({ isPlanned: true }), { items: [readyItem('a')], isAllPaused: false, nowMs: beforeDeparture });
    expect([state.stage, state.missingIds]).toEqual(['planning', []]);
    expect(tripStateOf(aTrip({ isPlanned: true }), { items: [readyItem('a')], isAllPaused: true, nowMs: beforeDeparture }).stage).toBe('paused');
  });

  test('is over at the end of its last day, but never if it has no date of departure', () => {
    const completeItems = [readyItem('a'), readyItem('b')];
    expect(stageOf(completeItems, { nowMs: new Date('2026-05-16T23:59').getTime() })).toBe('ready');
    expect(stageOf(completeItems, { nowMs: new Date('2026-05-17T00:00').getTime() })).toBe('over');
    expect(tripStateOf(aTrip({ departsAt: null }), { items: completeItems, isAllPaused: false, nowMs: Infinity }).stage).toBe('ready');
  });

  test('counts the complete videos and the saved bytes', () => {
    const state = tripStateOf(aTrip(), {
      items: [readyItem('a'), item('b', { state: 'saving', reason: null })],
      isAllPaused: false,
      nowMs: beforeDeparture,
    });
    expect(state).toMatchObject({ packedCount: 1, totalCount: 2, savedBytes: 140 });
  });

  test('unpacks only the videos that it alone keeps', () => {
    const items = [readyItem('a'), readyItem('b'), readyItem('c', { keptFor: 'person' }), readyItem('d', { isPinned: true }), readyItem('other')];
    const trip = aTrip({ videoIds: ['a', 'b', 'c', 'd'] });
    expect(idsToUnpack(trip, items, [trip, aTrip({ tripId: 't2', videoIds: ['b'] })])).toEqual(['a']);
  });
});

describe('a plan of a trip', () => {
  const video = (videoId: string, overrides: Partial<TripVideo> = {}): TripVideo => ({
    videoId,
    isWatched: false,
    secondsLeft: 3_600,
    bytes: 10,
    isSaved: false,
    ...overrides,
  });

  test('contains the videos of its first source, and then the videos of the other sources in turn', () => {
    const sources = [
      [video('c1'), video('c2')],
      [video('p1'), video('p2')],
      [video('s1'), video('c1')],
    ];
    expect(planTrip({ sources, seconds: 5 * 3_600, freeBytes: 1000 }).videoIds).toEqual(['c1', 'c2', 'p1', 's1', 'p2']);
  });

  test('begins with started videos only if Continue Watching is among its sources', () => {
    const lists = [[video('p1'), video('p2')], [video('s1')]];
    const idsOf = (...kinds: string[]) =>
      planTrip({
        sources: orderSources(
          kinds.map((kind) => ({ kind })),
          lists,
        ),
        seconds: 5 * 3_600,
        freeBytes: 1000,
      }).videoIds;
    expect(idsOf('playlist', 'search')).toEqual(['p1', 's1', 'p2']);
    expect(idsOf('continue', 'search')).toEqual(['p1', 'p2', 's1']);
    expect(idsOf('playlist', 'continue')).toEqual(['s1', 'p1', 'p2']);
  });

  test('counts a saved video as packed, without its bytes', () => {
    const plan = planTrip({ sources: [[video('a', { isSaved: true }), video('b')]], seconds: 7_200, freeBytes: 10 });
    expect(plan).toMatchObject({ videoIds: ['a', 'b'], bytes: 20, bytesToSave: 10 });
  });

  test('reports how many videos do not fit on the device', () => {
    const plan = planTrip({ sources: [[video('a'), video('b'), video('c')]], seconds: 3 * 3_600, freeBytes: 10 });
    expect(plan).toMatchObject({ videoIds: ['a'], skippedForSpace: 2, isShort: true });
  });

  test('packs a video that is longer than the trip rather than nothing', () => {
    expect(planTrip({ sources: [[video('a', { secondsLeft: 9_000 })]], seconds: 3_600, freeBytes: 10 }).videoIds).toEqual(['a']);
  });
});

describe('the replacements of a trip’s missing videos', () => {
  const card = (videoId: string, durationSeconds: number): VideoCard =>
    ({ videoId, durationSeconds, positionSeconds: null, isWatched: false, mediaSizeBytes: 10 }) as VideoCard;
  const items = [readyItem('a'), item('b', { state: 'failed', reason: 'not-found' }), item('c', { state: 'failed', reason: 'not-found' })];
  const trip = aTrip({ days: 1, hoursADay: 3, sources: [{ kind: 'surprise' }], videoIds: ['a', 'b', 'c'] });
  const cards = new Map([card('a', 7_200), card('b', 1_800), card('c', 1_800)].map((videoCard) => [videoCard.videoId, videoCard]));
  const replacements = (offeredCards: VideoCard[]): readonly string[] =>
    replacementIdsOf(trip, ['b', 'c'], { items, cards, lists: [offeredCards], freeBytes: 1000 });

  test('fill the time that the trip’s other videos leave, even if the sources of the trip no longer offer those videos', () => {
    expect(replacements([card('d', 3_600), card('e', 3_600)])).toEqual(['d']);
    expect(replacements([card('a', 7_200), card('d', 3_600), card('e', 3_600)])).toEqual(['d']);
  });

  test('are never longer than the remaining time, unless the trip has no other video', () => {
    expect(replacements([card('d', 3_601)])).toEqual([]);
    const facts = { items: items.slice(1), cards, lists: [[card('d', 20_000)]], freeBytes: 1000 };
    expect(replacementIdsOf({ ...trip, videoIds: ['b', 'c'] }, ['b', 'c'], facts)).toEqual(['d']);
  });

  test('are at most as many as the missing videos', () => expect(replacements([card('d', 600), card('e', 600), card('f', 600)])).toEqual(['d', 'e']));
});
