// When sites, the network or yt-dlp fail, a scan of the subscriptions requests only the pages and videos that may still be reached.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createFailure, type FailureKind } from '../../server/downloader/failures.ts';
import { readFailure } from '../../server/downloader/read-failure.ts';
import type { SourceClient } from '../../server/downloader/source-client.ts';
import type { Extraction } from '../../server/downloader/yt-dlp.ts';
import { scan, type ScanReport } from '../../server/subscriptions/scan.ts';
import { updateSubscribed } from '../../server/tasks/update-subscribed.ts';

let archive: Archive;
let requestedAddresses: string[];
let answers: Map<string, Extraction>;
let onRequest: (address: string) => void;
beforeEach(() => {
  archive = createArchive(openDatabase(':memory:'));
  archive.appSettings.change({ subscriptions: { extract_flat: true } });
  requestedAddresses = [];
  answers = new Map();
  onRequest = () => undefined;
});
afterEach(() => archive.database.close());

const noFilter = { status: null, channelId: null, kind: null, hasError: null, phrase: null };
const aFailure = (kind: FailureKind): Extraction => ({ ok: false, failure: createFailure(kind, `${kind}, says yt-dlp`) });
const aFailureWithOutput = (stderr: string): Extraction => ({ ok: false, failure: readFailure(`ERROR: ${stderr}`, '') });
const listing = (...addresses: string[]): Extraction => ({
  ok: true,
  info: {
    _type: 'playlist',
    id: 'list',
    extractor: 'example',
    entries: addresses.map((url) => ({ _type: 'url', id: url.split('/').at(-1), url, title: url })),
  },
});
const video = (url: string): Extraction => ({ ok: true, info: { id: url.split('/').at(-1), title: url, extractor: 'example', webpage_url: url } });

/**
 * Subscribes to channels at these addresses, and scripts the answer of each address. A scan takes the sites with the most channels first, and
 * otherwise keeps this order.
 */
function subscribe(addresses: Record<string, Extraction>): void {
  for (const [address, answer] of Object.entries(addresses)) {
    const name = `Channel ${String(archive.channels.subscribedIds().length + 1).padStart(2, '0')}`;
    archive.database
      .prepare(
        `INSERT INTO channel (channel_id, name, name_order, subscriber_count, tags, source_url, is_subscribed, refreshed_at) VALUES (?1, ?1, ?1, 0, '[]', ?2, 1, 0)`,
      )
      .run(name, address);
    answers.set(address, answer);
  }
}

function aSourceClient(): SourceClient {
  return {
    state: () => Promise.resolve({ kind: 'ready', program: '', version: '', hasJsRuntime: false }),
    extract(address) {
      requestedAddresses.push(address);
      onRequest(address);
      return Promise.resolve(answers.get(address) ?? aFailure('gone'));
    },
    pause: () => Promise.resolve(),
    withCredentials: () => Promise.reject(new Error('not used by a scan')),
  };
}

function runScan({ signal } = new AbortController()): Promise<ScanReport> {
  return scan({ archive, sourceClient: aSourceClient() }, { signal, onTarget: () => undefined });
}

test('a dead site is given up after three pages, and every other site is scanned', async () => {
  const deadAddresses = ['one', 'two', 'three', 'four', 'five'].map((name) => `https://dead.example/${name}`);
  subscribe({
    ...Object.fromEntries(deadAddresses.map((address) => [address, aFailure('unreachable')])),
    'https://alive.example/pier': listing('https://alive.example/pier/first'),
  });
  const { addedCount, problems } = await runScan();
  expect(requestedAddresses).toEqual([...deadAddresses.slice(0, 3), 'https://alive.example/pier']);
  expect([addedCount, problems.slice(3)]).toEqual([1, ['dead.example cannot be reached. The rest of this site was not scanned.']]);
});

