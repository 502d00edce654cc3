// A clock that was ahead and is right again: what was written down meanwhile holds nothing up for longer than it should.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { createBackupFolder } from '../../server/backups/backup-folder.ts';
import { createSecondPlace } from '../../server/backups/second-place.ts';
import type { createSnapshots } from '../../server/backups/snapshots.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { backoffMs, longestBackoffMs } from '../../server/downloader/backoff.ts';
import { isPutAnew } from '../../server/library/put-anew.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { createTrashedRows } from '../../server/trash/trashed-rows.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];
const nowMs = Date.parse('2026-02-13T12:00:00Z');
const yearMs = 365 * dayMs;

let database: Database;
let base: string;
beforeEach(() => {
  database = openDatabase(':memory:');
  base = mkdtempSync(path.join(os.tmpdir(), 'stowaway-clock-'));
});
afterEach(() => {
  database.close();
  rmSync(base, { recursive: true, force: true });
});

test('a site is held back no longer than the longest wait of its kind from now, and what is shorter stays', () => {
  const { downloadHolds: holds } = createArchive(database);
  const hold = (site: string | null, kind: 'rate-limited' | 'network-away', retryAtMs: number): void =>
    holds.hold({ site, kind, details: [], sinceMs: retryAtMs, tries: 1, retryAtMs, scope: 'all' });
  hold('quay.example', 'rate-limited', nowMs + yearMs);
  hold('pier.example', 'rate-limited', nowMs + 24 * 60 * minuteMs);
  hold(null, 'network-away', nowMs + yearMs);
  holds.shorten(nowMs, longestBackoffMs);
  const left = (): unknown => holds.list().map(({ site, retryAtMs }) => [site, (retryAtMs - nowMs) / minuteMs]);
  const shortened = [
    [null, 15],
    ['pier.example', 24 * 60],
    ['quay.example', longestBackoffMs('rate-limited') / minuteMs],
  ];
  expect(left()).toEqual(shortened);
  // Counted from the first look on, not anew with each.
  holds.shorten(nowMs + minuteMs, longestBackoffMs);
  expect(left()).toEqual(shortened);
});

test.each(['rate-limited', 'bot-check', 'sign-in-site', 'unreachable', 'timed-out', 'blocked', 'failing'] as const)(
  'no wait after %s is longer than the longest',
  (kind) => {
    for (const tries of [1, 3, 40])
      for (const waitMs of [null, 5 * minuteMs, yearMs]) expect(backoffMs(kind, tries, waitMs, 1)).toBeLessThanOrEqual(longestBackoffMs(kind));
    expect(longestBackoffMs(kind)).toBeLessThanOrEqual(2 * dayMs);
  },
);

test('a deletion that was noted in the future counts as one of now: what is put there later comes in, what lay there does not', () => {
  const catalogue = createSqliteCatalogue(database, () => nowMs / 1000);
  catalogue.putChannels([aChannel({ channelId: 'UCharbourharbourharbour1' })]);
  const deletedAtMs = { 'long-ahead1': nowMs + yearMs, 'yesterday-1': nowMs - dayMs };
  for (const [videoId, at] of Object.entries(deletedAtMs)) {
    catalogue.putVideos([aVideo({ videoId, channelId: 'UCharbourharbourharbour1' })]);
    createTrashedRows(database, () => at).takeVideo(videoId);
  }
  const removedMs = catalogue.removedVideos().get('long-ahead1') ?? 0;
  expect([removedMs - nowMs, catalogue.removedVideos().get('yesterday-1')]).toEqual([1000, nowMs - dayMs]);
  // From then on it stands.
  expect(
    createSqliteCatalogue(database, () => nowMs / 1000 + 3600)
      .removedVideos()
      .get('long-ahead1'),
  ).toBe(removedMs);
  const later = nowMs + 60 * minuteMs;
  expect(isPutAnew(later - minuteMs, removedMs, later)).toBe(true);
  expect(isPutAnew(nowMs - minuteMs, removedMs, later)).toBe(false);
  // Written while the clock was ahead, before the deletion.
  expect(isPutAnew(nowMs + yearMs - dayMs, removedMs, later)).toBe(false);
  // A share whose own clock is a few minutes ahead.
  expect(isPutAnew(later + 5 * minuteMs, removedMs, later)).toBe(true);
  expect(isPutAnew(nowMs + yearMs, undefined, later)).toBe(true);
});

test('a backup whose name is of the future neither displaces nor stops today’s, in the first place and in the second', async () => {
  const folders = { backups: path.join(base, 'data', 'backups'), place: path.join(base, 'place') };
  for (const folder of [folders.backups, folders.place]) mkdirSync(folder, { recursive: true });
  const nameOf = (ms: number): string => {
    const { fileName } = createBackupFolder(folders.backups).target('auto', new Date(ms));
    writeFileSync(path.join(folders.backups, fileName), `backup of ${ms}`);
    return fileName;
  };
  const realNowMs = Date.now();
  const [ahead, older, yesterday, today] = [realNowMs + 9 * yearMs, realNowMs - 2 * dayMs, realNowMs - dayMs, realNowMs].map(nameOf) as [
    string,
    string,
    string,
    string,
  ];
  const backups = createBackupFolder(folders.backups);
  const second = createSecondPlace({
    archiveId: '0123456789',
    dataFolder: path.join(base, 'data'),
    libraryFolder: path.join(base, 'library'),
    backups,
    snapshots: createSnapshotsNowhere(),
    keptFolders: [],
    settings: { get: () => ({ secondPlace: folders.place, dailySnapshots: null }) as never },
    keptBackups: () => 2,
    alerts: { raise: () => undefined, clear: () => undefined },
    log: () => undefined,
  });
  expect(await second.prepare(folders.place)).toBeNull();
  // There since the clock was ahead.
  const there = path.join(second.folder() ?? '', 'backups');
  mkdirSync(there);
  writeFileSync(path.join(there, ahead), `backup of ${realNowMs + 9 * yearMs}`);
  expect(await second.bringUpToDate()).toMatchObject({ kind: 'copied' });
  expect(readdirSync(there).toSorted()).toEqual([yesterday, today]);
  backups.rotate(3);
  expect(readdirSync(folders.backups).toSorted()).toEqual([older, yesterday, today]);
  await second.stop();

  function createSnapshotsNowhere(): ReturnType<typeof createSnapshots> {
    return { list: () => [], fileOf: () => null, remove: () => false } as unknown as ReturnType<typeof createSnapshots>;
  }
});
