// A clock that was ahead and is right again: what was written down meanwhile holds nothing up for longer than it should.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { createBackupFolder } from '../../server/backups/backup-folder.ts';
import { createSecondPlace } from '../../server/backups/second-place.ts';
import type { createSnapshots } from '../../server/backups/snapshots.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { backoffMs, longestBackoffMs } from '../../server/downloader/backoff.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { isPutAnew } from '../../server/library/put-anew.ts';
import { createTurns } from '../../server/library/turns.ts';
import { createHousekeeping } from '../../server/trash/housekeeping.ts';
import { createTrash } from '../../server/trash/trash.ts';
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

describe('the time of a deletion', () => {
  const [ahead, yesterday] = ['long-ahead1', 'yesterday-1'];
  let clockMs: number;
  let hourly: () => Promise<void>;
  const removedMs = (videoId: string): number => createSqliteCatalogue(database).removedVideos().get(videoId) ?? 0;

  beforeEach(() => {
    const catalogue = createSqliteCatalogue(database);
    catalogue.putChannels([aChannel({ channelId: 'UCharbourharbourharbour1' })]);
    for (const [videoId, at] of [
      [ahead, nowMs + yearMs],
      [yesterday, nowMs - dayMs],
    ] as const) {
      catalogue.putVideos([aVideo({ videoId, channelId: 'UCharbourharbourharbour1' })]);
      createTrashedRows(database, () => at).takeVideo(videoId);
    }
    clockMs = nowMs;
    restart();
  });

  function restart(): void {
    const archive = createArchive(database);
    const library = createLibraryPlaces({ libraryFolder: path.join(base, 'library'), isOwners: false, dataFolder: base });
    const options = { archive, library, catalogue: createSqliteCatalogue(database), turns: createTurns(), log: () => undefined };
    const housekeeping = createHousekeeping({ ...options, trash: createTrash(options), now: () => clockMs / 1000 });
    hourly = async (): Promise<void> => {
      await housekeeping.run();
      clockMs += 60 * minuteMs;
    };
  }

  test('that a clock noted which was ahead is that of now after an hour, and stands: what is put there later comes in, what lay there does not', async () => {
    await hourly();
    expect(removedMs(ahead)).toBe(nowMs + yearMs);
    await hourly();
    const settledMs = removedMs(ahead);
    expect([settledMs - nowMs, removedMs(yesterday) - nowMs]).toEqual([60 * minuteMs + 1000, -dayMs]);
    await hourly();
    expect(removedMs(ahead)).toBe(settledMs);
    const laterMs = settledMs + 60 * minuteMs;
    expect(isPutAnew(laterMs - minuteMs, settledMs, laterMs)).toBe(true);
    expect(isPutAnew(nowMs - minuteMs, settledMs, laterMs)).toBe(false);
    // Written while the clock was ahead, before the deletion.
    expect(isPutAnew(nowMs + yearMs - dayMs, settledMs, laterMs)).toBe(false);
    // A share whose own clock is a few minutes ahead.
    expect(isPutAnew(laterMs + 5 * minuteMs, settledMs, laterMs)).toBe(true);
    expect(isPutAnew(nowMs + yearMs, undefined, laterMs)).toBe(true);
  });

  test('stays while a clock is behind: in the first hour of a start, and when it steps back later', async () => {
    clockMs = nowMs - 40 * dayMs;
    await hourly();
    restart();
    await hourly();
    clockMs = nowMs;
    await hourly();
    clockMs = nowMs - 40 * dayMs;
    await hourly();
    expect(removedMs(yesterday)).toBe(nowMs - dayMs);
  });
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
