import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SavedItem } from '../../src/saved-media/ledger/rows.ts';
import type { SaveStatus } from '../../src/saved-media/ledger/save-states.ts';
import { planPolicies, type PolicyFacts, type PolicyPlan, type PolicyVideo } from '../../src/saved-media/policy/plan-policies.ts';
import { aSavedItem } from '../builders/saved-items.ts';

const nowMs = Date.UTC(2026, 4, 12);
const dayMs = 24 * 3_600_000;
const ids = Array.from({ length: 12 }, (_, index) => `v${index}`);

const statuses: readonly SaveStatus[] = [
  { state: 'queued', reason: null },
  { state: 'paused', reason: 'storage-full' },
  { state: 'ready', reason: null },
  { state: 'gone-at-source', reason: null },
];

const someVideos: fc.Arbitrary<ReadonlyMap<string, PolicyVideo>> = fc
  .tuple(...ids.map((videoId) => fc.record({ videoId: fc.constant(videoId), isWatched: fc.boolean(), bytes: fc.integer({ min: 0, max: 9 }) })))
  .map((videos) => new Map(videos.map((video) => [video.videoId, video])));

const someItem = (videoId: string): fc.Arbitrary<SavedItem> =>
  fc
    .record({
      keptFor: fc.constantFrom('policy' as const, 'policy' as const, 'person' as const, 'trip' as const),
      isPinned: fc.boolean(),
      status: fc.constantFrom(...statuses),
      watchedForMs: fc.constantFrom(null, 0, dayMs - 1, dayMs, 9 * dayMs),
    })
    .map(({ keptFor, isPinned, status, watchedForMs }) =>
      aSavedItem({
        videoId,
        keptFor,
        isPinned,
        status,
        watched: watchedForMs === null ? null : { sinceMs: nowMs - watchedForMs, behindSinceMs: null },
      }),
    );

const someFacts: fc.Arbitrary<PolicyFacts> = fc
  .record({
    videos: someVideos,
    items: fc.subarray(ids).chain((videoIds) => fc.tuple(...videoIds.map(someItem))),
    policies: fc.array(
      fc.record({
        count: fc.integer({ min: 0, max: 5 }),
        videoIds: fc.option(fc.shuffledSubarray(ids), { freq: 6 }),
        askedIds: fc.subarray(ids),
      }),
      { maxLength: 3 },
    ),
    budgetBytes: fc.option(fc.integer({ min: 0, max: 60 })),
    freeBytes: fc.option(fc.integer({ min: -5, max: 60 }), { nil: Infinity }),
    openIds: fc.subarray(ids, { maxLength: 2 }),
    packedIds: fc.subarray(ids, { maxLength: 3 }),
  })
  .map(({ policies, openIds, packedIds, ...facts }) => ({
    ...facts,
    nowMs,
    openIds: new Set(openIds),
    packedIds: new Set(packedIds),
    policies: policies.map(({ count, videoIds, askedIds }, index) => ({
      policy: { account: 'mara', policyId: `p${index}`, source: { kind: 'channel', id: `c${index}` }, order: 'newest', count, addedAtMs: index, askedIds },
      videoIds,
    })),
  }));

const isComplete = ({ status }: SavedItem): boolean => status.state === 'ready' || status.state === 'gone-at-source';
/** The generated unfinished items have no bytes yet. */
const storedBytes = ({ videos }: PolicyFacts, item: SavedItem): number => (isComplete(item) ? (videos.get(item.videoId)?.bytes ?? 0) : 0);
/** How much the unfinished items still need beyond what the device can store. */
const missingBytes = ({ items, videos, freeBytes }: PolicyFacts): number =>
  items.reduce((sum, item) => sum + (isComplete(item) ? 0 : (videos.get(item.videoId)?.bytes ?? 0)), -freeBytes);

/** The facts after a plan was carried out. */
function factsAfter(facts: PolicyFacts, plan: PolicyPlan): PolicyFacts {
  const removedIds = new Set(plan.remove);
  return {
    ...facts,
    freeBytes: facts.freeBytes + facts.items.reduce((sum, item) => sum + (removedIds.has(item.videoId) ? storedBytes(facts, item) : 0), 0),
    items: [...facts.items.filter(({ videoId }) => !removedIds.has(videoId)), ...plan.save.map((videoId) => aSavedItem({ videoId, keptFor: 'policy' }))],
    policies: facts.policies.map(({ policy, videoIds }) => ({
      policy: { ...policy, askedIds: plan.askedIds.get(policy.policyId) ?? policy.askedIds ?? [] },
      videoIds,
    })),
  };
}

