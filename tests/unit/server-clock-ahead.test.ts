// Times that were recorded while the system clock was ahead make nothing wait longer than usual once the clock is right again.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAgeClock } from '../../server/archive/age-clock.ts';
import { createArchive } from '../../server/archive/archive.ts';
import { createBackupFolder } from '../../server/backups/backup-folder.ts';
import { createSecondBackupFolder } from '../../server/backups/second-backup-folder.ts';
import type { createSnapshots } from '../../server/backups/snapshots.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { backoffMs, maxBackoffMs } from '../../server/downloader/backoff.ts';
import { mayBeImported } from '../../server/library/re-added.ts';
import { createTrashedRows } from '../../server/trash/trashed-rows.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

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

test('no site is on hold for longer than the maximum for its kind of failure, counted from now; shorter holds are unchanged', () => {
  const { downloadHolds: holds } = createArchive(database);
  const holdSite = (site: string | null, kind: 'rate-limited' | 'network-away', retryAtMs: number): void =>
    holds.hold({ site, kind, details: [], sinceMs: retryAtMs, consecutiveFailures: 1, retryAtMs, scope: 'all' });
  holdSite('quay.example', 'rate-limited', nowMs + yearMs);
  holdSite('pier.example', 'rate-limited', nowMs + 24 * 60 * minuteMs);
  holdSite(null, 'network-away', nowMs + yearMs);
  holds.shorten(nowMs, maxBackoffMs);
  const remainingHolds = (): unknown => holds.list().map(({ site, retryAtMs }) => [site, (retryAtMs - nowMs) / minuteMs]);
  const shortenedHolds = [
    [null, 15],
    ['pier.example', 24 * 60],
    ['quay.example', maxBackoffMs('rate-limited') / minuteMs],
  ];
  expect(remainingHolds()).toEqual(shortenedHolds);
  // The maximum is counted from the first call, not from each later one.
  holds.shorten(nowMs + minuteMs, maxBackoffMs);
  expect(remainingHolds()).toEqual(shortenedHolds);
});

test.each(['rate-limited', 'bot-check', 'sign-in-site', 'unreachable', 'timed-out', 'blocked', 'failing'] as const)(
  'no wait after %s exceeds its limit, two days at most',
  (kind) => {
    for (const tries of [1, 3, 40])
      for (const waitMs of [null, 5 * minuteMs, yearMs]) expect(backoffMs(kind, tries, waitMs, 1)).toBeLessThanOrEqual(maxBackoffMs(kind));
    expect(maxBackoffMs(kind)).toBeLessThanOrEqual(2 * dayMs);
  },
);

describe('the time of a deletion', () => {
  const [aheadId, yesterdayId] = ['long-ahead1', 'yesterday-1'];
  /** Returns the time of the deletion as an import at `atMs` reads it. */
  const removedMs = (videoId: string, atMs: number): number =>
    createSqliteCatalogue(database, () => atMs / 1000)
      .removedVideos()
      .get(videoId) ?? 0;

  beforeEach(() => {
    const catalogue = createSqliteCatalogue(database);
    catalogue.putChannels([aChannel({ channelId: 'UCharbourharbourharbour1' })]);
    for (const [videoId, removedAtMs] of [
      [aheadId, nowMs + yearMs],
      [yesterdayId, nowMs - dayMs],
    ] as const) {
      catalogue.putVideos([aVideo({ videoId, channelId: 'UCharbourharbourharbour1' })]);
      createTrashedRows(database, () => removedAtMs).takeVideo(videoId);
    }
  });

  test('is replaced by the time of the next import if the clock was ahead: files written later are imported, earlier ones are not', () => {
    const settledMs = removedMs(aheadId, nowMs);
    expect([settledMs - nowMs, removedMs(yesterdayId, nowMs) - nowMs]).toEqual([1000, -dayMs]);
    const laterMs = nowMs + 60 * minuteMs;
    expect(removedMs(aheadId, laterMs)).toBe(settledMs);
    expect(mayBeImported(laterMs - minuteMs, settledMs, laterMs)).toBe(true);
    expect(mayBeImported(nowMs - minuteMs, settledMs, laterMs)).toBe(false);
    // Written while the clock was ahead, before the deletion.
    expect(mayBeImported(nowMs + yearMs - dayMs, settledMs, laterMs)).toBe(false);
    // Written on a share whose own clock is a few minutes ahead.
    expect(mayBeImported(laterMs + 5 * minuteMs, settledMs, laterMs)).toBe(true);
    expect(mayBeImported(nowMs + yearMs, undefined, laterMs)).toBe(true);
  });

  test('is unchanged by imports while the clock is behind, and applies again once the clock is right', () => {
    for (const hour of [0, 1, 2, 30]) removedMs(yesterdayId, nowMs - 40 * dayMs + hour * 60 * minuteMs);
    expect(removedMs(yesterdayId, nowMs)).toBe(nowMs - dayMs);
  });
});

