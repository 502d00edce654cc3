import path from 'node:path';
import { expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { createMemoryCatalogue } from '../doubles/memory-catalogue.ts';

test('the sample library is imported completely: every kind, both subtitle sources, playlists, pictures and an inactive video', async () => {
  const catalogue = createMemoryCatalogue();
  const root = path.resolve(import.meta.dirname, '../../server/sample-library/library');
  const report = await createImporter({ root, catalogue, log: () => undefined }).run(new AbortController().signal);
  const videos = [...catalogue.videos.values()];

  expect(report.problems).toEqual([]);
  expect(videos.length).toBeGreaterThanOrEqual(15);
  expect(catalogue.channels.size).toBeGreaterThanOrEqual(4);
  expect(catalogue.playlists.size).toBeGreaterThanOrEqual(3);
  expect(new Set(videos.map((video) => video.kind))).toEqual(new Set(['videos', 'streams', 'shorts']));
  expect(new Set(videos.flatMap((video) => video.subtitles.map((subtitle) => subtitle.source)))).toEqual(new Set(['user', 'auto']));
  expect(videos.filter((video) => !video.isActive)).toHaveLength(1);
  expect(videos.every((video) => video.thumbFile !== null && video.streams.some((stream) => stream.codecString !== null))).toBe(true);
  expect([...catalogue.channels.values()].every((channel) => channel.thumbFile !== null && channel.bannerFile !== null)).toBe(true);
});