test('a channel that a person unsubscribes from or deletes during a scan is not scanned, and nothing more of it is queued', async () => {
  archive.appSettings.change({ subscriptions: { extract_flat: false } });
  const [first, second, third] = ['first', 'second', 'third'].map((name) => `https://pier.example/${name}`) as [string, string, string];
  subscribe({ [first]: listing(`${first}/a`, `${first}/b`), [second]: listing(`${second}/a`), [third]: listing(`${third}/a`) });
  for (const address of [first, second, third]) answers.set(`${address}/a`, video(`${address}/a`));
  onRequest = (address) => {
    if (address !== `${first}/a`) return;
    archive.channels.change('Channel 01', { isSubscribed: false });
    archive.database.exec("DELETE FROM channel WHERE channel_id = 'Channel 02'");
  };
  const { addedCount, problems } = await runScan();
  expect(requestedAddresses).toEqual([first, `${first}/a`, third, `${third}/a`]);
  expect([addedCount, problems]).toEqual([1, []]);
});

test('a site that answers between two failures is not given up', async () => {
  subscribe({
    'https://weak.example/1': aFailure('timed-out'),
    'https://weak.example/2': aFailure('failing'),
    'https://weak.example/3': listing(),
    'https://weak.example/4': aFailure('timed-out'),
    'https://weak.example/5': aFailure('gone'),
    'https://weak.example/6': aFailure('timed-out'),
    'https://weak.example/7': listing(),
  });
  await runScan();
  expect(requestedAddresses).toHaveLength(7);
});

test.each<[reason: string, addresses: string[], kind: FailureKind]>([
  ['the first ten sites are silent', Array.from({ length: 10 }, (_, index) => `https://silent-${index}.example/a`), 'unreachable'],
  ['the network is down', ['https://one.example/a', 'https://one.example/b', 'https://two.example/a'], 'network-away'],
])('a scan ends when %s', async (_reason, addresses, kind) => {
  subscribe({ ...Object.fromEntries(addresses.map((address) => [address, aFailure(kind)])), 'https://last.example/': listing() });
  const { problems } = await runScan();
  expect([requestedAddresses, problems.slice(addresses.length)]).toEqual([addresses, ['The sources cannot be reached. The rest was not scanned.']]);
});

test('if the first three sites are dead, the other sites are scanned, and the dead sites are not asked again until a site answers', async () => {
  const deadNames = ['one/a', 'one/b', 'one/c', 'one/d', 'two/a', 'two/b', 'two/c', 'three/a', 'three/b'];
  subscribe({
    ...Object.fromEntries(deadNames.map((name) => [`https://${name.replace('/', '.example/')}`, aFailure('unreachable')])),
    'https://last.example/': listing('https://last.example/first'),
  });
  const { addedCount } = await runScan();
  const askedSites = requestedAddresses.map((address) => new URL(address).host.split('.')[0]);
  expect([addedCount, askedSites]).toEqual([1, ['one', 'one', 'one', 'two', 'two', 'two', 'three', 'last']]);
});

test('a scan continues when another site answers between three silent ones, even with a refusal', async () => {
  subscribe({
    'https://one.example/': aFailure('unreachable'),
    'https://two.example/': aFailure('unreachable'),
    'https://busy.example/': aFailure('rate-limited'),
    'https://three.example/': aFailure('unreachable'),
    'https://last.example/': listing(),
  });
  await runScan();
  expect(requestedAddresses.at(-1)).toBe('https://last.example/');
});

