// The second backup folder may be on a share that is gone, and then every call to the share hangs. The server keeps working.
import type * as files from 'node:fs';
import type * as filesAsync from 'node:fs/promises';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackupFolder } from '../../server/backups/backup-folder.ts';
import { createSecondBackupFolder, type SecondBackupFolder } from '../../server/backups/second-backup-folder.ts';
import { createSnapshots } from '../../server/backups/snapshots.ts';
import { serverWording } from '../../server/texts/wording.ts';

const { share, traceAll } = vi.hoisted(() => {
  const share = { blockingCalls: [] as string[], hangingCount: 0, isGone: false, answer: () => undefined as void };
  /** Wraps a function of the file system, and records its calls for the share. */
  const traceFunction = (name: string, real: (...args: unknown[]) => unknown, mayHang: boolean) =>
    Object.assign((...args: unknown[]): unknown => {
      if (!String(args[0]).includes('share-of-backups')) return real(...args);
      if (!mayHang) share.blockingCalls.push(name);
      if (!mayHang || !share.isGone) return real(...args);
      share.hangingCount += 1;
      return new Promise((resolve) => (share.answer = () => resolve(real(...args))));
    }, real);
  const traceAll = <Module extends object>(module: Module, names: string[], mayHang: boolean): Module => ({
    ...module,
    ...Object.fromEntries(
      names.map((name) => [
        name,
        traceFunction(name, (module as Record<string, (...args: unknown[]) => unknown>)[name] as (...args: unknown[]) => unknown, mayHang),
      ]),
    ),
  });
  return { share, traceAll };
});
vi.mock('node:fs', async (original) => traceAll(await original<typeof files>(), ['existsSync', 'readdirSync', 'statSync', 'rmSync'], false));
vi.mock('node:fs/promises', async (original) => traceAll(await original<typeof filesAsync>(), ['stat', 'readdir', 'realpath'], true));

/** How long the server waits for the share. */
const timeoutMs = 10_000;

let folder: string;
let alerts: string[];
let secondFolder: SecondBackupFolder;
/** Called during a copy, after the stored files and before the backups. */
let duringCopy: () => void;
/** Called before each backup is copied. */
let beforeBackup: (fileName: string) => void;
let keptCount: number;
const targetFolder = (): string => path.join(folder, 'share-of-backups');
const folderOnShare = (): string => path.join(targetFolder(), 'stowaway-archived');
const inDataFolder = (...names: string[]): string => path.join(folder, 'data', ...names);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stowaway-second-folder-'));
  for (const name of ['data/backups', 'data/snapshots', 'share-of-backups/stowaway-archived/backups']) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(inDataFolder('backups', 'ta_backup-20260103-auto.zip'), 'third');
  writeFileSync(inDataFolder('backups', 'ta_backup-20260102-auto.zip'), 'second');
  writeFileSync(path.join(folderOnShare(), 'backups', 'ta_backup-20260101-auto.zip'), 'first');
  writeFileSync(path.join(folderOnShare(), 'backups', 'ta_backup-20260102-auto.zip.unfinished'), 'half');
  alerts = [];
  duringCopy = () => undefined;
  beforeBackup = () => undefined;
  keptCount = 2;
  const backups = createBackupFolder(inDataFolder('backups'));
  secondFolder = createSecondBackupFolder({
    archiveId: 'archived-0000',
    dataFolder: inDataFolder(),
    libraryFolder: path.join(folder, 'library'),
    backups: {
      ...backups,
      find(fileName) {
        beforeBackup(fileName);
        return backups.find(fileName);
      },
    },
    snapshots: createSnapshots(inDataFolder('snapshots')),
    storeFolders: ['learned/pictures'],
    settings: { get: () => ({ secondPlace: targetFolder(), dailySnapshots: null }) },
    backupsToKeep: () => {
      duringCopy();
      return keptCount;
    },
    alerts: { raise: ({ message }) => void alerts.push(message), clear: () => undefined },
    log: () => undefined,
    timeoutMs,
  });
  Object.assign(share, { blockingCalls: [], hangingCount: 0, isGone: false });
});
afterEach(async () => {
  vi.useRealTimers();
  share.isGone = false;
  share.answer();
  await secondFolder.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('no call that blocks the server touches the second folder, which gets missing files and loses expired ones', async () => {
  expect(await secondFolder.bringUpToDate()).toEqual({ kind: 'copied', files: 2 });
  expect(share.blockingCalls).toEqual([]);
  expect(readdirSync(path.join(folderOnShare(), 'backups')).toSorted()).toEqual(['ta_backup-20260102-auto.zip', 'ta_backup-20260103-auto.zip']);
});

test('the only backup in the second folder stays if the newer one is deleted before it is copied', async () => {
  keptCount = 1;
  beforeBackup = (fileName) => rmSync(inDataFolder('backups', fileName));
  expect(await secondFolder.bringUpToDate()).toEqual({ kind: 'copied', files: 0 });
  expect(readdirSync(path.join(folderOnShare(), 'backups'))).toEqual(['ta_backup-20260101-auto.zip']);
});

test('a picture that is deleted during the copy does not end the copy', async () => {
  mkdirSync(inDataFolder('learned/pictures'), { recursive: true });
  // A link without a target is listed but cannot be read, like a file that is deleted after the listing.
  symlinkSync('deleted', inDataFolder('learned/pictures/deleted.jpg'));
  expect([await secondFolder.bringUpToDate(), alerts]).toEqual([{ kind: 'copied', files: 2 }, []]);
});

test('a folder that disappears during the copy, as when its disk is unmounted, is not created again', async () => {
  duringCopy = () => rmSync(folderOnShare(), { recursive: true });
  expect(await secondFolder.bringUpToDate()).toMatchObject({ kind: 'behind' });
  expect(existsSync(folderOnShare())).toBe(false);
});

test('the server gives up on a share that hangs, calls it only once while it hangs, and copies the files when it is back', async () => {
  share.isGone = true;
  const message = `Backups are not copied to ${targetFolder()}: it does not answer.`;
  expect(await callUntilGivenUp(secondFolder.bringUpToDate)).toMatchObject({ kind: 'behind', message });
  expect(await secondFolder.bringUpToDate()).toMatchObject({ kind: 'behind', message });
  expect(await secondFolder.bringUpToDate()).toMatchObject({ kind: 'behind', message });
  expect([share.hangingCount, alerts[0]]).toEqual([1, `${message} Copying is retried every few minutes.`]);

  share.isGone = false;
  share.answer();
  await expect.poll(() => secondFolder.bringUpToDate()).toMatchObject({ kind: 'copied' });
  expect(existsSync(path.join(folderOnShare(), 'backups', 'ta_backup-20260103-auto.zip'))).toBe(true);
});

test('a person who names a share that hangs gets a message saying so', async () => {
  share.isGone = true;
  expect((await callUntilGivenUp(() => secondFolder.prepare(targetFolder())))?.(serverWording)).toBe(`${targetFolder()} cannot be used: it does not answer.`);
  expect((await secondFolder.prepare(targetFolder()))?.(serverWording)).toBe(`${targetFolder()} cannot be used: it does not answer.`);
  expect(share.hangingCount).toBe(1);
});

/** Makes a call to a share that hangs, and lets the server's waiting time pass once the call has reached the share. */
async function callUntilGivenUp<Outcome>(call: () => Promise<Outcome>): Promise<Outcome> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const outcome = call();
  await expect.poll(() => share.hangingCount).toBe(1);
  vi.advanceTimersByTime(timeoutMs);
  const result = await outcome;
  vi.useRealTimers();
  return result;
}
