// The hashes of a media file cover each of its windows, are recomputed when it changes, and are removed with its video.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { removeVideoRows } from '../../server/catalogue/remove-video-rows.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { createMediaDigests, digestWindowBytes, type MediaDigests, type WindowDigests } from '../../server/digests/media-digests.ts';
import { fileTag } from '../../server/library/file-tag.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { logInto } from '../doubles/log.ts';

const channelId = 'UCharbourharbourharbour1';
const totalBytes = 2 * digestWindowBytes + 1000;
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let database: Database;
let archive: Archive;
let logLines: string[];
let digests: MediaDigests;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-digests-'));
  database = openDatabase(':memory:');
  archive = createArchive(database);
  const catalogue = createSqliteCatalogue(database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos(['one', 'two'].map((name) => aVideo({ videoId: `video-${name}-1`, channelId, mediaFile: `${name}.mp4` })));
  logLines = [];
  digests = start();
});
afterEach(async () => {
  await digests.close();
  database.close();
  rmSync(folder, { recursive: true });
});

function start(): MediaDigests {
  const library = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: false, dataFolder: folder });
  return createMediaDigests({ database, library, log: logInto(logLines) });
}

const fileOf = (name: 'one' | 'two'): string => path.join(folder, `${name}.mp4`);
const requestDigests = (name: 'one' | 'two') => {
  const row = archive.videos.find(`video-${name}-1`);
  if (!row) throw new Error(`${name} is not there`);
  return digests.of(row);
};

/** Writes a media file with differing windows. */
function aMediaFile(name: 'one' | 'two', mark = 0): Buffer {
  const bytes = Buffer.alloc(totalBytes);
  for (let offset = 0; offset < totalBytes; offset += 4096) bytes.writeUInt32LE(offset + mark, Math.min(offset, totalBytes - 4));
  writeFileSync(fileOf(name), bytes);
  return bytes;
}

async function waitForDigests(name: 'one' | 'two'): Promise<WindowDigests> {
  let wholeDigests: WindowDigests | null = null;
  await expect
    .poll(
      async () => {
        const answer = await requestDigests(name);
        if (answer.kind === 'whole') wholeDigests = answer.digests;
        return answer.kind;
      },
      { timeout: 20_000 },
    )
    .toBe('whole');
  if (!wholeDigests) throw new Error('there are no digests');
  return wholeDigests;
}

const windowsOf = ({ sha256 }: WindowDigests): string[] => Buffer.from(sha256).toString('hex').match(/.{64}/g) ?? [];
const hashesOf = (bytes: Buffer): string[] => [0, 1, 2].map((window) => hash(bytes.subarray(window * digestWindowBytes, (window + 1) * digestWindowBytes)));

test('every window has its hash, even the shorter last one, and the hashes are still there after a restart', async () => {
  const bytes = aMediaFile('one');
  expect(await requestDigests('one')).toMatchObject({ kind: 'coming', retryAfterSeconds: 1 });
  const computedDigests = await waitForDigests('one');
  expect([computedDigests.totalBytes, windowsOf(computedDigests)]).toEqual([totalBytes, hashesOf(bytes)]);
  await digests.close();
  digests = start();
  expect(await requestDigests('one')).toEqual({ kind: 'whole', digests: computedDigests });
});

test('the hashes of a changed file are computed again', async () => {
  aMediaFile('one');
  const oldDigests = await waitForDigests('one');
  const bytes = aMediaFile('one', 1);
  appendFileSync(fileOf('one'), 'more');
  expect(await requestDigests('one')).toMatchObject({ kind: 'coming' });
  const newDigests = await waitForDigests('one');
  expect(newDigests.tag).not.toBe(oldDigests.tag);
  expect(windowsOf(newDigests).slice(0, 2)).toEqual(hashesOf(bytes).slice(0, 2));
});

test('an empty file has no hashes', async () => {
  writeFileSync(fileOf('one'), '');
  expect(await requestDigests('one')).toMatchObject({ kind: 'whole', digests: { totalBytes: 0, sha256: new Uint8Array() } });
});

test('a computation that a restart interrupted continues after the last stored window', async () => {
  const bytes = aMediaFile('one');
  const { tag } = await waitForDigests('one');
  const storedHashes = Buffer.alloc(2 * 32, 'noted');
  database.prepare('UPDATE media_digest SET sha256 = ?').run(storedHashes);
  await digests.close();
  digests = start();
  expect(windowsOf(await waitForDigests('one'))).toEqual([...(storedHashes.toString('hex').match(/.{64}/g) ?? []), hashesOf(bytes)[2]]);
  expect(database.prepare('SELECT tag, length(sha256) AS bytes FROM media_digest').all()).toEqual([{ tag, bytes: 3 * 32 }]);
});

test('the hashes are sent even if the database has no space for them', async () => {
  const bytes = aMediaFile('one');
  // Fills the table's page, so that the next row would need another page.
  database.prepare('INSERT INTO media_digest SELECT id, ?, ? FROM video WHERE video_id = ?').run('', Buffer.alloc(4000), 'video-two-1');
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { page_count: number };
  database.prepare(`PRAGMA max_page_count = ${pages}`).get();
  expect(windowsOf(await waitForDigests('one'))).toEqual(hashesOf(bytes));
  expect(database.prepare('SELECT count(*) AS rows FROM media_digest').all()).toEqual([{ rows: 1 }]);
  expect(logLines).toEqual([]);
});

test('a missing file has no hashes', async () => {
  expect(await requestDigests('one')).toEqual({ kind: 'no-file' });
});

test('a file that failed is tried again after a minute, even if the clock was set back meanwhile', async () => {
  writeFileSync(fileOf('one'), 'a short film');
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  database.exec("CREATE TRIGGER refuse BEFORE INSERT ON media_digest BEGIN SELECT raise(ABORT, 'refused'); END");
  await requestDigests('one');
  await vi.waitUntil(() => logLines.length === 1, { timeout: 20_000 });
  // So that the digests in memory do not belong to the file.
  writeFileSync(fileOf('one'), 'a longer film');
  database.exec('DROP TRIGGER refuse');
  vi.setSystemTime(Date.now() - 86_400_000);
  vi.advanceTimersByTime(60_001);
  expect(await requestDigests('one')).toMatchObject({ kind: 'coming', retryAfterSeconds: 1 });
});

test('a server that shuts down does not wait for a large file', async () => {
  writeFileSync(fileOf('one'), '');
  truncateSync(fileOf('one'), 64 * 1024 ** 3);
  // The next checkpoint, which comes every 32 windows, is one window away.
  const tag = fileTag(statSync(fileOf('one'), { bigint: true }));
  database.prepare('INSERT INTO media_digest SELECT id, ?, ? FROM video WHERE video_id = ?').run(tag, Buffer.alloc(31 * 32), 'video-one-1');
  expect(await requestDigests('one')).toMatchObject({ kind: 'coming' });
  await expect.poll(() => database.prepare('SELECT length(sha256) AS bytes FROM media_digest').get(), { timeout: 20_000 }).toEqual({ bytes: 32 * 32 });
  await digests.close();
  expect(await requestDigests('one')).toMatchObject({ kind: 'coming' });
  expect(logLines).toEqual([]);
});

test('the hashes are removed with their video', async () => {
  aMediaFile('one');
  await waitForDigests('one');
  removeVideoRows(database, ['video-one-1']);
  expect(database.prepare('SELECT * FROM media_digest').all()).toEqual([]);
});
