// A browser of one person, with a persistent profile: an incognito context keeps storage in memory and fails on large
// caches. Used by the browser tests' fixtures and by the bench.
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { credentials } from './archive-process.ts';
import { recordCalls } from './calls-record.ts';

export const phone = { width: 390, height: 844 };
export const tablet = { width: 820, height: 1180 };
export const desktop = { width: 1440, height: 900 };

/** For what holds at every size: each test costs seconds, so CI tries it on a phone, and the long tests on a desktop as well. */
export const windowSizes: Record<string, { width: number; height: number }> = process.env['STOWAWAY_LONG'] === '1' ? { phone, desktop } : { phone };

/** A browser of one person: closed and opened again it is the same device. */
export interface Device {
  context: BrowserContext;
  /** Closes the browser and opens it again on the same profile. */
  reopen(): Promise<BrowserContext>;
  close(): Promise<void>;
}

const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // There is none here, and drawing as if there were costs a tenth of the time.
  '--disable-gpu',
  '--no-first-run',
  '--autoplay-policy=no-user-gesture-required',
];

export async function openDevice(
  options: {
    viewport?: { width: number; height: number };
    colorScheme?: 'dark' | 'light';
    hasTouch?: boolean;
    flags?: string[];
    /** Another browser than that of the run. */
    executablePath?: string;
    /** Copies ahead while idle, as devices of people do. Off here, so that what a test sees depends on no idle moment. */
    isMirrorAheadOn?: boolean;
  } = {},
): Promise<Device> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'stowaway-profile-'));
  const viewport = options.viewport ?? desktop;
  const executablePath = options.executablePath ?? process.env['STOWAWAY_CHROMIUM'];
  const launch = async (): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(profile, {
      viewport,
      colorScheme: options.colorScheme ?? 'dark',
      hasTouch: options.hasTouch ?? viewport.width < 600,
      args: [...quietFlags, ...(options.flags ?? [])],
      locale: 'en-GB',
      timezoneId: 'UTC',
      ...(executablePath ? { executablePath } : {}),
    });
    // What cannot be done is told by itself, not by the end of its test.
    context.setDefaultTimeout(20_000);
    recordCalls(context);
    if (!options.isMirrorAheadOn) await context.addInitScript(switchMirrorAheadOff);
    return context;
  };
  const device: Device = {
    context: await launch(),
    async reopen() {
      await device.context.close();
      device.context = await launch();
      return device.context;
    },
    async close() {
      // What a test answers itself may still be on its way to a page that is not needed any more.
      await Promise.all(device.context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await device.context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return device;
}

function switchMirrorAheadOff(): void {
  // Blank pages have no storage of their own.
  if (location.protocol.startsWith('http')) localStorage.setItem('stowaway.mirror-ahead', 'off');
}

export type Account = typeof credentials;

/** Opens home, signed in. The session is asked for by a call: what the login page does has tests of its own, and costs seconds. */
export async function signIn(page: Page, url: string, account: Account = credentials): Promise<void> {
  const answer = await page.request.post(`${url}/api/user/login/`, { data: { ...account, remember_me: 'on' } });
  expect(answer.status()).toBe(204);
  await page.goto(`${url}/`);
  await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
}

/** On the login page. */
export async function logIn(page: Page, { username, password }: Account = credentials): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Waits until the service worker controls the page, so that the next start needs no network. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Waits until the idle page has fetched all screens ahead: their number stands still. */
export async function waitForScreens(page: Page): Promise<void> {
  let before = 0;
  const standsStill = async (): Promise<boolean> => {
    const count = await page.evaluate(async () => (await (await caches.open('stowaway-chunks')).keys()).length);
    const isSame = count > 3 && count === before;
    before = count;
    return isSame;
  };
  await expect.poll(standsStill, { intervals: [800], timeout: 40_000 }).toBe(true);
}
