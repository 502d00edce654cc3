// The dashboard, as promises (SPEC §2 "Dashboard (Your Archive)").
import { expect, type Page } from '@playwright/test';
import { signIn, tablet } from './device.ts';
import { test } from './fixtures.ts';
import { sees } from './quoted-texts.ts';

test.use({ hasWorker: true });

test.use({ windowSize: tablet });

test('all numbers of the archive are shown, from the copy when it is away, and a chart is a table as well', async ({ archive, page }) => {
  const calls = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/api/stats/')) calls.add(new URL(request.url()).pathname + new URL(request.url()).search);
  });
  await signIn(page, archive.url);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/stats/**', (route) => held.then(() => route.continue()));
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Archive' })).toBeVisible();
  await sees('Loading...', page.getByText('Loading...'));
  // One wave: what comes later would be a further round trip.
  await expect.poll(() => calls.size).toBe(9);
  letGo();

  const card = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(card('Overview')).toContainText('24videos');
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expect(card('Video Type').getByRole('term')).toHaveText(['Regular', 'Shorts', 'Streams']);
  await expect(card('Watch Progress')).toContainText('Unwatched24');
  await expect(card('Application').getByRole('term')).toHaveText(['Channels', 'Playlists', 'Pending downloads']);
  await sees('No recent downloads', card('Download History').getByText('No recent downloads'));
  await expect(page.getByRole('table')).toHaveCount(3);
  const byDuration = page.getByRole('table', { name: 'By duration' });
  await expect(byDuration.getByRole('columnheader')).toHaveText(['Channel', 'Duration']);
  await expect(byDuration.getByRole('row').nth(1)).toContainText('The Long Exposure');

  await answers(page, {
    'stats/video/': {
      doc_count: 3,
      media_size: 3_000_000_000,
      duration: 93_784,
      duration_str: '',
      type_videos: null,
      active_true: { doc_count: 3, media_size: 3_000_000_000, duration: 93_784 },
    },
    'stats/watch/': { total: null, watched: null, unwatched: null },
    'stats/download/': { pending: null, ignore: null, pending_videos: null, pending_shorts: null, pending_streams: null },
    'stats/downloadhist/': [
      { date: '2026-02-16', count: 4, media_size: 2_000_000_000 },
      { date: '2026-02-15', count: 0, media_size: 0 },
      { date: '2026-02-14', count: 1, media_size: 1_000_000_000 },
    ],
  });
  // By then the copy is old enough to be asked for again.
  await page.clock.setSystemTime(Date.now() + 60_000);
  await page.reload();
  await expect(card('Overview')).toContainText('3videos');
  await expect(card('Overview').getByRole('definition').filter({ hasText: /^0$/ })).toHaveCount(1); // inactive was not sent
  await expect(card('Video Type').getByRole('definition').filter({ hasText: /^0$/ })).toHaveCount(3);
  await expect(card('Watch Progress')).toContainText('0%');
  const history = card('Download History').getByRole('table');
  await expect(history.getByRole('rowheader')).toHaveText(['Mon 16 Feb', 'Sun 15 Feb', 'Sat 14 Feb']);
  await expect(history.getByRole('row').nth(1).getByRole('cell')).toHaveText(['4', '1.9 GiB']);
  await expect(card('Download History')).toContainText('5 videos · 2.8 GiB in 3 days');

  await page.unroute('**/api/stats/**');
  await archive.stop();
  await page.reload();
  // The copy is fresh, so only the probes ask; one of them may time out first.
  await expect(page.getByText(/^Counted before you went offline, /)).toBeVisible({ timeout: 30_000 });
  await expect(card('Overview')).toContainText('3videos');
  await byDuration.getByRole('link', { name: 'The Long Exposure' }).click();
  await expect(page).toHaveURL(/\/channel\/UC/);
});

async function answers(page: Page, bodies: Record<string, unknown>): Promise<void> {
  await page.route('**/api/stats/**', (route) => {
    const body = Object.entries(bodies).find(([path]) => route.request().url().includes(path))?.[1];
    return body === undefined ? route.continue() : route.fulfill({ json: body });
  });
}
