// What the service worker keeps of the client (sw/app-shell.ts), on the browser's real Cache Storage. Its life as a worker: tests/e2e/worker.spec.ts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAppShell, type ShellEvent } from '../../sw/app-shell.ts';
import { systemClock } from '../../src/lib/clock.ts';

const files = [
  { url: '/index.html', revision: 'r1' },
  { url: '/assets/entry-abc.js', revision: null },
  { url: '/assets/screen-def.js', revision: null, isForLater: true },
];
const types: Record<string, string> = { html: 'text/html', js: 'text/javascript' };

let isAway = false;

beforeEach(() => {
  isAway = false;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (isAway) throw new TypeError('no network');
    const address = input instanceof Request ? input.url : input.toString();
    const { pathname } = new URL(address, location.href);
    const name = pathname === '/' ? '/index.html' : pathname;
    return new Response(`the file ${name}`, { headers: { 'content-type': types[name.split('.').at(-1) ?? ''] ?? 'text/plain' } });
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const name of ['stowaway-shell', 'stowaway-chunks']) await caches.delete(name);
});

test('an emptied cache of the shell is filled again by the next start, so that the one after it needs no network', async () => {
  const shell = createAppShell(files, { clock: systemClock });
  const first = ask('/');
  expect(await (await shell.document(first.event)).text()).toBe('the file /index.html');
  await first.behind();
  isAway = true;
  expect(await (await shell.document(ask('/').event)).text()).toBe('the file /index.html');
  expect(await (await shell.builtFile(ask('/assets/entry-abc.js').event)).text()).toBe('the file /assets/entry-abc.js');
  expect(await addressesIn('stowaway-shell'), 'what is not of the shell comes later').not.toContain('/assets/screen-def.js');
});

test('a screen that was used once is there without the network', async () => {
  const shell = createAppShell(files, { clock: systemClock });
  const used = ask('/assets/screen-def.js');
  await shell.builtFile(used.event);
  await used.behind();
  isAway = true;
  expect(await (await shell.builtFile(ask('/assets/screen-def.js').event)).text()).toBe('the file /assets/screen-def.js');
});

test('a page in the place of a script is no script, and is not kept', async () => {
  const shell = createAppShell(files, { clock: systemClock });
  vi.mocked(fetch).mockImplementation(async () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } }));
  const asked = ask('/assets/screen-def.js');
  expect((await shell.builtFile(asked.event)).type).toBe('error');
  await asked.behind();
  expect(await addressesIn('stowaway-chunks')).toEqual([]);
});

function ask(address: string): { event: ShellEvent; behind: () => Promise<unknown> } {
  const work: Promise<unknown>[] = [];
  const event = { request: new Request(new URL(address, location.href)), waitUntil: (promise: Promise<unknown>) => void work.push(promise) };
  return { event, behind: () => Promise.all(work) };
}

async function addressesIn(name: string): Promise<string[]> {
  const requests = await (await caches.open(name)).keys();
  return requests.map(({ url }) => new URL(url).pathname);
}