test('starts of a computer without a clock battery do not make the trash and missing videos older than they are', () => {
  let nowSeconds = nowMs / 1000;
  const clockOfNextStart = () => createAgeClock(database, () => nowSeconds);
  let countedSeconds = clockOfNextStart().step();
  for (let start = 0; start < 10; start += 1) {
    const realSeconds = nowSeconds + 600;
    nowSeconds = 0;
    const clock = clockOfNextStart();
    countedSeconds += clock.step();
    // The network has set the clock by the next step.
    nowSeconds = realSeconds + 3600;
    countedSeconds += clock.step();
  }
  expect(countedSeconds).toBe(10 * 4200);
});

test('after a clock that was ahead is set back, ages count again from the next step on', () => {
  let nowSeconds = (nowMs + yearMs) / 1000;
  const clock = createAgeClock(database, () => nowSeconds);
  clock.step();
  nowSeconds = nowMs / 1000;
  const counted = [clock.step()];
  for (let hour = 0; hour < 2; hour += 1) {
    nowSeconds += 3600;
    counted.push(clock.step());
  }
  expect(counted).toEqual([0, 3600, 3600]);
  nowSeconds += 3600;
  expect(createAgeClock(database, () => nowSeconds).step()).toBe(3600);
});

test('a backup with a name from the future neither displaces nor prevents today’s backup, in the first folder and in the second', async () => {
  const folders = { backups: path.join(base, 'data', 'backups'), second: path.join(base, 'second') };
  for (const folder of [folders.backups, folders.second]) mkdirSync(folder, { recursive: true });
  const nameOf = (ms: number): string => {
    const { fileName } = createBackupFolder(folders.backups).target('auto', new Date(ms));
    writeFileSync(path.join(folders.backups, fileName), `backup of ${ms}`);
    return fileName;
  };
  const realNowMs = Date.now();
  const [aheadName, olderName, yesterdayName, todayName] = [realNowMs + 9 * yearMs, realNowMs - 2 * dayMs, realNowMs - dayMs, realNowMs].map(nameOf) as [
    string,
    string,
    string,
    string,
  ];
  const backups = createBackupFolder(folders.backups);
  const secondFolder = createSecondBackupFolder({
    archiveId: '0123456789',
    dataFolder: path.join(base, 'data'),
    libraryFolder: path.join(base, 'library'),
    backups,
    snapshots: noSnapshots(),
    storeFolders: [],
    settings: { get: () => ({ secondPlace: folders.second, dailySnapshots: null }) as never },
    backupsToKeep: () => 2,
    alerts: { raise: () => undefined, clear: () => undefined },
    log: () => undefined,
  });
  expect(await secondFolder.prepare(folders.second)).toBeNull();
  // This copy was made while the clock was ahead.
  const copiesFolder = path.join(secondFolder.folder() ?? '', 'backups');
  mkdirSync(copiesFolder);
  writeFileSync(path.join(copiesFolder, aheadName), `backup of ${realNowMs + 9 * yearMs}`);
  expect(await secondFolder.bringUpToDate()).toMatchObject({ kind: 'copied' });
  expect(readdirSync(copiesFolder).toSorted()).toEqual([yesterdayName, todayName]);
  backups.rotate(3);
  expect(readdirSync(folders.backups).toSorted()).toEqual([olderName, yesterdayName, todayName]);
  await secondFolder.stop();

  function noSnapshots(): ReturnType<typeof createSnapshots> {
    return { list: () => [], fileOf: () => null, remove: () => false } as unknown as ReturnType<typeof createSnapshots>;
  }
});
