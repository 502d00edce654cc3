// What the search requests, and when (SPEC §2 "Search", §9). What it finds on the device: tests/unit/search-*.test.ts.
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { ClaimLost, openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { putSaved, wholeItem } from './put-saved.ts';
import { renderScreen } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';

const nothing = { results: { video_results: [], channel_results: [], playlist_results: [], fulltext_results: [] }, queryType: 'simple' };
const field = page.getByRole('searchbox');

async function keepSubtitle(account: string, videoId: string, url: string, webVtt: string): Promise<void> {
  const ledger = openLedger();
  const smallFile = { account, videoId, url, contentType: 'text/vtt', body: new Blob([webVtt]) };
  // The page takes the claim when it opens the account, which may happen in between.
  for (let isKept = false; !isKept;) {
    isKept = await ledger.commit(await ledger.claim('a test'), { itemKey: [account, videoId, 'original'], smallFile }).then(
      () => true,
      (reason: unknown) => {
        if (reason instanceof ClaimLost) return false;
        throw reason;
      },
    );
  }
  await ledger.close();
}

afterEach(() => vi.useRealTimers());

test('the archive is asked 300 ms after the last keystroke, and once for the whole word', async () => {
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
    .poll(() => archive.requests.filter(({ path }) => path.startsWith('/api/search/')).map(({ path }) => new URLSearchParams(path.split('?')[1]).get('query')))
    .toContain('fog');
  expect(archive.requests.filter(({ path }) => /query=(f|fo)(&|$)/.test(path))).toEqual([]);
});

test('Enter searches at once', async () => {
  await renderScreen('/search/', { answers: { '/api/search/': nothing } });
  await field.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('fog{Enter}');
  await expect.poll(() => location.search).toBe('?q=fog');
});

test('a kind without results says so', async () => {
  await renderScreen('/search/?q=full:fog', { answers: { '/api/search/': { ...nothing, queryType: 'full' } } });
  await expectQuotedText('No fulltext results found.', page.getByRole('region', { name: 'Fulltext' }).getByText('No fulltext results found.'));
});

test('the archive’s hits are displayed', async () => {
  const hit = aWireVideo({ youtube_id: 'fromAfar', title: 'Fog, from afar' });
  await renderScreen('/search/?q=fog', { answers: { '/api/search/': { ...nothing, results: { ...nothing.results, video_results: [hit] } } } });
  await expect.element(page.getByRole('link', { name: /Fog, from afar/ }).first()).toBeVisible();
});

test('a sentence spoken in a saved video is found without the archive, and leads to its moment', async () => {
  const video = aWireVideo({
    youtube_id: 'pier',
    title: 'Night on the pier',
    subtitles: [{ ext: 'vtt', lang: 'en', media_url: '/media/pier.vtt', name: 'English', source: 'user', url: null }],
  });
  const screen = await renderScreen('/', { videos: [video] });
  await expect.element(page.getByRole('link', { name: /Night on the pier/ }).first()).toBeVisible();
  const { account } = await putSaved(screen, wholeItem('pier'));
  await keepSubtitle(account, 'pier', '/media/pier.vtt', 'WEBVTT\n\n00:01:02.500 --> 00:01:09.000\nthe lighthouse keeper slept');
  screen.stopArchive();
  await screen.reload('/search/?q=lighthouse');
  const passage = page.getByRole('region', { name: 'Fulltext' }).getByRole('article');
  await expect.element(passage).toHaveTextContent(/the lighthouse keeper slept.*1:02 to 1:09/);
  await expect.element(passage.getByRole('link', { name: /Play Night on the pier from/ })).toHaveAttribute('href', '/video/pier?t=62');
});
