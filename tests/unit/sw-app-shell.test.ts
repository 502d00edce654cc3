// The worker caches the client's own files, and fills its caches again after the browser has emptied them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppShell, BuiltFile } from '../../sw/app-shell.ts';
import { createManualClock } from '../doubles/manual-clock.ts';
import { createMemoryCaches, type MemoryCaches } from '../doubles/memory-caches.ts';

const origin = 'https://archive.example';
/** The worker recognises a document of this build by the script that it names. */
const documentText = '<!doctype html><script type="module" src="/assets/entry-abc.js"></script>';
const files = [
  { url: 'index.html', revision: 'r1' },
  { url: 'assets/entry-abc.js', revision: null },
  { url: 'assets/screen-def.js', revision: null, isForLater: true },
];

class InstallEvent {
  work: Promise<unknown>[] = [];
  waitUntil(promise: Promise<unknown>): void {
    this.work.push(promise);
  }
}

let caches: MemoryCaches;
let requestedPaths: string[];
let answerOf: (path: string) => Promise<Response>;

beforeEach(() => {
  caches = createMemoryCaches();
  requestedPaths = [];
  answerOf = async (path) =>
    path.endsWith('.js')
      ? new Response(`script ${path}`, { headers: { 'content-type': 'text/javascript' } })
      : new Response(documentText, { headers: { 'content-type': 'text/html' } });
  vi.stubGlobal('self', globalThis);
  // Workbox checks that its argument is an ExtendableEvent.
  vi.stubGlobal('ExtendableEvent', InstallEvent);
  vi.stubGlobal('FetchEvent', class {});
  vi.stubGlobal('location', new URL(origin));
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input as string | URL), origin);
    requestedPaths.push(pathname);
    return answerOf(pathname);
  });
});
afterEach(() => vi.unstubAllGlobals());

test('an emptied shell cache is filled again by the next load, so that the load after it needs no network', async () => {
  const shell = await aShell();
  expect(await (await loadDocument(shell)).text()).toBe(documentText);
  expect(caches.addresses('stowaway-shell').map((address) => new URL(address).pathname)).toEqual(['/index.html', '/assets/entry-abc.js']);
  answerOf = () => Promise.reject(new TypeError('no network'));
  expect(await (await loadDocument(shell)).text()).toBe(documentText);
  expect(await (await requestFile(shell, '/assets/entry-abc.js')).text()).toBe('script /assets/entry-abc.js');
});

test('a single missing file is fetched again, and no other file', async () => {
  const shell = await aShell();
  await loadDocument(shell);
  const cache = await caches.open('stowaway-shell');
  for (const address of caches.addresses('stowaway-shell')) if (address.includes('index.html')) await cache.delete(address);
  requestedPaths = [];
  await loadDocument(shell);
  expect(requestedPaths).toEqual(['/video/abc', '/index.html']);
});

test('while the browser cannot read its caches, the page and its scripts come from the server', async () => {
  const shell = await aShell();
  await loadDocument(shell);
  const unreadable = (): Promise<never> => Promise.reject(new DOMException('of the test', 'UnknownError'));
  vi.stubGlobal('caches', { open: unreadable, match: unreadable });
  expect(await (await loadDocument(shell)).text()).toBe(documentText);
  expect(await (await requestFile(shell, '/assets/screen-def.js')).text()).toBe('script /assets/screen-def.js');
});

test('a portal’s page is not stored in place of a missing script', async () => {
  const shell = await aShell();
  answerOf = async () => new Response('log in first', { headers: { 'content-type': 'text/html' } });
  await loadDocument(shell);
  expect(requestedPaths).toContain('/assets/entry-abc.js');
  expect(caches.addresses('stowaway-shell').some((address) => address.endsWith('.js'))).toBe(false);
});

