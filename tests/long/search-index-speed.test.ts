// How long a keystroke waits for the index of a large copy.
import { expect, it } from 'vitest';
import { parseSearch } from '../../src/lib/search-query.ts';
import { createSearchIndex } from '../../src/search-index/search-index.ts';

const aVideo = { kind: 'video', description: '', tags: '', isActive: true, isSubscribed: false } as const;

it.each([20_000, 100_000])('a keystroke waits for %i videos no longer than 50 ms, p95', (videos) => {
  const index = createSearchIndex(null);
  for (let at = 0; at < videos; at += 1) index.put({ ...aVideo, id: `v${at}`, name: titleOf(at), channelName: `Channel ${at % 300}`, rank: at });
  const again = createSearchIndex(index.toStored());
  const typed = ['slow harbour fog', 'night train', 'lihgthouse', 'video:w channel:channel 2', 'a', 'zzzz'];
  const waits = typed.flatMap((text) =>
    Array.from(text, (_letter, at) => {
      // Time of the processor: others may be busy on it, too.
      const from = process.cpuUsage();
      again.find(parseSearch(text.slice(0, at + 1)));
      const { user, system } = process.cpuUsage(from);
      return (user + system) / 1_000;
    }),
  );
  const p95 = waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.95)] ?? Infinity;
  console.log(`search index, ${videos} videos: p95 ${p95.toFixed(1)} ms, longest ${Math.max(...waits).toFixed(1)} ms`);
  expect(p95).toBeLessThan(50);
});

function titleOf(at: number): string {
  const words = [
    'slow',
    'harbour',
    'fog',
    'night',
    'train',
    'lighthouse',
    'winter',
    'bridge',
    'reef',
    'lamp',
    'north',
    'sea',
    'wind',
    'paper',
    'clock',
    'desert',
  ];
  const pick = (step: number): string => words[(at * step + Math.floor(at / 7)) % words.length] ?? '';
  return `${pick(3)} ${pick(5)} ${pick(7)} number ${at} ${at.toString(36)}`;
}
