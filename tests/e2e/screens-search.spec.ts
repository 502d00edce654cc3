// Search (SPEC §2 "Search"): the device's results first, then the archive's.
import { expect, type Page } from '@playwright/test';
import { isApi } from '../doubles/fault-proxy.ts';
import { apiCaller } from './archive-process.ts';
import { phone, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { expectQuotedText } from './quoted-texts.ts';

const resultSummary = (page: Page) => page.getByRole('status').filter({ hasText: /result/ });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
const section = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true });

/** Records the queries sent to the archive, decoded. */
function recordQueries(page: Page): string[] {
  const queries: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/search/') queries.push(url.searchParams.get('query') ?? '');
  });
  return queries;
}

test(
  'the device answers while a person types, and the server afterwards; kinds and chips narrow a search, and recent searches can be repeated',
  { tag: '@long' },
  async ({ archive, page }) => {
    test.slow();
    const queries = recordQueries(page);
    await signIn(page, archive.url);

    await test.step('a key opens the search, whose field has the focus, also after the tips', async () => {
      await page.keyboard.press('/');
      await expect(page).toHaveURL(`${archive.url}/search/`);
      await expect(field(page)).toBeFocused();
      await page.getByRole('button', { name: 'How to search' }).click();
      await expect(page.getByRole('heading', { name: 'Search tips' })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await expect(field(page)).toBeFocused();
    });
    await test.step('the archive is asked once a person pauses, and its results are added', async () => {
      await page.keyboard.type('harbour');
      await expect(section(page, 'Channels').getByRole('link', { name: 'Slow Harbour' })).toBeVisible();
      await expect(resultSummary(page)).toHaveText(/^\d+ results? (from this device at once · the server added|from the server)/);
      expect(queries).toEqual(expect.arrayContaining(['harbour', 'full:harbour']));
      expect(queries.length).toBeLessThan(2 * 'harbour'.length); // not two for each letter, even on a busy machine
      await expect(section(page, 'Videos').getByRole('article').first()).toBeVisible();
      await expectQuotedText('No fulltext results found.', section(page, 'Fulltext').getByText('No fulltext results found.'));
    });
    await test.step('once the device’s index contains the archive’s results, the device shows them immediately', async () => {
      await expect(async () => {
        await field(page).fill('');
        await field(page).fill('slow harbour');
        await page.keyboard.press('Enter');
        await expect(resultSummary(page)).toHaveText(/from this device at once/, { timeout: 2_000 });
      }).toPass();
    });
    await test.step('kinds and chips narrow a search', async () => {
      await field(page).fill('zzzzqqq');
      await expectQuotedText('No videos found...', page.getByText('No videos found...'));
      await expect(page.getByRole('main').getByRole('button', { name: 'Search tips', exact: true })).toBeVisible();
      await expect(section(page, 'Videos')).toHaveCount(0);
      await page.getByRole('button', { name: 'In channels', exact: true }).click();
      await expect(field(page)).toHaveValue('channel:zzzzqqq');
      await expect(field(page)).toBeFocused();
      await expectQuotedText('No channels found...', section(page, 'Channels').getByText('No channels found...'));
      await expect(section(page, 'Videos')).toHaveCount(0);
      await page.getByRole('button', { name: 'Not subscribed', exact: true }).click();
      // Between the two spaces, the caret waits for further words.
      await expect(field(page)).toHaveValue('channel:zzzzqqq  subscribed:no');
    });
    await test.step('a query is sent as the server understands it, and spaces alone are not sent', async () => {
      queries.length = 0;
      for (const [typedText, sentQuery] of [
        ['a&b #c +d 50%', 'a&b #c +d 50%'],
        ['https://a.example:8080/x 1:02:03', 'https //a.example 8080/x 1 02 03'],
      ] as const) {
        await field(page).fill(typedText);
        await page.keyboard.press('Enter');
        await expect.poll(() => queries).toContain(sentQuery);
      }
      queries.length = 0;
      await field(page).fill('   ');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Recent searches' })).toBeVisible();
      expect(queries).toEqual([]);
    });
    await test.step('recent searches can be forgotten and repeated, and Back shows the search again', async () => {
      await page.getByRole('button', { name: 'Forget a&b #c +d 50%' }).click();
      await expect(page.getByRole('button', { name: 'Search for a&b #c +d 50%' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Search for slow harbour' }).click();
      await expect(field(page)).toHaveValue('slow harbour');
      await field(page).press('ArrowDown');
      await expect(section(page, 'Channels').getByRole('link', { name: 'Slow Harbour' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Slow Harbour' })).toBeVisible();
      await page.goBack();
      await expect(field(page)).toHaveValue('slow harbour');
    });
    await test.step('a result plays in its list', async () => {
      await field(page).fill('video:fog');
      const card = section(page, 'Videos').getByRole('article').first();
      await card.getByRole('button', { name: /^More actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Play here' }).click();
      await expect(page.getByRole('region', { name: 'Player', exact: true })).toBeVisible();
      await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === 'video:fog' && searchParams.has('videoId'));
    });
  },
);

test.describe('on a phone', () => {
  test.use({ windowSize: phone });

  // CI tests the parts of this test in owner-story.spec.ts, and with scripted answers in tests/component/search.test.tsx.
  test(
    'a person finds a spoken sentence and plays the video from there; offline, the device’s results and the last answers stay',
    { tag: '@long' },
    async ({ archive, faultProxy: proxy, page }) => {
      test.slow();
      const call = apiCaller(archive.url);
      await call('/api/appsettings/config/', { method: 'POST', body: { downloads: { subtitle_index: true } } });
      const countSpokenHits = async (): Promise<number> => {
        const answer = await call('/api/search/?query=full:camel');
        return ((await answer.json()) as { results: { fulltext_results: unknown[] } }).results.fulltext_results.length;
      };
      await expect.poll(countSpokenHits, { timeout: 20_000 }).toBeGreaterThan(0);
      await signIn(page, proxy.url);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).tap();
      await field(page).fill('full:camel');
      const hit = section(page, 'Fulltext').getByRole('article').first();
      await expect(hit.locator('mark').first()).toHaveText(/camel/i);
      await expect(hit).toContainText(/\d:\d\d to \d+:\d\d/);
      await expect(hit.getByRole('listitem').first().getByRole('link')).toHaveAttribute('title', /score \d/);
      await expect(resultSummary(page)).toHaveText(/^\d+ results? from the server$/);
      const link = hit.getByRole('heading').getByRole('link');
      const startSeconds = Number(new URL((await link.getAttribute('href')) ?? '', proxy.url).searchParams.get('t'));
      await link.tap();
      await expect(page).toHaveURL(new RegExp(`/video/[^/]+/?\\?t=${startSeconds}`));
      await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(startSeconds);

      await page.goto(`${proxy.url}/search/?q=harbour`);
      await expect(resultSummary(page)).toHaveText(/the server added|from the server$/);
      proxy.set({ kind: 'reset' }, isApi);
      await page.reload();
      await expect(resultSummary(page)).toHaveText(/ · the server’s answer is from /, { timeout: 20_000 });
      await field(page).fill('harb');
      await expect(resultSummary(page)).toHaveText(/^[1-9]\d* results? from this device at once · your server isn’t answering/);
      await expect(section(page, 'Channels').getByRole('link', { name: 'Slow Harbour' })).toBeVisible();
      await expect(section(page, 'Fulltext')).toContainText('Only the server can search what is said in videos that are not saved here');
      await field(page).fill('full:camel');
      await expect(section(page, 'Fulltext').getByRole('article').first()).toContainText(/camel/i);
    },
  );
});
