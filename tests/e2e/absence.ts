// An archive that is away behind the proxy, with the page told to look at once, as a browser does that has noticed. Without being told it looks
// every five seconds: that is for story.spec.ts and faults-table.spec.ts.
import type { Page } from '@playwright/test';
import { isApi, type FaultProxy } from '../doubles/fault-proxy.ts';

export async function leave(proxy: FaultProxy, page: Page): Promise<void> {
  proxy.set({ kind: 'reset' }, isApi);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
}

export async function comeBack(proxy: FaultProxy, page: Page): Promise<void> {
  proxy.set({ kind: 'none' });
  await page.evaluate(() => dispatchEvent(new Event('online')));
}
