import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDownloadRuns } from '../../server/archive/download-runs.ts';
import { createDownloads, type DownloadFilter } from '../../server/archive/downloads.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { processorMsSince } from '../builders/processor-time.ts';

let database: Database;
let downloads: ReturnType<typeof createDownloads>;
beforeEach(() => {
  database = openDatabase(':memory:');
  downloads = createDownloads(database, () => 1_771_000_000);
  addItem('first', 'Frost on the gate', 'UCone', { message: 'private video' });
  addItem('second', 'On the gate of Zürich', 'UCone');
  addItem('third', 'Wind', 'UCtwo');
});
afterEach(() => database.close());

const noFilter: DownloadFilter = { status: null, channelId: null, kind: null, hasError: null, phrase: null };
const findIds = (filter: Partial<DownloadFilter> = {}): string[] =>
  downloads.page({ ...noFilter, ...filter }, { limit: 10, offset: 0 }).map((row) => row.videoId);

function addItem(videoId: string, title: string, channelId: string, { message = null as string | null } = {}): void {
  database
    .prepare('INSERT INTO removed_video (video_id, removed_ms, title, channel_id, channel_name, duration, published_at, kind) VALUES (?, 0, ?, ?, ?, 60, 0, ?)')
    .run(videoId, title, channelId, `Name of ${channelId}`, 'videos');
  downloads.command(videoId, 'ignore-force');
  downloads.command(videoId, 'pending');
  database.prepare('UPDATE download SET message = ? WHERE video_id = ?').run(message, videoId);
}

test('the queue stores a playlist’s description once for all of its videos, drops it with the last of them, and stores it again if one returns', () => {
  const runs = createDownloadRuns(database);
  const list = { playlistId: 'PLall', description: JSON.stringify({ entries: 'x'.repeat(4 * 1024 * 1024) }) };
  const addFromList = (videoId: string) =>
    downloads.add(
      {
        ...{ videoId, sourceUrl: `https://quay.example/${videoId}`, title: videoId, channelId: 'UCone', channelName: 'One', duration: 60 },
        ...{ publishedAt: null, kind: 'videos', expectedSize: null, pictureUrl: null, listed: { fields: {}, list } },
      },
      { status: 'pending', isAutoStart: false, isForced: false },
    );
  const isDescriptionStoredFor = (videoId: string): boolean => {
    const triedIds = new Set(['first', 'second', 'third', ...Array.from({ length: 1_000 }, (_, index) => `all-${index}`)].filter((id) => id !== videoId));
    return runs.next({ scope: 'all', triedIds, heldSites: [], onlySites: null })?.listDescription === list.description;
  };
  const cpuBefore = process.cpuUsage();
  for (let index = 0; index < 1_000; index += 1) expect(addFromList(`all-${index}`)).toBe('added');
  // Writing the four megabytes for each video would take many seconds.
  expect(processorMsSince(cpuBefore)).toBeLessThan(3_000);
  expect([isDescriptionStoredFor('all-0'), isDescriptionStoredFor('all-999')]).toEqual([true, true]);
  const listCount = () => (database.prepare('SELECT count(*) AS n FROM download_list').get() as { n: number }).n;
  for (let index = 0; index < 999; index += 1) downloads.forget(`all-${index}`);
  expect(listCount()).toBe(1);
  downloads.forgetAll({ ...noFilter, phrase: 'all-999' });
  expect(listCount()).toBe(0);
  addFromList('all-0');
  expect(isDescriptionStoredFor('all-0')).toBe(true);
});

test('the queue lists items with priority first, then the others, oldest first', () => {
  downloads.command('third', 'priority');
  expect(findIds()).toEqual(['third', 'first', 'second']);
});

test.each([
  ['on the ga', ['first', 'second']],
  ['the on', []],
  ['ate', []],
  ['zur', ['second']],
  ['  ', ['first', 'second', 'third']],
  ['★ !', []],
])('the phrase “%s” finds %j', (phrase, expectedIds) => {
  expect(findIds({ phrase })).toEqual(expectedIds);
});

test('a filter finds items by whether they have an error; the message of a cleared error is null, and an item that never failed has no message', () => {
  expect([findIds({ hasError: true }), findIds({ hasError: false })]).toEqual([['first'], ['second', 'third']]);
  downloads.commandAll({ ...noFilter, status: 'pending' }, 'clear_error');
  const messages = downloads.page(noFilter, { limit: 10, offset: 0 }).map((row) => row.message);
  expect(messages).toEqual([null, undefined, undefined]);
  expect(findIds({ hasError: true })).toEqual([]);
});

test('a run takes items with priority first, and skips items that failed or are ignored', () => {
  const runs = createDownloadRuns(database);
  const nextId = (scope: 'all' | 'started', triedIds: string[] = []): string | undefined =>
    runs.next({ scope, triedIds: new Set(triedIds), heldSites: [], onlySites: null })?.videoId;
  downloads.command('third', 'priority');
  expect([nextId('all'), nextId('all', ['third']), nextId('all', ['third', 'second'])]).toEqual(['third', 'second', undefined]);
  downloads.command('second', 'ignore');
  expect([nextId('started'), nextId('started', ['third']), nextId('all', ['third'])]).toEqual(['third', undefined, undefined]);
});

test('a command on a filter changes the matching items and the totals; the status “priority” matches none', () => {
  downloads.commandAll({ ...noFilter, status: 'pending', channelId: 'UCone' }, 'ignore');
  expect(findIds({ status: 'ignore' })).toEqual(['first', 'second']);
  expect(downloads.channels('ignore')).toEqual({ largest: [{ channelId: 'UCone', name: 'Name of UCone', items: 2 }], others: 0 });
  downloads.forgetAll({ ...noFilter, status: 'ignore' });
  expect(findIds()).toEqual(['third']);
  downloads.commandAll({ ...noFilter, status: 'priority' }, 'ignore');
  expect(findIds({ status: 'ignore' })).toEqual([]);
});
