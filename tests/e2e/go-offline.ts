// Takes the archive behind the proxy away and brings it back, with the `offline` and `online` events that a browser sends when it notices,
// so that the page checks immediately. Without them it checks every five seconds: story.spec.ts and faults-table.spec.ts cover that.
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
