// What the search asks, and when (SPEC §2 "Search", §9). What it finds on the device: tests/unit/search-*.test.ts.
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { renderScreen } from './screen.tsx';

const nothing = { results: { video_results: [], channel_results: [], playlist_results: [], fulltext_results: [] }, queryType: 'simple' };
const field = page.getByRole('searchbox');

afterEach(() => vi.useRealTimers());

test('the archive is asked 300 ms after the last letter, and once for the whole word', async () => {
  const { archive } = await renderScreen('/search/', { answers: { '/api/search/': nothing } });
  await field.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const letter of 'fog') {
    await userEvent.keyboard(letter);
    vi.advanceTimersByTime(299);
  }
  await expect.element(field).toHaveValue('fog');
  expect(location.search).toBe('');
  expect(archive.count('/api/search/')).toBe(0);
  vi.advanceTimersByTime(1);
  await expect.poll(() => location.search).toBe('?q=fog');
  vi.useRealTimers();
  await expect
    .poll(() => archive.asked.filter(({ path }) => path.startsWith('/api/search/')).map(({ path }) => new URLSearchParams(path.split('?')[1]).get('query')))
    .toContain('fog');
  expect(archive.asked.filter(({ path }) => /query=(f|fo)(&|$)/.test(path))).toEqual([]);
});

test('Enter asks at once', async () => {
  await renderScreen('/search/', { answers: { '/api/search/': nothing } });
  await field.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('fog{Enter}');
  await expect.poll(() => location.search).toBe('?q=fog');
});

test('the archive’s hits are shown, and its refusal is said beside what the device has', async () => {
  const hit = aWireVideo({ youtube_id: 'fromAfar', title: 'Fog, from afar' });
  await renderScreen('/search/?q=fog', { answers: { '/api/search/': { ...nothing, results: { ...nothing.results, video_results: [hit] } } } });
  await expect.element(page.getByRole('link', { name: /Fog, from afar/ }).first()).toBeVisible();
});
