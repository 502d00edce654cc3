// Registers the service worker, checks for new versions, and activates them. Also shows the web fonts. A separate chunk, because the first
// content does not need it.
import { Workbox } from 'workbox-window';
import type { PageMessage } from '../contract/worker-messages.ts';
import { inBackground } from '../lib/in-background.ts';
import { language } from '../lib/language.ts';
import { cacheLanguage } from '../features/language/cache-language.ts';
import { updateLanguageCookie } from '../features/language/language-cookie.ts';
import { waitForState } from './reload-on-missing-chunk.ts';

/** An installed client stays open for days; an update check costs one small request. */
const updateCheckMs = 30 * 60_000;

/** How long a page waits for the new version to take over from the old one. */
const takeOverTimeoutMs = 10_000;

interface Ports {
  /** Resolves to the worker's answer, or to undefined if none comes. */
  postToWorker: (message: PageMessage, worker: ServiceWorker) => Promise<unknown>;
  onWaiting: () => void;
}

/**
 * Resolves to a function that activates a waiting version. The caller then reloads the page to get it.
 * @throws if the worker cannot be registered: no network, or the browser forbids it
 */
export async function registerWorker({ postToWorker, onWaiting }: Ports): Promise<() => Promise<void>> {
  inBackground(showFonts(), 'The fonts could not be loaded');
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  workbox.addEventListener('waiting', onWaiting);
  await workbox.register();
  cacheLanguage(language).catch(() => undefined); // no network or no space: tried again at the next start
  updateLanguageCookie();
  checkForUpdates(workbox);
  return async () => {
    const waitingWorker = (await navigator.serviceWorker.getRegistration())?.waiting;
    if (waitingWorker) await takeOver(waitingWorker);
  };

  /**
   * Makes the waiting version take over if several tabs are open. With a single tab the worker answers `false`, because the version takes
   * over at the reload (sw/hand-over.ts). While a single tab makes requests, the browser can postpone a takeover for a long time, and a
   * reload during a takeover has crashed Chromium 150.
   */
  async function takeOver(waitingWorker: ServiceWorker): Promise<void> {
    if ((await postToWorker({ type: 'take-over' }, waitingWorker)) === false) return;
    await Promise.race([waitForState(waitingWorker, 'activated'), new Promise((resolve) => setTimeout(resolve, takeOverTimeoutMs))]);
  }
}

/**
 * At a first visit, index.html lets the page begin with a system font, because on a slow connection the web fonts would delay the content.
 * Both web fonts are shown together, once both are loaded, so that the lines are rewrapped only once.
 */
async function showFonts(): Promise<void> {
  const { dataset } = document.documentElement;
  if (!dataset['fonts']) return;
  const loadedFonts = await Promise.all(['Instrument Sans', 'Bricolage Grotesque'].map((name) => document.fonts.load(`1em "${name}"`)));
  if (loadedFonts.every(({ length }) => length > 0)) delete dataset['fonts'];
}

function checkForUpdates(workbox: Workbox): void {
  let checkedAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || !isUpdateCheckDue(checkedAtMs, Date.now())) return;
    checkedAtMs = Date.now();
    workbox.update().catch(() => undefined); // no network: retried later
  });
}

/**
 * Measured by the device's clock, because `performance.now()` may stop while the device sleeps. If the clock is changed, a check may be
 * early.
 */
export function isUpdateCheckDue(checkedAtMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - checkedAtMs) >= updateCheckMs;
}
