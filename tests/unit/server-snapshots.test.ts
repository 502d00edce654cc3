import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isSnapshotDue, startDailySnapshots } from '../../server/backups/daily-snapshots.ts';
import {
  nameForFile,
  newSnapshotId,
  readSnapshotFileName,
  describeReason,
  snapshotFileName,
  type SnapshotReason,
} from '../../server/backups/snapshot-names.ts';
import { expiredSnapshots } from '../../server/backups/snapshot-rotation.ts';
import { createSnapshots } from '../../server/backups/snapshots.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { logInto } from '../doubles/log.ts';

const daySeconds = 86_400;
const now = 1_800_000_000;

test.each<[SnapshotReason, string]>([
  [{ kind: 'daily' }, 'Daily'],
  [{ kind: 'by-hand' }, 'Made by hand'],
  [{ kind: 'before-restore', of: 'ta_backup-20260101-auto' }, 'Before restoring ta_backup-20260101-auto'],
  [{ kind: 'before-update', to: '0.2.0-beta.1' }, 'Before the update to 0.2.0-beta.1'],
  [{ kind: 'brought-in' }, 'Uploaded'],
])('the file name says why the snapshot was made: %j', (reason, text) => {
  const snapshot = { id: newSnapshotId(), reason, startedAt: 5, endedAt: 17 };
  expect(readSnapshotFileName(snapshotFileName(snapshot))).toEqual(snapshot);
  expect(describeReason(reason)).toBe(text);
});

test('a file name without a reason means a manual snapshot, an invalid file name is ignored, and any text can become part of a file name', () => {
  const id = newSnapshotId();
  expect(readSnapshotFileName(`${id}.5-17.sqlite`)).toEqual({ id, reason: { kind: 'by-hand' }, startedAt: 5, endedAt: 17 });
  for (const invalidName of [`${id}.sqlite`, `${id}.5-17.else.sqlite`, `${id}.5-17.sqlite-journal`, `x${id}.5-17.sqlite`, 'stowaway.sqlite'])
    expect(readSnapshotFileName(invalidName)).toBeNull();
  expect([nameForFile('../../etc/passwd'), nameForFile(''), nameForFile('ä'.repeat(300))]).toEqual(['..-..-etc-passwd', 'x', '-']);
});

test('snapshots of each kind are counted separately, so daily snapshots do not displace snapshots before a restore or an update', () => {
  const snapshotsOf = (reason: SnapshotReason, ages: number[]) =>
    ages.map((age) => ({ id: `${reason.kind} ${age}`, reason, startedAt: now - age * daySeconds, endedAt: now }));
  const tenAges = Array.from({ length: 10 }, (_value, age) => age);
  const allSnapshots = [
    ...snapshotsOf({ kind: 'daily' }, tenAges),
    ...snapshotsOf({ kind: 'before-restore', of: 'x' }, [100, 101, 102]),
    ...snapshotsOf({ kind: 'before-update', to: '2' }, [103, 104, 105, 106, 107, 108]),
    ...snapshotsOf({ kind: 'by-hand' }, [1, 2, 3, 4, 5, 40, 41]),
    ...snapshotsOf({ kind: 'brought-in' }, [900]),
  ];
  const expiredIds = (keptDailySnapshots: number | null): string[] =>
    expiredSnapshots(allSnapshots, keptDailySnapshots, now)
      .map(({ id }) => id)
      .toSorted();
  expect(expiredIds(7)).toEqual(['before-update 108', 'by-hand 40', 'by-hand 41', 'daily 7', 'daily 8', 'daily 9']);
  // If no number was chosen, daily and manual snapshots expire by age, as in earlier versions, and at least five of them stay.
  expect(expiredIds(null)).toEqual(['before-update 108', 'by-hand 40', 'by-hand 41']);
  expect(expiredIds(0)).toContain('daily 1');
  expect(expiredIds(0)).not.toContain('daily 0');
});

