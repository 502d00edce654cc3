// A device: the browser of one person. With a service worker, its profile is on the disk, because an incognito context keeps storage in
// memory and fails on large caches. Without one, the device is a context of a browser that many tests share. Used by the browser tests
// and by programs in scripts.
import { chromium, expect, type Browser, type BrowserContext, type LaunchOptions, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { credentials } from './archive-process.ts';
import { recordCalls } from './calls-record.ts';
import { plantedSessions } from './planted-sessions.ts';

export const phone = { width: 390, height: 844 };
export const tablet = { width: 820, height: 1180 };
export const desktop = { width: 1440, height: 900 };

/**
 * The window sizes of tests that must pass at every size. Each size costs seconds, so CI tests a phone only, and the long tests also a
 * desktop.
 */
export const windowSizes: Record<string, { width: number; height: number }> = process.env['STOWAWAY_LONG'] === '1' ? { phone, desktop } : { phone };

/** The browser of one person. A browser that is closed and opened again is the same device. */
export interface Device {
  context: BrowserContext;
  /** Closes the browser and opens it again on the same profile. `whileClosed` gets the profile's folder. */
  reopen(whileClosed?: (profile: string) => Promise<unknown>): Promise<BrowserContext>;
  /** Kills the browser with SIGKILL, then opens it again on the same profile. */
  kill(): Promise<BrowserContext>;
  close(): Promise<void>;
}

const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // CI has no GPU, and emulating one costs a tenth of the time.
  '--disable-gpu',
  '--no-first-run',
  '--autoplay-policy=no-user-gesture-required',
];

export interface DeviceOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'dark' | 'light';
  hasTouch?: boolean;
  /** The browser's language. */
  locale?: string;
  flags?: string[];
  /** The program of the browser, if it is not the run's. */
  executablePath?: string;
  /** Prefetches the mirror while idle, as users' devices do. Off by default, so that no test depends on an idle moment. */
  isPrefetchOn?: boolean;
}

/** Opens a device as users have it, with a profile on the disk and the service worker. */
export async function openDevice(options: DeviceOptions = {}): Promise<Device> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'stowaway-profile-'));
  const launch = async (): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions(options), ...contextOptions(options) });
    await prepare(context, options);
    return context;
  };
  const device: Device = {
    context: await launch(),
    async reopen(whileClosed) {
      await device.context.close();
      await whileClosed?.(profile);
      device.context = await launch();
      return device.context;
    },
    async kill() {
      const closeEvent = device.context.waitForEvent('close');
      killProcessesOf(profile);
      await closeEvent;
      device.context = await launch();
      return device.context;
    },
    async close() {
      await closeContext(device.context);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return device;
}

/** Opens a device without a service worker: a context of `browser` (`launchBrowser`). Closing the device deletes its storage. */
export async function openTemporaryDevice(browser: Browser, options: Omit<DeviceOptions, 'flags' | 'executablePath'> = {}): Promise<Device> {
  const context = await browser.newContext({ ...contextOptions(options), serviceWorkers: 'block' });
  await prepare(context, options);
  return {
    context,
    reopen: () => Promise.reject(new Error('this device ends with its browser: use `hasWorker`')),
    kill: () => Promise.reject(new Error('this device ends with its browser: use `hasWorker`')),
    close: () => closeContext(context),
  };
}

/** Kills, with SIGKILL, the processes whose command line names this folder, which belongs to one device only. */
export function killProcessesOf(profile: string): void {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n');
  for (const line of lines.filter((processLine) => processLine.includes(profile))) {
    try {
      process.kill(Number.parseInt(line, 10), 'SIGKILL');
    } catch {
      // The process has ended together with another one that was killed before.
    }
  }
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions({}));
}

function launchOptions({ flags = [], executablePath = process.env['STOWAWAY_CHROMIUM'] }: DeviceOptions): LaunchOptions {
  return { args: [...quietFlags, ...flags], ...(executablePath ? { executablePath } : {}) };
}

function contextOptions({ viewport = desktop, colorScheme = 'dark', hasTouch = viewport.width < 600, locale = 'en-GB' }: DeviceOptions) {
  return { viewport, colorScheme, hasTouch, locale, timezoneId: 'UTC' };
}

async function prepare(context: BrowserContext, { isPrefetchOn = false }: DeviceOptions): Promise<void> {
  // An action that cannot be done fails after this time, not at the test's timeout.
  context.setDefaultTimeout(20_000);
  recordCalls(context);
  if (!isPrefetchOn) await context.addInitScript(disablePrefetch);
}

async function closeContext(context: BrowserContext): Promise<void> {
  // A test's route may still be answering a request of a page that is no longer needed.
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

function disablePrefetch(): void {
  // Blank pages have no storage.
  if (location.protocol.startsWith('http')) localStorage.setItem('stowaway.mirror-ahead', 'off');
}

export type Account = typeof credentials;

/** Opens home, signed in by the session in the archives' template, because a login costs half a second and has its own tests. */
export async function signIn(page: Page, url: string): Promise<void> {
  await page.context().addCookies(plantedSessions().page.map((cookie) => ({ ...cookie, url, expires: Date.now() / 1000 + 86_400 * 365 })));
  await openHome(page, url);
}

/** Opens home after a login, for an archive that was not created from the template, an ended session, or another account. */
export async function signInAs(page: Page, url: string, account: Account = credentials): Promise<void> {
  const answer = await page.request.post(`${url}/api/user/login/`, { data: { ...account, remember_me: 'on' } });
  expect(answer.status()).toBe(204);
  await openHome(page, url);
}

async function openHome(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/`);
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
}

/** Fills in and sends the form of the login page, which must be open. */
export async function logIn(page: Page, { username, password }: Account = credentials): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Waits until the page has an active service worker, so that the next start needs no network. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Waits until the idle page has prefetched these chunks of the client (the names of their files), each a script and a style sheet. */
export async function waitForChunks(page: Page, ...chunks: string[]): Promise<void> {
  const cachedUrls = (): Promise<string[]> => page.evaluate(async () => (await (await caches.open('stowaway-chunks')).keys()).map(({ url }) => url));
  await expect
    .poll(
      async () => {
        const urls = await cachedUrls();
        return chunks.filter((chunk) => !['js', 'css'].every((extension) => urls.some((url) => url.includes(`/assets/${chunk}-`) && url.endsWith(extension))));
      },
      { timeout: 40_000 },
    )
    .toEqual([]);
}

/** Waits until the idle page has prefetched all screens: until the number of cached files does not change any more. */
export async function waitForScreens(page: Page): Promise<void> {
  let countBefore = 0;
  const isStable = async (): Promise<boolean> => {
    const count = await page.evaluate(async () => (await (await caches.open('stowaway-chunks')).keys()).length);
    const isSame = count > 3 && count === countBefore;
    countBefore = count;
    return isSame;
  };
  await expect.poll(isStable, { intervals: [800], timeout: 40_000 }).toBe(true);
}