describe('when three sites in a row are silent after an earlier site has answered', () => {
  const silentAddresses = ['one', 'two', 'three'].map((name) => `https://${name}.example/`);
  const aliveAddresses = ['https://alive.example/pier', 'https://alive.example/quay'];
  beforeEach(() =>
    subscribe({
      ...Object.fromEntries(silentAddresses.map((address) => [address, aFailure('unreachable')])),
      ...Object.fromEntries(aliveAddresses.map((address) => [address, listing()])),
      'https://last.example/': listing('https://last.example/first'),
    }),
  );

  test('the scan continues if the earlier site still answers', async () => {
    const { addedCount, problems } = await runScan();
    expect(requestedAddresses).toEqual([...aliveAddresses, ...silentAddresses, aliveAddresses[1], 'https://last.example/']);
    expect([addedCount, problems.length]).toEqual([1, 3]);
  });

  test('the scan ends if the earlier site no longer answers either', async () => {
    onRequest = (address) => {
      if (address === silentAddresses[0]) answers.set(aliveAddresses[1] ?? '', aFailure('unreachable'));
    };
    const { addedCount, problems } = await runScan();
    expect(requestedAddresses).toEqual([...aliveAddresses, ...silentAddresses, aliveAddresses[1]]);
    expect([addedCount, problems.slice(3)]).toEqual([0, ['The sources cannot be reached. The rest was not scanned.']]);
  });

  test('a scan that is stopped while the earlier site is queried again does not report a lost network', async () => {
    const stopController = new AbortController();
    onRequest = (address) => {
      if (requestedAddresses.filter((requestedAddress) => requestedAddress === address).length === 2) stopController.abort();
      if (stopController.signal.aborted) answers.set(address, aFailure('stopped'));
    };
    const { addedCount, problems } = await runScan(stopController);
    expect(requestedAddresses).toEqual([...aliveAddresses, ...silentAddresses, aliveAddresses[1]]);
    expect([addedCount, problems.slice(3)]).toEqual([0, []]);
  });
});

test('a site that refuses three videos in a row is not scanned further', async () => {
  archive.appSettings.change({ subscriptions: { extract_flat: false } });
  const videos = Array.from({ length: 10 }, (_, index) => `https://busy.example/walks/v${index}`);
  subscribe({
    'https://busy.example/walks': listing(...videos),
    'https://busy.example/talks': listing(),
    'https://alive.example/pier': listing('https://alive.example/pier/first'),
  });
  for (const address of videos) answers.set(address, aFailure('rate-limited'));
  answers.set('https://alive.example/pier/first', video('https://alive.example/pier/first'));
  const { addedCount, problems } = await runScan();
  expect(requestedAddresses).toEqual(['https://busy.example/walks', ...videos.slice(0, 3), 'https://alive.example/pier', 'https://alive.example/pier/first']);
  expect([addedCount, problems.slice(3)]).toEqual([
    1,
    ['busy.example has received too many requests from this server. The rest of this site was not scanned.'],
  ]);
});

test('a scan ends when yt-dlp disappears, and still reports what it added', async () => {
  archive.appSettings.change({ subscriptions: { extract_flat: false } });
  subscribe({
    'https://alive.example/pier': listing('https://alive.example/pier/first', 'https://alive.example/pier/second', 'https://alive.example/pier/third'),
    'https://alive.example/quay': listing(),
  });
  answers.set('https://alive.example/pier/first', video('https://alive.example/pier/first'));
  for (const name of ['second', 'third']) answers.set(`https://alive.example/pier/${name}`, aFailure('no-program'));
  expect(await runScan()).toMatchObject({ addedCount: 1, problems: ['no-program, says yt-dlp'] });
  expect(requestedAddresses).toHaveLength(3);
});

test.each([
  ['on a full disk', 13, 'The disk is full. The rest was not scanned.'],
  ['because another program is writing to the database', 5, 'Another program is writing to the database. The rest was not scanned.'],
])('a scan that ends %s still reports what it added', async (_reason, errcode, problem) => {
  subscribe({ 'https://alive.example/pier': listing('https://alive.example/pier/first', 'https://alive.example/pier/second') });
  const addToQueue = archive.downloads.add.bind(archive.downloads);
  vi.spyOn(archive.downloads, 'add')
    .mockImplementationOnce(addToQueue)
    .mockImplementationOnce(() => {
      throw Object.assign(new Error('it cannot be written'), { errcode });
    });
  expect(await runScan()).toMatchObject({ addedCount: 1, problems: [problem] });
});

