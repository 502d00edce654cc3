// The worker adds the last home screen to the document of a start. These tests check which starts show it, and for which account.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test } from 'vitest';
import { firstScreenCache, firstScreenHeaders, firstScreenStyles } from '../../src/contract/first-screen.ts';
import { openRegistryDatabase } from '../../src/mirror/database.ts';
import { createFirstScreen, registryTimeoutMs, readOpenAccountKey } from '../../sw/first-screen.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { createMemoryCaches } from '../doubles/memory-caches.ts';

const origin = 'https://archive.example';
const screen = '<div id="first-screen">The $& fog</div>';
const page = (script = '/assets/first-1.js'): Response =>
  new Response(`<html><head><script type="module" src="${script}"></script></head><body><div id="root"></div></body></html>`, {
    headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': "default-src 'self'", 'Content-Length': '99' },
  });

async function setUp({ account = 'https://archive.example|ä|1', openAccount = account as string | null, build = '/assets/first-1.js' } = {}) {
  const caches = createMemoryCaches();
  const cache = await caches.open(firstScreenCache);
  await cache.put('/', new Response(screen, { headers: { [firstScreenHeaders.account]: encodeURIComponent(account), [firstScreenHeaders.build]: build } }));
  await cache.put(firstScreenStyles, new Response('#first-screen{}'));
  const firstScreen = createFirstScreen({ caches, clock: createManualClock(), findOpenAccount: async () => openAccount });
  return { caches, firstScreen, start: async (request = new Request(`${origin}/`), document = page()) => firstScreen.addTo(document, request) };
}

test('a start at home shows the last home screen before the page, with its styles and under the same policy', async () => {
  const { start, firstScreen } = await setUp();
  const answer = await start();
  expect(await answer.text()).toBe(
    `<html><head><script type="module" src="/assets/first-1.js"></script><link rel="stylesheet" href="${firstScreenStyles}" /></head><body>${screen}<div id="root"></div></body></html>`,
  );
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(answer.headers.get('content-length')).toBeNull();
  expect(await (await firstScreen.styles()).text()).toBe('#first-screen{}');
});

test.each([
  ['another account is open', { openAccount: 'https://archive.example|b|2' }],
  ['no account is open', { openAccount: null }],
  ['the stored screen is of another build', { build: '/assets/first-0.js' }],
])('the page is unchanged if %s', async (_why, options) => {
  const { start } = await setUp(options);
  expect(await (await start()).text()).toBe(await page().text());
});

test.each([
  ['another page', new Request(`${origin}/channel/`)],
  ['another page of home', new Request(`${origin}/?page=2`)],
  ['a reload', new Request(`${origin}/`, { cache: 'no-cache' })],
  ['a step back', new Request(`${origin}/`, { cache: 'force-cache' })],
])('%s does not show the last home screen', async (_what, request) => {
  const { start } = await setUp();
  expect(await (await start(request)).text()).toBe(await page().text());
});

test('a page without the client’s script is unchanged, and so is every page if no screen is stored', async () => {
  const { start, caches } = await setUp();
  const signInPage = new Response('<html><head></head><body><div id="root"></div></body></html>');
  expect(await (await start(undefined, signInPage)).text()).toBe('<html><head></head><body><div id="root"></div></body></html>');
  const pageWithScript = page();
  await caches.delete(firstScreenCache);
  expect(await start(undefined, pageWithScript)).toBe(pageWithScript);
});

test('an unreadable registry leaves the page as it is', async () => {
  const { caches } = await setUp();
  const plainPage = page();
  const firstScreen = createFirstScreen({ caches, clock: createManualClock(), findOpenAccount: () => Promise.reject(new Error('of the test')) });
  expect(await firstScreen.addTo(plainPage, new Request(`${origin}/`))).toBe(plainPage);
});

test('a registry that does not open, because another tab is upgrading it, does not hold up the start', async () => {
  const { caches } = await setUp();
  const plainPage = page();
  const clock = createManualClock();
  let isAsked = false;
  const findOpenAccount = (): Promise<string | null> => new Promise(() => (isAsked = true));
  const answer = createFirstScreen({ caches, clock, findOpenAccount }).addTo(plainPage, new Request(`${origin}/`));
  await expect.poll(() => isAsked).toBe(true);
  clock.pass(registryTimeoutMs);
  expect(await answer).toBe(plainPage);
});

test('the open account is the one that a start of the page opens', async () => {
  const registry = openRegistryDatabase();
  onTestFinished(() => registry.delete());
  const row = { databaseName: 'd', archiveId: null, userId: 1, name: 'mara', isStaff: false } as const;
  await registry.accounts.bulkPut([
    { ...row, accountKey: 'before', isLocked: 0, lastUsedAtMs: 1 },
    { ...row, accountKey: 'last', isLocked: 0, lastUsedAtMs: 2 },
    { ...row, accountKey: 'locked', isLocked: 1, lastUsedAtMs: 3 },
  ]);
  expect(await readOpenAccountKey()).toBe('last');
  await registry.accounts.toCollection().modify({ isLocked: 1 });
  expect(await readOpenAccountKey()).toBeNull();
});

test('reading the open account creates no registry on a device without one', async () => {
  await expect(readOpenAccountKey()).rejects.toThrow();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('stowaway');
  // The page can still create the registry.
  const registry = openRegistryDatabase();
  onTestFinished(() => registry.delete());
  expect(await registry.accounts.count()).toBe(0);
});
