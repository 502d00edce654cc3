import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WireUserConfig } from '../../src/contract/names.ts';
import { listQueryString, videoListFilters } from '../../src/mirror/list-keys.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { dropEarlyAnswers } from '../../src/network/early-answers.ts';
import { homeQueries } from '../../src/queries/preload-home.ts';
import { aWireAccount, aWirePing, aWireUserConfig, someAppSettings } from '../builders/mirror-wire.ts';
import { json, scriptFetch, type FetchScript } from '../doubles/fetch-script.ts';
import { settled, waitUntil } from '../builders/mirror-copy.ts';

const pageScript = /<script>(.*?)<\/script>/s.exec(readFileSync(new URL('../../index.html', import.meta.url), 'utf8'))?.[1] ?? '';
const documentPaths = ['/api/user/account/', '/api/appsettings/config/', '/api/user/me/'];

let script: FetchScript;

beforeEach(() => {
  script = scriptFetch();
  vi.stubGlobal('fetch', script.fetch);
  vi.spyOn(performance, 'now').mockReturnValue(1_000); // the page was opened a second ago
});

afterEach(() => {
  dropEarlyAnswers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the script of the page', () => {
  const configs: Partial<WireUserConfig>[] = [
    {},
    { hide_watched: false },
    { hide_watched: true },
    { sort_by: 'downloaded', sort_order: 'asc', vid_type_filter: 'shorts', hide_watched: false },
  ];
  test.each(configs)('requests home’s lists as the client would, with the settings %j', async (settings) => {
    archiveOf(aWireUserConfig(settings));
    openPage();
    const listPaths = homeQueries(aWireUserConfig(settings)).map(({ page, ...filters }) => {
      return `/api/video/?${listQueryString({ endpoint: 'videos', filters: videoListFilters(filters), pageSize: 0, page })}`;
    });
    await waitUntil(() => script.requests.length === 6);
    expect(script.waves()).toEqual([['/api/ping/'], documentPaths, expect.arrayContaining(listPaths)]);
  });

  test.each(['/video/abc/', '/?page=2'])('requests no lists on %s', async (address) => {
    archiveOf();
    openPage({ address });
    await waitUntil(() => script.requests.length === 4);
    // The page reads the same answer, and would then request the lists.
    await (await globalThis.earlyAnswers?.['/api/user/me/'])?.clone().json();
    await settled();
    expect(script.waves()).toEqual([['/api/ping/'], documentPaths]);
  });

  test('requests nothing but the ping without a session', async () => {
    script.on('/api/ping/', json({ detail: 'Authentication credentials were not provided.' }, 403));
    openPage();
    await globalThis.earlyAnswers?.['/api/ping/'];
    expect(script.waves()).toEqual([['/api/ping/']]);
  });

  test('requests nothing at a later visit', () => {
    openPage({ firstPaint: 'dark ink lantern #0b1015' });
    expect(globalThis.earlyAnswers).toBeUndefined();
    expect(script.requests).toEqual([]);
  });
});

describe('the client', () => {
  test('takes each answer once instead of sending its request', async () => {
    archiveOf();
    openPage();
    const client = createClient();
    expect(await client.ping()).toMatchObject({ ok: true, value: { user: 1 } });
    expect(await client.getUserConfig()).toMatchObject({ ok: true });
    expect(script.count('/api/ping/')).toBe(1);
    expect(script.count('/api/user/me/')).toBe(1);
    await client.getUserConfig();
    expect(script.count('/api/user/me/')).toBe(2);
  });

  test('requests a list once if it asks for the list before the page’s script does', async () => {
    archiveOf();
    let answerConfig = (): void => {};
    const whenReleased = new Promise<void>((resolve) => (answerConfig = resolve));
    script.on('/api/user/me/', () => whenReleased.then(() => json(aWireUserConfig())));
    openPage();
    await waitUntil(() => script.count('/api/user/me/') === 1);
    await createClient().call('/api/video/?watch=continue', (body) => body);
    answerConfig();
    await waitUntil(() => script.count('/api/video/?sort') === 1);
    expect(script.count('/api/video/?watch=continue')).toBe(1);
  });

  test('sends a write even if there is an early answer for its path', async () => {
    archiveOf();
    script.on('POST /api/user/me/', json(aWireUserConfig({ grid_items: 5 })));
    openPage();
    const client = createClient();
    await client.ping();
    const answer = await client.call('/api/user/me/', (body) => body, { method: 'POST', body: { grid_items: 5 } });
    expect(answer).toMatchObject({ value: { grid_items: 5 } });
  });

  test('sends its own request if the early one has failed, because the connection may be back', async () => {
    let isDown = true;
    script.on('/api/ping/', () => {
      if (isDown) throw new TypeError('Failed to fetch');
      return json(aWirePing({ user: 1 }));
    });
    openPage();
    await globalThis.earlyAnswers?.['/api/ping/']?.catch(() => undefined);
    isDown = false;
    expect(await createClient().ping()).toMatchObject({ ok: true });
  });

  test('takes no answer that may be older than 30 seconds', async () => {
    archiveOf();
    openPage();
    await globalThis.earlyAnswers?.['/api/ping/'];
    vi.spyOn(performance, 'now').mockReturnValue(30_001);
    await createClient().ping();
    expect(script.count('/api/ping/')).toBe(2);
  });

  test('aborts an early request that exceeds the time limit of the request that it replaces', async () => {
    let whenAborted: Promise<void> | undefined;
    const aborted = new DOMException('aborted', 'AbortError');
    script.on('/api/ping/', (_request, signal) => {
      if (signal?.aborted) throw aborted;
      whenAborted = new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
      return whenAborted.then(() => Promise.reject(aborted));
    });
    openPage();
    expect(await createClient().ping(20)).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    await whenAborted;
  });

  test('sends its own requests after the early answers were dropped', async () => {
    archiveOf();
    openPage();
    await waitUntil(() => script.requests.length === 6);
    dropEarlyAnswers();
    await createClient().getAccount();
    expect(script.count('/api/user/account/')).toBe(2);
  });
});

function createClient() {
  return createArchiveClient({ readCookie: () => null, onOutcome: () => {} });
}

function archiveOf(config = aWireUserConfig()): void {
  script.on('/api/ping/', json(aWirePing({ user: 1 })));
  script.on('/api/user/me/', json(config));
  script.on('/api/user/account/', json(aWireAccount({ id: 1 })));
  script.on('/api/appsettings/config/', json(someAppSettings()));
  script.on('/api/video/?', json({ data: [], paginate: null }));
}

/** Runs the script of index.html as at a first visit, unless `firstPaint` is stored. */
function openPage({ address = '/', firstPaint = null }: { address?: string; firstPaint?: string | null } = {}): void {
  const context: { earlyAnswers?: typeof globalThis.earlyAnswers } & Record<string, unknown> = {
    AbortController,
    fetch: script.fetch,
    location: new URL(address, 'https://archive.example'),
    navigator: {},
    localStorage: { getItem: () => firstPaint },
    document: { documentElement: { dataset: {}, style: {} }, querySelector: () => ({}) },
  };
  vm.runInNewContext(pageScript, context);
  globalThis.earlyAnswers = context.earlyAnswers;
}
