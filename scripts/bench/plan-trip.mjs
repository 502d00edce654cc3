import { quantile } from './with-archive.mjs';

const limitMs = 16;
const maxRatio = 15;
const [fewVideos, manyVideos] = [500, 5_000];
const runCount = 200;

export const row = {
  name: `videos of a trip chosen from ${manyVideos.toLocaleString('en')}, CPU time, median; divided by that for ${fewVideos}`,
  goal: `≤ ${limitMs} ms (a frame); ratio ≤ ${maxRatio}`,
  async run() {
    const { planTrip } = await import('../../src/saved-media/plan/plan-trip.ts');
    const [fewMs, manyMs] = [fewVideos, manyVideos].map((count) => measureMedianMs(planTrip, sourcesOf(count)));
    const ratio = manyMs / fewMs;
    return { value: `${manyMs.toFixed(1)} ms; ${ratio.toFixed(1)}`, isMet: manyMs <= limitMs && ratio <= maxRatio };
  },
};

/** A trip with time for forty of the videos, and space for 60 GB. */
function measureMedianMs(planTrip, sources) {
  const trip = { sources, seconds: 40 * 1_800, freeBytes: 60e9 };
  const times = Array.from({ length: runCount }, () => {
    const startUsage = process.cpuUsage();
    planTrip(trip);
    const { user, system } = process.cpuUsage(startUsage);
    return (user + system) / 1_000;
  });
  return quantile(times, 0.5);
}

/** Three sources that share some videos; every fifth video is watched. */
function sourcesOf(count) {
  return [0, 1, 2].map((source) =>
    Array.from({ length: Math.ceil(count / 3) }, (_, index) => ({
      videoId: index % 10 === 0 ? `shared${index}` : `v${source}-${index}`,
      isWatched: index % 5 === 0,
      secondsLeft: 1_200 + (index % 7) * 200,
      bytes: 1e9 + (index % 11) * 1e8,
      isSaved: index % 13 === 0,
    })),
  );
}
