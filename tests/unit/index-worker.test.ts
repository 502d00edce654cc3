// No query waits forever, whatever happens to the database: the index worker answers it, or the page gives it up.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseSearch } from '../../src/lib/search-query.ts';
import { createIndexClient, type IndexClient } from '../../src/search-index/index-client.ts';
import type { FromIndex, ToIndex } from '../../src/search-index/messages.ts';
import { applyVideoList } from '../../src/mirror/apply.ts';
import { aMirror } from '../builders/mirror-copy.ts';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { askedAt } from '../builders/asked-at.ts';

const query = parseSearch('pier');
let startedWorkerCount = 0;

test('a worker whose database was deleted ends, and the next query starts another worker', async () => {
  const { mirror, client, workers } = await aPage();
  await whenIndexed(client);
  await mirror.db.delete();
  await expect.poll(() => workers[0]?.isClosed).toBe(true);
  expect(await client.search(query)).toEqual({ videos: [], channels: [], playlists: [] });
  expect(workers).toHaveLength(2);
});

test('a query is given up when the database does not open, and answered when the query is repeated', async () => {
  const { client, workers } = await aPage();
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('the system has closed it', 'UnknownError');
  });
  expect(await client.search(query)).toBeNull();
  await whenIndexed(client);
  expect(workers).toHaveLength(2);
});

test('a query that fails is given up, and does not affect the others', async () => {
  const { client } = await aPage();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await whenIndexed(client);
  expect(await client.search({ ...query, words: null as never })).toBeNull();
  await whenIndexed(client);
});

interface InProcessWorker {
  isClosed: boolean;
}

async function aPage() {
  const mirror = await aMirror();
  const data = [aWireVideo({ youtube_id: 'v1', title: 'Night on the pier' })];
  await applyVideoList(mirror.db, { key: 'videos?size=12&page=1', data, paginate: null, requestTime: askedAt(1) });
  const workers: InProcessWorker[] = [];
  const client = createIndexClient({ databaseName: mirror.db.name, account: mirror.accountKey }, () => startInProcess(workers));
  onTestFinished(() => {
    client.end();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(globalThis, 'onmessage');
  });
  return { mirror, client, workers };
}

/** Resolves when the worker has read the copy. */
async function whenIndexed(client: IndexClient): Promise<void> {
  await expect.poll(async () => (await client.search(query))?.videos.length).toBe(1);
}

/** Runs the worker's own file in this process. */
function startInProcess(workers: InProcessWorker[]): Worker {
  const worker: InProcessWorker = { isClosed: false };
  workers.push(worker);
  const page = { onmessage: null as ((event: { data: FromIndex }) => void) | null };
  const earlyMessages: ToIndex[] = [];
  let receive = (message: ToIndex): void => void earlyMessages.push(message);
  vi.stubGlobal('postMessage', (message: FromIndex) => void (worker.isClosed || page.onmessage?.({ data: message })));
  vi.stubGlobal('close', () => (worker.isClosed = true));
  // The query in the address gives each worker its own module state.
  const file = `../../src/search-index/index-worker.ts?${++startedWorkerCount}`;
  void import(file).then(() => {
    const { onmessage } = globalThis as unknown as { onmessage(event: { data: ToIndex }): void };
    receive = (message) => onmessage({ data: message });
    for (const message of earlyMessages) receive(message);
  });
  return Object.assign(page, {
    postMessage: (message: ToIndex) => void (worker.isClosed || receive(message)),
    terminate: () => (worker.isClosed = true),
  }) as unknown as Worker;
}