test('snapshots dated years ahead by a wrong clock neither prevent a daily snapshot nor displace new snapshots', () => {
  const aSnapshot = (kind: 'daily' | 'by-hand', startedAt: number) => ({ id: `${kind} ${startedAt - now}`, reason: { kind }, startedAt, endedAt: startedAt });
  const snapshotsAhead = [1, 2, 3].map((count) => aSnapshot('daily', now + 3650 * daySeconds + count * daySeconds));
  const list = () => snapshotsAhead.map((snapshot) => ({ ...snapshot, state: 'SUCCESS' as const, sizeBytes: 0 }));
  expect(isSnapshotDue({ list }, new Date(now * 1000))).toBe(true);
  const manualSnapshots = [aSnapshot('by-hand', now + 3650 * daySeconds), ...[1, 2, 3, 4, 5, 6].map((age) => aSnapshot('by-hand', now - age * daySeconds))];
  expect(expiredSnapshots([...snapshotsAhead, aSnapshot('daily', now), ...manualSnapshots], 3, now).map(({ id }) => id)).toEqual([
    `daily ${3651 * daySeconds}`,
  ]);
});

test('a snapshot whose task cannot be stored on a full disk is made once there is space, and the failure is logged once', () => {
  vi.useFakeTimers();
  const database = openDatabase(':memory:');
  try {
    // A snapshot is due, because the archive is two days old. The next noon, at which another would be due, is hours away.
    vi.setSystemTime(new Date(Date.now() + 2 * daySeconds * 1000).setHours(15));
    const archive = { database, appSettings: { get: () => ({ application: { enable_snapshot: true } }) } } as unknown as Parameters<
      typeof startDailySnapshots
    >[0];
    const snapshots = createSnapshots('/nowhere');
    const throwDiskFull = (): never => {
      throw new Error('database or disk is full');
    };
    const start = vi
      .fn(() => 'the task')
      .mockImplementationOnce(throwDiskFull)
      .mockImplementationOnce(throwDiskFull);
    const logLines: string[] = [];
    const dailySnapshots = startDailySnapshots(archive, snapshots, { start }, logInto(logLines));
    vi.advanceTimersByTime(120_000);
    expect([start.mock.calls.length, snapshots.list()]).toEqual([2, []]);
    vi.advanceTimersByTime(180_000);
    expect([start.mock.calls.length, snapshots.list().map(({ state }) => state)]).toEqual([3, ['IN_PROGRESS']]);
    expect(logLines).toEqual(['Snapshots could not be checked: database or disk is full']);
    dailySnapshots.stop();
  } finally {
    vi.useRealTimers();
    database.close();
  }
});

test('snapshots before a restore and snapshots before an update have separate counts', () => {
  const aSnapshotBefore = (kind: 'before-restore' | 'before-update', age: number) => ({
    id: `${kind} ${age}`,
    reason: kind === 'before-restore' ? { kind, of: 'x' } : { kind, to: '2.0.0' },
    startedAt: now - age * daySeconds,
    endedAt: now - age * daySeconds,
  });
  const restoreSnapshots = [1, 2, 3, 4, 5, 6].map((age) => aSnapshotBefore('before-restore', age));
  expect(expiredSnapshots([...restoreSnapshots, aSnapshotBefore('before-update', 9)], null, now).map(({ id }) => id)).toEqual(['before-restore 6']);
});

test('a snapshot whose folder cannot be created is listed as failed, not as being made', async () => {
  const snapshots = createSnapshots('/dev/null/snapshots');
  const id = snapshots.announce();
  await expect(snapshots.make(id, ':memory:')).rejects.toThrow('/dev/null/snapshots');
  expect(snapshots.list().map(({ state }) => state)).toEqual(['FAILED']);
});

test('if the file of a failed snapshot cannot be deleted either, the first failure is reported', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-snapshots-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = path.join(folder, 'archive.sqlite');
  writeFileSync(database, 'not a database');
  const snapshots = createSnapshots(path.join(folder, 'snapshots'));
  const id = snapshots.announce();
  // A folder of this name cannot be deleted like a file.
  mkdirSync(path.join(folder, 'snapshots', `${id}.unfinished-journal`), { recursive: true });
  await expect(snapshots.make(id, database)).rejects.toThrow('file is not a database');
});
