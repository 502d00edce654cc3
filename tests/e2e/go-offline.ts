// Takes the archive behind the proxy away and brings it back. Both functions also send the page the `offline` or `online` event of a
// browser, so that the page pings the archive immediately, instead of noticing the change at its next request or scheduled ping.
// story.spec.ts and faults-table.spec.ts test without these events.
import type { Page } from '@playwright/test';
import { isApi, type FaultProxy } from '../doubles/fault-proxy.ts';

export async function goOffline(proxy: FaultProxy, page: Page): Promise<void> {
  proxy.set({ kind: 'reset' }, isApi);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
}

export async function goOnline(proxy: FaultProxy, page: Page): Promise<void> {
  proxy.set({ kind: 'none' });
  await page.evaluate(() => dispatchEvent(new Event('online')));
}
