// The dashboard (SPEC §2 "Dashboard (Your Archive)").
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { wireStats } from '../builders/wire-stats.ts';
import { pressChord } from './press-chord.ts';
import { renderScreen, tablet, type Screen } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';
import { longTest } from '../long-test.ts';

const card = (name: string): Locator => page.getByRole('region', { name, exact: true });
const texts = (locator: Locator): string[] => locator.elements().map((element) => element.textContent);

test('the page requests all numbers at the same time, and shows Loading... until they arrive', async () => {
  let releaseAnswers = (): void => {};
  const answerGate = new Promise<void>((resolve) => (releaseAnswers = resolve));
  const heldAnswers = Object.fromEntries(Object.entries(wireStats()).map(([path, value]) => [path, () => answerGate.then(() => Response.json(value))]));
  const { archive } = await renderScreen('/', { viewport: tablet, answers: heldAnswers });
  await expect.element(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  pressChord('g', 's');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Your Archive' })).toBeVisible();
  await expectQuotedText('Loading...', page.getByText('Loading...'));
  // All requests are sent before the first answer, because requests that waited for an answer would need another round trip.
  await expect.poll(() => new Set(archive.requests.filter(({ path }) => path.startsWith('/api/stats/')).map(({ path }) => path)).size).toBe(9);
  releaseAnswers();
  await expect.element(card('Overview')).toHaveTextContent('24videos');
  await expect.element(page.getByText('Loading...')).not.toBeInTheDocument();
});

test('each card labels its numbers, and each chart is also a table', async () => {
  await open();
  await expect.element(card('Overview')).toHaveTextContent('24videos');
  await expect.poll(() => texts(card('Video Type').getByRole('term'))).toEqual(['Regular', 'Shorts', 'Streams']);
  await expect.element(card('Watch Progress')).toHaveTextContent('Unwatched24');
  expect(texts(card('Application').getByRole('term'))).toEqual(['Channels', 'Playlists', 'Pending downloads']);
  await expectQuotedText('No recent downloads', card('Download History').getByText('No recent downloads'));
  expect(page.getByRole('table').elements()).toHaveLength(3);
  const byDuration = page.getByRole('table', { name: 'By duration' });
  expect(texts(byDuration.getByRole('columnheader'))).toEqual(['Channel', 'Duration']);
  expect(texts(byDuration.getByRole('row'))[1]).toContain('Harbour Lights');
});

longTest('the cards show null and missing numbers as zero', async () => {
  const { '/api/stats/video/': video } = wireStats();
  await open({
    '/api/stats/video/': { ...video, type_videos: null, type_shorts: null, type_streams: null, active_false: undefined },
    '/api/stats/watch/': { total: null, watched: null, unwatched: null },
    '/api/stats/download/': { pending: null, ignore: null, pending_videos: null, pending_shorts: null, pending_streams: null },
  });
  const zeros = (name: string): number => texts(card(name).getByRole('definition')).filter((text) => text === '0').length;
  await expect.poll(() => zeros('Overview')).toBe(1);
  expect(zeros('Video Type')).toBe(3);
  await expect.element(card('Watch Progress')).toHaveTextContent('0%');
});

test('the history of downloads shows each day with its count and size, and the total', async () => {
  await open({
    '/api/stats/downloadhist/': [
      { date: '2026-02-16', count: 4, media_size: 2_000_000_000 },
      { date: '2026-02-15', count: 0, media_size: 0 },
      { date: '2026-02-14', count: 1, media_size: 1_000_000_000 },
    ],
  });
  const history = card('Download History').getByRole('table');
  await expect.poll(() => texts(history.getByRole('rowheader'))).toEqual(['Mon 16 Feb', 'Sun 15 Feb', 'Sat 14 Feb']);
  expect(texts(history.getByRole('row').nth(1).getByRole('cell'))).toEqual(['4', '1.9 GiB']);
  await expect.element(card('Download History')).toHaveTextContent('5 videos · 2.8 GiB in 3 days');
});

longTest('the page shows the earlier numbers with their age while the archive is away, and a channel leads to its page', async () => {
  const screen = await open();
  await expect.element(card('Overview')).toHaveTextContent('24videos');
  screen.stopArchive();
  await screen.reload();
  await expect.element(page.getByText(/^Counted before you went offline, /)).toBeVisible();
  await expect.element(card('Overview')).toHaveTextContent('24videos');
  await page.getByRole('table', { name: 'By duration' }).getByRole('link', { name: 'Harbour Lights' }).click();
  await expect.poll(() => location.pathname).toMatch(/^\/channel\/UC/);
});

function open(answers: Record<string, unknown> = {}): Promise<Screen> {
  return renderScreen('/settings/', { viewport: tablet, answers: { ...wireStats(), ...answers } });
}