const forAllFacts = (check: (facts: PolicyFacts, plan: PolicyPlan) => void): void =>
  fc.assert(
    fc.property(someFacts, (facts) => check(facts, planPolicies(facts))),
    { numRuns: 500 },
  );

test('a plan never removes a video that a person or a trip saved, that is pinned, playing or packed, or that is the only copy left', () =>
  forAllFacts((facts, { remove }) => {
    for (const videoId of remove) {
      const item = facts.items.find((saved) => saved.videoId === videoId);
      expect(item).toMatchObject({ keptFor: 'policy', isPinned: false });
      expect(item?.status.state).not.toBe('gone-at-source');
      expect(facts.openIds.has(videoId) || facts.packedIds.has(videoId)).toBe(false);
    }
  }));

test('a plan saves no watched video, and keeps a saved video for a day after it was watched', () =>
  forAllFacts((facts, { save, remove }) => {
    for (const videoId of save) expect(facts.videos.get(videoId)?.isWatched).toBe(false);
    for (const videoId of remove) {
      if (facts.videos.get(videoId)?.isWatched !== true) continue;
      const { watched } = facts.items.find((saved) => saved.videoId === videoId) ?? {};
      expect(nowMs - (watched?.sinceMs ?? nowMs)).toBeGreaterThanOrEqual(dayMs);
    }
  }));

test('only another policy saves a video again after a person has removed it', () =>
  forAllFacts((facts, { save }) => {
    for (const videoId of save) {
      expect(facts.policies.some(({ policy, videoIds }) => videoIds?.includes(videoId) && !policy.askedIds?.includes(videoId))).toBe(true);
    }
  }));

test('a plan requests no more videos of a source than its policy says', () =>
  forAllFacts((facts, { askedIds }) => {
    for (const { policy } of facts.policies) expect(askedIds.get(policy.policyId)?.length ?? 0).toBeLessThanOrEqual(policy.count);
  }));

test('a plan saves nothing beyond the budget', () =>
  forAllFacts((facts, plan) => {
    if (plan.save.length === 0 || facts.budgetBytes === null) return;
    const hasCost = plan.save.some((videoId) => (facts.videos.get(videoId)?.bytes ?? 0) > 0);
    const usedBytes = factsAfter(facts, plan).items.reduce((sum, { videoId }) => sum + (facts.videos.get(videoId)?.bytes ?? 0), 0);
    if (hasCost) expect(usedBytes).toBeLessThanOrEqual(facts.budgetBytes);
  }));

test('a plan saves nothing that the device cannot store', () =>
  forAllFacts((facts, plan) => {
    const newBytes = plan.save.reduce((sum, videoId) => sum + (facts.videos.get(videoId)?.bytes ?? 0), 0);
    const otherBytes = facts.items.reduce((sum, item) => sum + (item.keptFor === 'policy' ? 0 : (facts.videos.get(item.videoId)?.bytes ?? 0)), 0);
    const roomBytes = facts.items.reduce((sum, item) => sum + storedBytes(facts, item), facts.freeBytes);
    if (newBytes > 0) expect(otherBytes + newBytes).toBeLessThanOrEqual(roomBytes);
  }));

test('a plan removes videos for lack of space on the device only if everything fits afterwards, and only for a video that it may not remove', () => {
  let count = 0;
  forAllFacts((facts, plan) => {
    const { save, remove } = planPolicies({ ...facts, freeBytes: Infinity });
    if (save.length > 0 || plan.remove.every((videoId) => remove.includes(videoId))) return;
    count += 1;
    expect(missingBytes(factsAfter(facts, plan))).toBeLessThanOrEqual(0);
    expect(facts.items.some(({ videoId, status }) => status.reason === 'storage-full' && !plan.remove.includes(videoId))).toBe(true);
  });
  expect(count).toBeGreaterThan(0);
});

test('a plan that has been carried out leaves nothing to do', () =>
  forAllFacts((facts, plan) => {
    const secondPlan = planPolicies(factsAfter(facts, plan));
    expect(secondPlan.save).toEqual([]);
    expect(secondPlan.remove).toEqual([]);
    for (const [policyId, askedIds] of secondPlan.askedIds) expect(askedIds.toSorted()).toEqual([...(plan.askedIds.get(policyId) ?? [])].toSorted());
  }));
