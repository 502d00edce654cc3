// The channel list and a channel's own page (SPEC §2 "Channel list", "Channel shell").
import { expect, type Locator, type Page } from '@playwright/test';
import type { FaultProxy } from '../doubles/fault-proxy.ts';
import { fillQueue } from '../builders/queue-items.ts';
import { goOnline, goOffline } from './go-offline.ts';
import { apiCaller } from './archive-process.ts';
import { signIn, windowSizes } from './device.ts';
import { test } from './fixtures.ts';
import { chooseFromMoreMenu } from './more-menu.ts';

/** From the sample library's README. */
const channels = ["Cartographer's Desk", 'Kettle & Cog', 'Northbound Rail', 'Slow Harbour', 'Small Machines', 'The Long Exposure'];
const slowHarbour = '/channel/UCslowHarbourSampleAaa01/';
const northboundRail = '/channel/UCnorthboundRailSampAa01/';
const kettleAndCog = '/channel/UCkettleAndCogSampleAa01/';

const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Channel', exact: true }).getByRole('link');
/** A little longer than the toast of a bulk mark, which takes 8 s; the mark is sent when the toast has ended. */
const pastToastMs = 8_500;
const isMark = ({ method, path: requestPath }: { method: string; path: string }): boolean => method === 'POST' && requestPath === '/api/watched/';

/** Returns how many of the channel's videos, of all kinds, are watched in the archive. */
async function watchedCountOf(url: string, channelPath: string): Promise<number> {
  const call = apiCaller(url);
  const channelId = channelPath.split('/')[2] ?? '';
  const list = (await (await call(`/api/video/?channel=${channelId}&page_size=100`)).json()) as { data: { player: { watched: boolean } }[] };
  return list.data.filter(({ player }) => player.watched).length;
}

for (const [size, viewport] of Object.entries(windowSizes)) {
  test.describe(`on a ${size}`, () => {
    test.use({ windowSize: viewport });

    test('the list shows every channel, and a channel leads to its page', { tag: '@long' }, async ({ archive, page }) => {
      await signIn(page, archive.url);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(channels.length);
      for (const name of channels) await expect(page.getByRole('article').getByRole('link', { name }).first()).toBeVisible();
      await page.getByRole('article').getByRole('link', { name: 'Slow Harbour' }).first().click();
      await expect(page.getByRole('heading', { level: 1, name: 'Slow Harbour' })).toBeVisible();
      await expect(page.getByText(/subscribers?/).first()).toBeVisible();
    });
  });
}

