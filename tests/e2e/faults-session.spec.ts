// Sessions that end, are refused, or belong to somebody else: no change is lost, and nobody sees another person's copy.
import { expect, type Page } from '@playwright/test';
import { addPerson, endSessions } from '../builders/archive-people.ts';
import { credentials, signInByApi } from './archive-process.ts';
import { logIn, signIn, waitForWorker } from './device.ts';
import { test, workerTest } from './fixtures.ts';
import { anUnwatchedTitle, cardOf, markWatched, notices, recentTitles } from './home-page.ts';
import { expectQuotedText } from './quoted-texts.ts';

const tove = { username: 'tove', password: 'salt and tar and rope' };

const signedOutNotice = (page: Page) => notices(page).getByText('You’ve been signed out.');
const isMark = ({ method, path }: { method: string; path: string }): boolean => method === 'POST' && path === '/api/watched/';

async function logOut(page: Page, choice: 'Log out, keep my copy' | 'Log out and clear this device'): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: choice }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
}

async function isWatchedOnServer(url: string, title: string): Promise<boolean> {
  const call = await signInByApi(url);
  const list = (await (await call('/api/video/?page_size=100')).json()) as { data: { title: string; player: { watched: boolean } }[] };
  const foundVideo = list.data.find((video) => video.title === title);
  if (!foundVideo) throw new Error(`the archive has no video “${title}”`);
  return foundVideo.player.watched;
}

// CI tests this in a test below, in which a second person signs in first.
test(
  'a session that ends while browsing causes no navigation; changes wait, and are sent after signing in',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, page }) => {
    await signIn(page, proxy.url);
    const titles = await recentTitles(page);
    const title = await anUnwatchedTitle(page);
    endSessions(archive.dataFolder, credentials.username);
    await markWatched(page, title);
    await expect(signedOutNotice(page)).toBeVisible();
    await expect(notices(page).getByText('Keep browsing your copy. Log in to send 1 change.')).toBeVisible();
    await expect(page.getByRole('button', { name: /Log in to sync/ })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
    await expect.poll(() => recentTitles(page)).toEqual(titles);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Channels' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();

    await notices(page).getByRole('link', { name: 'Log in' }).click();
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    await expect.poll(() => isWatchedOnServer(archive.url, title)).toBe(true);
    await expect(page.getByText('Waiting to sync')).toHaveCount(0);
    await expect(signedOutNotice(page)).toHaveCount(0);
  },
);

test('a start with an ended session shows the login page, which offers to open the copy', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  const titles = await recentTitles(page);
  const title = await anUnwatchedTitle(page);
  endSessions(archive.dataFolder, credentials.username);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await page.getByRole('button', { name: `Open my copy: ${credentials.username}` }).click();
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  await expect(signedOutNotice(page)).toBeVisible();
  await expect.poll(() => recentTitles(page)).toEqual(titles);
  await markWatched(page, title);
  await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();
  await page.reload();
  await expect(signedOutNotice(page)).toBeVisible();
  await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();
});

test('the login page reports an ended session on a device without a copy', async ({ archive, page }) => {
  await signIn(page, archive.url);
  endSessions(archive.dataFolder, credentials.username);
  // Imitates a system that has removed the copy but left the cookies.
  await page.goto(`${archive.url}/favicon.svg`);
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name ?? '');
  });
  await page.goto(`${archive.url}/`);
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expectQuotedText('Unauthorized: Redirecting to login.', page.getByText('Unauthorized: Redirecting to login.'));
});

test('a second person who signs in neither sees the first person’s copy nor sends the first person’s changes', async ({ archive, faultProxy: proxy, page }) => {
  await addPerson(archive.dataFolder, tove);
  await signIn(page, proxy.url);
  const title = await anUnwatchedTitle(page);
  endSessions(archive.dataFolder, credentials.username);
  await markWatched(page, title);
  await expect(signedOutNotice(page)).toBeVisible();
  proxy.forget();
  await notices(page).getByRole('link', { name: 'Log in' }).click();
  await logIn(page, tove);
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  await expect(cardOf(page, title)).toBeVisible();
  await expect(cardOf(page, title).getByText('Watched', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Waiting to sync')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Up to date/ })).toBeVisible();
  expect(proxy.seenRequests.filter(isMark)).toEqual([]);
  expect(await isWatchedOnServer(archive.url, title)).toBe(false);

  await logOut(page, 'Log out, keep my copy');
  await logIn(page);
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  await expect.poll(() => isWatchedOnServer(archive.url, title)).toBe(true);
  expect(proxy.seenRequests.filter(isMark)).toHaveLength(1);
});

test(
  'a second person’s login in another tab removes the first person’s copy from the screen, and sends none of the first person’s changes',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, device, page }) => {
    await addPerson(archive.dataFolder, tove);
    await signIn(page, proxy.url);
    const title = await anUnwatchedTitle(page);
    proxy.set({ kind: 'reset' });
    await markWatched(page, title);
    await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();
    const secondTab = await device.context.newPage();
    // Only marks still fail, so that the second person can log in while the first tab retries its mark.
    proxy.set({ kind: 'reset' }, isMark);
    await secondTab.goto(`${proxy.url}/login/`);
    await logIn(secondTab, tove);
    await expect(secondTab.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    proxy.set({ kind: 'none' });
    proxy.forget();
    // The first tab has left the copy automatically; its home page is now that of the session's current person.
    await expect(cardOf(page, title).getByText('Waiting to sync')).toHaveCount(0);
    await page.goto(`${proxy.url}/`);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText(tove.username, { exact: true })).toBeVisible();
    await expect(cardOf(page, title)).toBeVisible();
    await expect(page.getByText('Waiting to sync')).toHaveCount(0);
    await expect(cardOf(page, title).getByText('Watched', { exact: true })).toHaveCount(0);
    expect(proxy.seenRequests.filter(isMark)).toEqual([]);
    expect(await isWatchedOnServer(archive.url, title)).toBe(false);
  },
);

workerTest('clearing the device deletes the person’s databases and pictures', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  await waitForWorker(page);
  await logOut(page, 'Log out and clear this device');
  await expect(page.getByRole('button', { name: /Open my copy/ })).toHaveCount(0);
  await expect
    .poll(() =>
      page.evaluate(async () => ({
        databases: (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => name.startsWith('stowaway-') && name !== 'stowaway-images'),
        pictures: (await caches.keys()).filter((name) => name.startsWith('stowaway-images-')),
      })),
    )
    .toEqual({ databases: [], pictures: [] });
});
