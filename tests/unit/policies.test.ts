import { describe, expect, test } from 'vitest';
import type { SavedItem, SavePolicy } from '../../src/saved-media/ledger/rows.ts';
import { planPolicies, type PolicyPlan } from '../../src/saved-media/policy/plan-policies.ts';
import { isKeptLongEnough, updateWatchedSince, keepWatchedMs } from '../../src/saved-media/policy/watched-since.ts';
import { aSavedItem } from '../builders/saved-items.ts';

const hourMs = 3_600_000;

interface Case {
  policies: (Partial<SavePolicy> & { videoIds: string[] | null })[];
  items?: SavedItem[];
  budgetBytes?: number;
  watchedIds?: string[];
}

function plan({ policies, items = [], budgetBytes, watchedIds = [] }: Case): PolicyPlan {
  const ids = new Set([...policies.flatMap(({ videoIds }) => videoIds ?? []), ...items.map(({ videoId }) => videoId)]);
  return planPolicies({
    policies: policies.map(({ videoIds, ...overrides }, index) => ({
      policy: { account: 'mara', policyId: `p${index}`, source: { kind: 'continue' }, order: 'newest', count: 2, addedAtMs: index, ...overrides },
      videoIds,
    })),
    items,
    videos: new Map([...ids].map((videoId) => [videoId, { videoId, isWatched: watchedIds.includes(videoId), bytes: 10 }])),
    budgetBytes: budgetBytes ?? null,
    freeBytes: Infinity,
    nowMs: 0,
    openIds: new Set(),
    packedIds: new Set(),
  });
}

const savedByPolicy = (videoId: string, overrides: Partial<SavedItem> = {}): SavedItem => aSavedItem({ videoId, keptFor: 'policy', ...overrides });

describe('a policy', () => {
  test('saves the first unwatched videos of its source, up to its count', () => {
    expect(plan({ policies: [{ videoIds: ['watched', 'a', 'b', 'c'] }], watchedIds: ['watched'] }).save).toEqual(['a', 'b']);
  });

  test('saves new videos, and removes the older videos that they displace', () => {
    const { save, remove } = plan({ policies: [{ videoIds: ['new', 'a', 'b'], askedIds: ['a', 'b'] }], items: [savedByPolicy('a'), savedByPolicy('b')] });
    expect([save, remove]).toEqual([['new'], ['b']]);
  });

  test('counts a video that a person saved, and never removes it', () => {
    const { save, remove } = plan({
      policies: [{ videoIds: ['new', 'b', 'a'], askedIds: ['a', 'b'] }],
      items: [savedByPolicy('a', { keptFor: 'person' }), savedByPolicy('b')],
    });
    expect([save, remove]).toEqual([['new'], []]);
  });

  test('saves neither a video that a person removed nor a substitute for that video', () => {
    const { save, askedIds } = plan({ policies: [{ videoIds: ['a', 'b', 'c'], askedIds: ['a', 'b'] }], items: [savedByPolicy('b')] });
    expect(save).toEqual([]);
    expect(askedIds.get('p0')).toEqual(['b', 'a']);
  });

  test('whose source could not be read keeps what it has', () => {
    const { save, remove } = plan({ policies: [{ videoIds: null, askedIds: ['a'] }], items: [savedByPolicy('a')] });
    expect([save, remove]).toEqual([[], []]);
  });

  test('requests a removed video again, in its former place, once another policy saves that video', () => {
    const policies = [
      { videoIds: ['a', 'b', 'both'], count: 3 },
      { videoIds: ['both', 'c'], askedIds: ['both'] },
    ];
    const { save, askedIds } = plan({ policies, budgetBytes: 30 });
    expect(save).toEqual(['a', 'both', 'b']);
    const nextPolicies = policies.map((policy, index) => ({ ...policy, askedIds: [...(askedIds.get(`p${index}`) ?? [])] }));
    expect(plan({ policies: nextPolicies, items: save.map((videoId) => savedByPolicy(videoId)), budgetBytes: 30 })).toMatchObject({ save: [], remove: [] });
  });

  test('that no longer exists leaves its saved videos in place', () => {
    expect(plan({ policies: [{ videoIds: ['b'] }], items: [savedByPolicy('a')] }).remove).toEqual([]);
  });

  test('shares scarce space with other policies: the first video of each policy comes before the second video of any', () => {
    const policies = [{ videoIds: ['a1', 'a2'] }, { videoIds: ['b1', 'b2'] }];
    expect(plan({ policies, budgetBytes: 35 }).save).toEqual(['a1', 'b1', 'a2']);
  });

  test('removes the least wanted video first when the budget is reduced', () => {
    const items = [savedByPolicy('a'), savedByPolicy('b'), savedByPolicy('unlisted')];
    expect(plan({ policies: [{ videoIds: ['a', 'b'], askedIds: ['a', 'b'] }], items, budgetBytes: 20 }).remove).toEqual(['unlisted']);
    expect(plan({ policies: [{ videoIds: ['a', 'b'], askedIds: ['a', 'b'] }], items, budgetBytes: 10 }).remove).toEqual(['b', 'unlisted']);
  });
});

describe('the day after a video is watched', () => {
  const firstRecord = updateWatchedSince(null, true, 100 * hourMs);
  const isOverAfter = (...hours: number[]): boolean => {
    const latestRecord = hours.reduce((record, hour) => updateWatchedSince(record, true, hour * hourMs), firstRecord);
    return latestRecord !== null && isKeptLongEnough(latestRecord, (hours.at(-1) ?? 0) * hourMs);
  };

  test.each<[string, number[], boolean]>([
    ['is not over before 24 hours', [123.9], false],
    ['is over after 24 hours', [124], true],
    ['is not over early after the clock was set back and put right again', [100, -500, 101], false],
    ['still ends 24 hours later if the clock stays behind', [100, -500, -490, -476], true],
    ['is not over earlier if the clock stays behind', [100, -500, -477], false],
    ['begins again if the clock is set back twice', [100, -500, -900, -880], false],
  ])('%s', (_name, hours, isOver) => expect(isOverAfter(...hours)).toBe(isOver));

  test('begins again if the video was marked unwatched meanwhile', () => {
    expect(updateWatchedSince(firstRecord, false, 110 * hourMs)).toBeNull();
    expect(keepWatchedMs).toBe(24 * hourMs);
  });
});