/** Opens the channel through the proxy and marks it as watched. The proxy then lists only requests since the page was shown. */
async function markWholeChannel(page: Page, proxy: FaultProxy): Promise<void> {
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}${northboundRail}`);
  await expect(page.getByRole('article')).toHaveCount(4);
  proxy.forget();
  await chooseFromMoreMenu(page, 'Mark as watched');
  await expect(page.getByRole('article').getByText('Watched', { exact: true })).toHaveCount(4);
}

test('a mark of a whole channel is shown immediately, and sent when its toast has ended', { tag: '@long' }, async ({ archive, faultProxy: proxy, page }) => {
  await page.clock.install();
  await markWholeChannel(page, proxy);
  await expect(page.getByText('Marked all of Northbound Rail as watched.')).toBeVisible();
  expect(proxy.seenRequests.filter(isMark)).toEqual([]);
  await page.clock.fastForward(pastToastMs);
  await expect.poll(() => proxy.seenRequests.filter(isMark).length).toBe(1);
  await expect.poll(() => watchedCountOf(archive.url, northboundRail)).toBe(4);
  await chooseFromMoreMenu(page, 'Mark as unwatched');
  await expect(page.getByRole('article').getByText('Watched', { exact: true })).toHaveCount(0);
  await page.clock.fastForward(pastToastMs);
  await expect.poll(() => watchedCountOf(archive.url, northboundRail)).toBe(0);
});

test('Undo in the toast reverts the mark of a whole channel, which is then never sent', { tag: '@long' }, async ({ archive, faultProxy: proxy, page }) => {
  await markWholeChannel(page, proxy);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article').getByText('Watched', { exact: true })).toHaveCount(0);
  // By the time that a second mark has been sent, the first would have been sent too.
  await chooseFromMoreMenu(page, 'Mark as unwatched');
  await expect(page.getByText('Marked all of Northbound Rail as unwatched.')).toHaveCount(0, { timeout: 15_000 });
  expect(await watchedCountOf(archive.url, northboundRail)).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: /^Up to date/ }).count(), { timeout: 15_000 }).toBeGreaterThan(0);
  expect(proxy.seenRequests.filter(isMark).length).toBeLessThanOrEqual(1);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('article').getByText('Watched', { exact: true })).toHaveCount(0);
});

test('a channel with items in the queue has tabs that lead to its downloads and to its ignored items', { tag: '@long' }, async ({ archive, page }) => {
  fillQueue(archive.dataFolder, [
    { videoId: 'rudderStock', title: 'A rudder stock, drawn' },
    { videoId: 'oldCharts_1', title: 'Charts that are older than the shoals', status: 'ignore' },
    { videoId: 'clockStrike', title: 'Why this clock strikes thirteen', channelId: 'UCkettleAndCogSampleAa01', channelName: 'Kettle & Cog' },
  ]);
  await signIn(page, archive.url);
  await page.goto(`${archive.url}${slowHarbour}`);
  await expect(tabs(page)).toHaveText(['Videos', 'Streams', 'Shorts', 'Playlists', 'About', 'Downloads', 'Ignored']);
  const items = page.getByRole('list', { name: 'Downloads' }).getByRole('heading', { level: 2 });
  await tabs(page).filter({ hasText: 'Downloads' }).click();
  await expect(page).toHaveURL(/\/downloads\/\?channel=UCslowHarbourSampleAaa01&ignored=false$/);
  await expect(items).toHaveText([/^A rudder stock, drawn/]);
  await page.goBack();
  await tabs(page).filter({ hasText: 'Ignored' }).click();
  await expect(page).toHaveURL(/\/downloads\/\?channel=UCslowHarbourSampleAaa01&ignored=true$/);
  await expect(items).toHaveText([/^Charts that are older than the shoals/]);
  // A channel without items has no such tabs.
  await page.goto(`${archive.url}${northboundRail}`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(tabs(page)).toHaveText(['Videos', 'About']);
});

test(
  'staff subscribe on the list and on a channel page, filter by subscription, and add new channels',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, page }) => {
    const call = apiCaller(archive.url);
    const isSubscribed = async (channelPath: string): Promise<boolean> =>
      ((await (await call(`/api${channelPath}`)).json()) as { channel_subscribed: boolean }).channel_subscribed;
    await signIn(page, proxy.url);
    await page.goto(`${proxy.url}/channel/`);
    await expect(page.getByRole('article')).toHaveCount(channels.length);
    const kettleCard = page.getByRole('article').filter({ hasText: 'Kettle & Cog' });
    const subscribeToggle = kettleCard.getByRole('button', { name: /Subscribe/ });
    const wasSubscribed = await isSubscribed(kettleAndCog);

    await test.step('a subscription on the list is sent, and Undo reverts it', async () => {
      await subscribeToggle.click();
      await expect(subscribeToggle).toHaveAttribute('aria-pressed', String(!wasSubscribed));
      await expect.poll(() => isSubscribed(kettleAndCog)).toBe(!wasSubscribed);
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => isSubscribed(kettleAndCog)).toBe(wasSubscribed);
    });
    await test.step('without the archive the subscription waits, and its card says so', async () => {
      await goOffline(proxy, page);
      await subscribeToggle.click();
      await expect(kettleCard.getByText('Waiting to sync')).toBeVisible();
      await page.getByTitle('List').click();
      await expect(kettleCard.getByText('Waiting to sync')).toBeVisible();
      await goOnline(proxy, page);
      await expect.poll(() => isSubscribed(kettleAndCog), { timeout: 20_000 }).toBe(!wasSubscribed);
      await expect(kettleCard.getByText('Waiting to sync')).toHaveCount(0);
    });
    await test.step('the list is filtered by subscription', async () => {
      await page.getByText(wasSubscribed ? 'Unsubscribed only' : 'Subscribed only', { exact: true }).click();
      await expect(kettleCard).toBeVisible();
      await page.getByText(wasSubscribed ? 'Subscribed only' : 'Unsubscribed only', { exact: true }).click();
      await expect(kettleCard).toHaveCount(0);
      await page.getByText('All subscribe state', { exact: true }).click();
      await expect(page.getByRole('article')).toHaveCount(channels.length);
    });
    await test.step('new channels are added', async () => {
      const field = page.getByRole('textbox', { name: 'Add subscriptions' });
      await field.fill('  \n \n');
      await field.press('Control+Enter');
      await expect(page.getByText(/on the way/)).toHaveCount(0);
      await field.fill('UCslowHarbourSampleAaa01\n\n  UCnorthboundRailSampAa01 ');
      await page.getByRole('button', { name: 'Subscribe', exact: true }).last().click();
      await expect(page.getByText('2 subscriptions on the way.')).toBeVisible();
      await expect(field).toHaveValue('');
      await expect.poll(() => isSubscribed(slowHarbour), { timeout: 20_000 }).toBe(true);
    });
    await test.step('a channel page has the same button, and tabs for keys', async () => {
      await page.goto(`${proxy.url}${slowHarbour}`);
      const subscribeButton = page.getByRole('button', { name: /ubscribed? : Slow Harbour$/ });
      // The button appears pressed once the archive has answered.
      await expect(subscribeButton).toHaveAttribute('aria-pressed', 'true');
      await subscribeButton.click();
      await expect.poll(() => isSubscribed(slowHarbour)).toBe(false);
      await tabs(page).first().focus();
      await page.keyboard.press('ArrowRight');
      await expect(tabs(page).nth(1)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${proxy.url}${slowHarbour}streams/`);
    });
  },
);