test('a proxy’s sign-in page is not stored as the document, because every start would then show the sign-in page', async () => {
  const shell = await aShell();
  const signInPage = () => new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } });
  const answerOfArchive = answerOf;
  answerOf = async (path) => (path.endsWith('.js') ? answerOfArchive(path) : signInPage());
  expect(await (await loadDocument(shell)).text()).toContain('Sign in');
  expect(caches.addresses('stowaway-shell').some((address) => address.includes('index.html'))).toBe(false);
  answerOf = answerOfArchive;
  await loadDocument(shell);
  answerOf = async () => signInPage();
  expect(await (await loadDocument(shell)).text()).toBe(documentText);
});

const newVersionFiles = [
  ...files,
  { url: 'assets/texts-de-b1b-b1b1.js', revision: null, isLanguage: true },
  { url: 'assets/texts-fr-c1c1c1c1.js', revision: null, isLanguage: true },
];

test('an update fetches the texts of the language in use, and of no other language', async () => {
  const cache = await caches.open('stowaway-chunks');
  await cache.put(`${origin}/assets/texts-de-a1_-a1a1.js`, new Response(''));
  await install(await aShell(newVersionFiles));
  expect(requestedPaths.filter((path) => path.includes('texts-'))).toEqual(['/assets/texts-de-b1b-b1b1.js']);
  expect(caches.addresses('stowaway-chunks')).toContain(`${origin}/assets/texts-de-b1b-b1b1.js`);
  requestedPaths = [];
  await install(await aShell(newVersionFiles));
  expect(requestedPaths.filter((path) => path.includes('texts-'))).toEqual([]);
});

test('an update without the texts of the language in use is not installed', async () => {
  const cache = await caches.open('stowaway-chunks');
  await cache.put(`${origin}/assets/texts-de-a1_-a1a1.js`, new Response(''));
  const answerOfArchive = answerOf;
  answerOf = async (path) => (path.includes('texts-') ? new Response('', { status: 404 }) : answerOfArchive(path));
  await expect(install(await aShell(newVersionFiles))).rejects.toThrow('texts-de-b1b-b1b1.js is missing');
});

test('an update deletes the oldest chunks of previous versions, and none of its own chunks', async () => {
  const cache = await caches.open('stowaway-chunks');
  await cache.put(`${origin}/assets/screen-def.js`, new Response(''));
  for (let chunkNumber = 0; chunkNumber < 302; chunkNumber += 1) await cache.put(`${origin}/assets/old-${chunkNumber}.js`, new Response(''));
  const event = new InstallEvent();
  (await aShell()).activate(event as unknown as Parameters<AppShell['activate']>[0]);
  await Promise.all(event.work);
  const names = caches.addresses('stowaway-chunks').map((address) => address.slice(`${origin}/assets/`.length));
  expect(names).toHaveLength(301);
  expect(names.slice(0, 2)).toEqual(['screen-def.js', 'old-2.js']);
});

async function aShell(builtFiles: BuiltFile[] = files): Promise<AppShell> {
  const { createAppShell } = await import('../../sw/app-shell.ts');
  return createAppShell(builtFiles, { clock: createManualClock() });
}

async function install(shell: AppShell): Promise<void> {
  const event = new InstallEvent();
  shell.install(event as unknown as Parameters<AppShell['install']>[0]);
  await Promise.all(event.work);
}

async function loadDocument(shell: AppShell): Promise<Response> {
  return responseAfterWork(shell.answerDocument, new Request(`${origin}/video/abc`));
}

async function requestFile(shell: AppShell, path: string): Promise<Response> {
  return responseAfterWork(shell.answerBuiltFile, new Request(`${origin}${path}`));
}

/** Returns the response once all background work of the worker is done. */
async function responseAfterWork(answer: AppShell['answerDocument'], request: Request): Promise<Response> {
  const backgroundWork: Promise<unknown>[] = [];
  const response = await answer({ request, waitUntil: (work: Promise<unknown>) => void backgroundWork.push(work) });
  await Promise.all(backgroundWork);
  return response;
}
