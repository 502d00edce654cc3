import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planTrip, type TripPlan, type TripVideo, type TripInput } from '../../src/saved-media/plan/plan-trip.ts';

const someVideo: fc.Arbitrary<TripVideo> = fc.record({
  videoId: fc.integer({ min: 0, max: 15 }).map((number) => `v${number}`),
  isWatched: fc.boolean(),
  secondsLeft: fc.integer({ min: 0, max: 60 }),
  bytes: fc.integer({ min: 0, max: 20 }),
  isSaved: fc.boolean(),
});

/** The facts of a video are the same in every source. */
const someInput: fc.Arbitrary<TripInput> = fc
  .record({
    sources: fc.array(fc.array(someVideo, { maxLength: 10 }), { maxLength: 3 }),
    seconds: fc.integer({ min: 0, max: 300 }),
    freeBytes: fc.integer({ min: -5, max: 80 }),
  })
  .map((input) => {
    const facts = new Map<string, TripVideo>();
    for (const video of input.sources.flat()) if (!facts.has(video.videoId)) facts.set(video.videoId, video);
    return { ...input, sources: input.sources.map((list) => list.map((video) => facts.get(video.videoId) ?? video)) };
  });

const forAllInputs = (check: (input: TripInput, plan: TripPlan, packedVideos: TripVideo[]) => void): void =>
  fc.assert(
    fc.property(someInput, (input) => {
      const facts = new Map(input.sources.flat().map((video) => [video.videoId, video]));
      const plan = planTrip(input);
      check(
        input,
        plan,
        plan.videoIds.flatMap((videoId) => facts.get(videoId) ?? []),
      );
    }),
    { numRuns: 500 },
  );

test('a trip contains no more than can be watched in its time, unless it is a single longer video', () =>
  forAllInputs(({ seconds }, plan) => {
    expect(plan.seconds <= seconds || plan.videoIds.length === 1).toBe(true);
  }));

test('the videos still to be saved fit into the free space, and no video is planned twice', () =>
  forAllInputs(({ freeBytes }, { bytesToSave, videoIds }, packedVideos) => {
    expect(bytesToSave).toBe(packedVideos.reduce((sum, { isSaved, bytes }) => sum + (isSaved ? 0 : bytes), 0));
    if (packedVideos.some(({ isSaved, bytes }) => !isSaved && bytes > 0)) expect(bytesToSave).toBeLessThanOrEqual(freeBytes);
    expect(new Set(videoIds).size).toBe(videoIds.length);
  }));

test('no watched video comes before an unwatched one', () =>
  forAllInputs((_input, _plan, packedVideos) => {
    const watchedFlags = packedVideos.map(({ isWatched }) => isWatched);
    expect(watchedFlags).toEqual([...watchedFlags].sort((left, right) => Number(left) - Number(right)));
  }));

test('a video is left out only if it does not fit by time or by space', () =>
  forAllInputs(({ sources, seconds, freeBytes }, plan, packedVideos) => {
    if (plan.seconds > seconds) return;
    const packedIds = new Set(plan.videoIds);
    for (const video of sources.flat()) {
      if (packedIds.has(video.videoId) || video.secondsLeft === 0 || seconds - plan.seconds < 1) continue;
      // An empty trip takes a video that is longer than its time.
      const isTooLong = packedVideos.length > 0 && plan.seconds + video.secondsLeft > seconds;
      const isTooLarge = plan.bytesToSave + (video.isSaved ? 0 : video.bytes) > freeBytes;
      expect(isTooLong || isTooLarge).toBe(true);
    }
  }));

test('a plan chooses 40 videos of 60 GB in total from about 5 000 videos', () => {
  const sources = [0, 1, 2].map((source) =>
    Array.from({ length: 5_000 / 3 }, (_, index) => ({
      videoId: `v${source}-${index}`,
      isWatched: index % 3 === 0,
      secondsLeft: 3_600,
      bytes: 1_500_000_000,
      isSaved: false,
    })),
  );
  const input: TripInput = { sources, seconds: 40 * 3_600, freeBytes: 60_000_000_000 };
  const plan = planTrip(input);
  expect([plan.videoIds.length, plan.bytesToSave, plan.isShort]).toEqual([40, 60_000_000_000, false]);
});