test('a channel without a videos tab becomes active, and is not reported as a problem', async () => {
  const channelAddress = 'https://www.youtube.com/channel/UCharbourharbourharbour0';
  subscribe({ [channelAddress]: listing() });
  answers.set(`${channelAddress}/videos`, aFailureWithOutput('[youtube:tab] UCharbourharbourharbour0: This channel does not have a videos tab'));
  answers.set(`${channelAddress}/shorts`, listing('https://www.youtube.com/shorts/n3wShort-01'));
  answers.set(`${channelAddress}/streams`, aFailureWithOutput('[youtube:tab] UCharbourharbourharbour0: This channel does not have a streams tab'));
  archive.channels.setActive('Channel 01', false);
  expect(await runScan()).toMatchObject({ addedCount: 1, goneNames: [], problems: [] });
  expect(archive.channels.find('Channel 01')).toMatchObject({ isActive: true });
});

test('an unrecognised failure of a channel’s shorts or streams is reported, once for each message', async () => {
  const channelAddress = 'https://www.youtube.com/channel/UCharbourharbourharbour0';
  subscribe({ [channelAddress]: listing() });
  answers.set(`${channelAddress}/videos`, listing());
  answers.set(`${channelAddress}/shorts`, aFailureWithOutput('[youtube:tab] UCharbourharbourharbour0: The tide was wrong'));
  answers.set(`${channelAddress}/streams`, aFailureWithOutput('[youtube:tab] UCharbourharbourharbour0: The tide was wrong'));
  expect(await runScan()).toMatchObject({ goneNames: [], problems: [expect.stringMatching(/^Channel 01: .*The tide was wrong/)] });
});

describe('with auto start', () => {
  let startCount: number;
  let shutdown: AbortController;
  beforeEach(() => {
    archive.appSettings.change({ subscriptions: { auto_start: true } });
    [startCount, shutdown] = [0, new AbortController()];
  });
  const pier = 'https://alive.example/pier';

  async function update(): Promise<void> {
    const task = updateSubscribed({ archive, sourceClient: aSourceClient() }, () => void (startCount += 1));
    const { signal } = shutdown;
    await task.run({}, { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal });
  }

  test('even if the disk is too full to start downloads, the report says what was added', async () => {
    subscribe({ [pier]: listing(`${pier}/first`) });
    const task = updateSubscribed({ archive, sourceClient: aSourceClient() }, () => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    const { signal } = shutdown;
    expect(await task.run({}, { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal })).toEqual({
      level: 'info',
      lines: ['1 new in the queue.'],
    });
  });

  test('a video that an interrupted scan added is downloaded after the next scan, even if the next scan adds nothing', async () => {
    subscribe({ [pier]: listing(`${pier}/first`), 'https://slow.example/': listing() });
    onRequest = (address) => {
      if (address === 'https://slow.example/') shutdown.abort();
    };
    await update();
    expect([archive.downloads.count(noFilter), startCount]).toEqual([1, 0]);
    [shutdown, onRequest] = [new AbortController(), () => undefined];
    await update();
    expect([archive.downloads.count(noFilter), startCount]).toEqual([1, 1]);
  });

  test('nothing is started if nothing was added, or if the site of the added videos is on hold', async () => {
    subscribe({ [pier]: listing() });
    await update();
    answers.set(pier, listing(`${pier}/first`));
    const hold = { kind: 'blocked', details: [], sinceMs: 0, consecutiveFailures: 1, scope: 'started' } as const;
    archive.downloadHolds.hold({ site: 'alive.example', ...hold, details: [], retryAtMs: Date.now() + 60_000 });
    await update();
    expect([archive.downloads.count(noFilter), startCount]).toEqual([1, 0]);
    // The hold is over, so the video that waited is started after the next scan.
    archive.downloadHolds.lift('alive.example');
    await update();
    expect(startCount).toBe(1);
  });
});
