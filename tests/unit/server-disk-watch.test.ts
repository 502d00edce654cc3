import os from 'node:os';
import { beforeEach, expect, test, vi } from 'vitest';
import { createAlerts, type Alerts } from '../../server/alerts/alerts.ts';
import { formatSize } from '../../server/disk/format-size.ts';
import { spaceOf } from '../../server/disk/free-space.ts';
import { createDiskWatch, lowLimit, type DiskWatch, type DiskWatchOptions, type OnLow } from '../../server/disk/watch-disks.ts';
import { aSmallDisk } from '../builders/small-disk.ts';
import { logInto } from '../doubles/log.ts';

const gigabyte = 1_000_000_000;

let logLines: string[];
let notifications: string[];
let alerts: Alerts;
let freeByDisk: Record<string, number>;
/** The folders on network shares that do not answer now. */
let hangingFolders: Set<string>;
/** Fails the access that began to hang last, and lets its folder answer again. */
let answerHanging: () => void;
beforeEach(() => {
  logLines = [];
  notifications = [];
  hangingFolders = new Set();
  alerts = createAlerts({ log: logInto(logLines), notify: (message) => void notifications.push(message) });
  freeByDisk = { '/srv': 50 * gigabyte, '/mnt': 500 * gigabyte };
});

/** Watches two disks: one of 100 GB with data and library, and one of 4 TB. */
function aWatch(onLow: OnLow = () => Promise.resolve()): DiskWatch {
  return createDiskWatch({
    folders: [
      { name: 'data', folder: () => '/srv' },
      { name: 'library', folder: () => '/srv/library', hasTrash: true },
      { name: 'secondBackup', folder: () => '/mnt' },
      { name: 'downloads', folder: () => null },
      { name: 'downloads', folder: () => '/away' },
    ],
    onLow,
    alerts,
    log: (line) => void logLines.push(line),
    measure: (folder) => {
      if (hangingFolders.has(folder))
        return new Promise((_resolve, reject) => (answerHanging = () => (hangingFolders.delete(folder), reject(new Error('EIO')))));
      if (folder === '/away') return Promise.reject(new Error('ENOENT'));
      const disk = folder.startsWith('/srv') ? '/srv' : '/mnt';
      return Promise.resolve({
        device: disk === '/srv' ? 1 : 2,
        freeBytes: freeByDisk[disk] ?? 0,
        totalBytes: disk === '/srv' ? 100 * gigabyte : 4_000 * gigabyte,
      });
    },
  });
}

test('a size has a fitting unit: neither "0.0 GB" for a small disk nor "1000 MB"', () => {
  const sizes: [bytes: number, text: string][] = [
    [0, '0 B'],
    [620_000, '620 kB'],
    [41_300_000, '41 MB'],
    [999_400_000, '999 MB'],
    [999_600_000, '1.0 GB'],
    [4.94 * gigabyte, '4.9 GB'],
    [312.4 * gigabyte, '312 GB'],
    [1_400 * gigabyte, '1.4 TB'],
  ];
  expect(sizes.map(([bytes]) => [bytes, formatSize(bytes)])).toEqual(sizes);
});

test('simultaneous measurements of a folder use one access, so that a network share that hangs blocks only one thread', async () => {
  const firstMeasurement = spaceOf(os.tmpdir());
  expect(spaceOf(os.tmpdir())).toBe(firstMeasurement);
  await firstMeasurement;
  const secondMeasurement = spaceOf(os.tmpdir());
  expect(secondMeasurement).not.toBe(firstMeasurement);
  expect(await secondMeasurement).toMatchObject({ totalBytes: (await firstMeasurement).totalBytes });
});

test('less than 2 GB or 5 % free is low', () => {
  expect([lowLimit(10 * gigabyte), lowLimit(4_000 * gigabyte)]).toEqual([2 * gigabyte, 200 * gigabyte]);
});

test('low space is reported once for each disk, with the folders on it, and cleared when there is clearly enough space again', async () => {
  const watch = aWatch();
  await watch.check();
  expect(alerts.list()).toEqual([]);
  freeByDisk['/srv'] = 4.9 * gigabyte;
  await watch.check();
  const message =
    'The disk of the data folder and the library (/srv) is almost full: 4.9 GB (4 %) is left. Free some space, or tasks that need space will fail.';
  expect([alerts.list().map((alert) => alert.message), notifications, logLines]).toEqual([[message], [message], [message]]);
  expect(alerts.list()[0]?.topic).toBe('library-disk');
  expect(watch.states()).toMatchObject([
    { names: ['data', 'library'], isLow: true },
    { names: ['secondBackup'], isLow: false },
  ]);
  // A small difference is not reported.
  for (const gigabytes of [4.8, 5.2, 4.7]) {
    freeByDisk['/srv'] = gigabytes * gigabyte;
    await watch.check();
  }
  expect([logLines.length, alerts.list().length]).toEqual([1, 1]);
  freeByDisk['/srv'] = 2.1 * gigabyte;
  await watch.check();
  expect(alerts.list()[0]?.message).toContain('2.1 GB (2 %)');
  expect(notifications).toHaveLength(1);
  freeByDisk['/srv'] = 5.6 * gigabyte;
  await watch.check();
  expect(alerts.list()).toEqual([]);
  expect(logLines.at(-1)).toBe('The disk of the data folder and the library has enough space again: 5.6 GB.');
});

test('space is freed only below 2 GB, so that a large disk that is nearly full for years keeps its trash', async () => {
  const requestedSpace: [folder: string, bytes: number][] = [];
  const watch = aWatch((folder, bytesMissing) => {
    requestedSpace.push([folder, bytesMissing]);
    freeByDisk['/srv'] = (freeByDisk['/srv'] ?? 0) + bytesMissing;
    return Promise.resolve();
  });
  freeByDisk['/mnt'] = 150 * gigabyte;
  await watch.check();
  expect([requestedSpace, alerts.list().length]).toEqual([[], 1]);
  freeByDisk['/mnt'] = 500 * gigabyte;
  freeByDisk['/srv'] = 0.5 * gigabyte;
  await watch.check();
  expect([requestedSpace, freeByDisk['/srv']]).toEqual([[['/srv', 1.5 * gigabyte]], 2 * gigabyte]);
});

test('a failure to free space is logged, and the alert is raised all the same', async () => {
  const watch = aWatch(() => Promise.reject(new Error('the trash is locked')));
  freeByDisk['/mnt'] = gigabyte;
  await watch.check();
  expect(logLines[0]).toBe('No space could be freed on the disk of /mnt: Error: the trash is locked');
  expect(alerts.list()).toHaveLength(1);
});

test('an alert is raised while the data folder is gone or read-only, but not for a library', async () => {
  const [dataFolder, libraryFolder] = ['/srv/data', '/srv/library'];
  let access: 'writable' | 'readOnly' = 'readOnly';
  const aDataWatch = (options: Pick<DiskWatchOptions, 'accessOf'>): DiskWatch =>
    createDiskWatch({
      folders: [
        { name: 'data', folder: () => dataFolder, mustBeWritable: true },
        { name: 'library', folder: () => libraryFolder, hasTrash: true },
      ],
      onLow: () => Promise.resolve(),
      alerts,
      log: () => undefined,
      measure: () => Promise.resolve({ device: 1, freeBytes: 50 * gigabyte, totalBytes: 100 * gigabyte }),
      ...options,
    });
  const messages = (): string[] => alerts.list().map(({ message }) => message);
  const watch = aDataWatch({ accessOf: () => Promise.resolve(access) });
  await watch.check();
  await watch.check();
  expect([messages(), notifications.length]).toEqual([[expect.stringContaining('(/srv/data) is read-only')], 1]);
  access = 'writable';
  await watch.check();
  expect(messages()).toEqual([]);
  await aDataWatch({}).check();
  expect(messages()).toEqual([expect.stringContaining('The data folder /srv/data was renamed or removed')]);
});

const smallDisk = aSmallDisk(8);
test.skipIf(smallDisk === null)('a real file system is measured', async () => {
  const diskFolder = smallDisk?.folder ?? '';
  try {
    const watch = createDiskWatch({ folders: [{ name: 'data', folder: () => diskFolder }], onLow: () => Promise.resolve(), alerts, log: () => undefined });
    await watch.check();
    expect(watch.states()).toMatchObject([{ folder: diskFolder, totalBytes: 8 * 1024 * 1024, isLow: false }]);
  } finally {
    smallDisk?.remove();
  }
});

test('alerts about all disks are raised even if freeing space hangs', async () => {
  vi.useFakeTimers();
  try {
    const watch = aWatch(() => new Promise(() => undefined));
    freeByDisk = { '/srv': gigabyte, '/mnt': gigabyte };
    const pendingCheck = watch.check();
    // The time limit of each disk. Advancing the time would also run the timers that other files of this worker have left, again and again.
    for (let disk = 0; disk < 2; disk += 1) await vi.runOnlyPendingTimersAsync();
    await pendingCheck;
    expect(watch.states()).toMatchObject([
      { folder: '/srv', isLow: true },
      { folder: '/mnt', isLow: true },
    ]);
    expect(alerts.list()).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('one attempt at a time frees space on a disk, even if the disk is measured through another folder, so that no more than needed is deleted', async () => {
  vi.useFakeTimers();
  try {
    const requestedFolders: string[] = [];
    let endFirst = (): void => undefined;
    const watch = aWatch((folder) => {
      requestedFolders.push(folder);
      return new Promise<void>((resolve) => void (endFirst = resolve));
    });
    freeByDisk['/srv'] = gigabyte;
    const firstCheck = watch.check();
    await vi.advanceTimersByTimeAsync(60_000);
    await firstCheck;
    expect([requestedFolders, logLines.length]).toEqual([['/srv'], 2]);
    await watch.check();
    // The data folder does not answer, so the disk is now measured through the library.
    hangingFolders.add('/srv');
    const thirdCheck = watch.check();
    await vi.advanceTimersByTimeAsync(10_000);
    await thirdCheck;
    expect([requestedFolders, logLines.length]).toEqual([['/srv'], 2]);
    endFirst();
    const nextCheck = watch.check();
    await vi.advanceTimersByTimeAsync(60_000);
    await nextCheck;
    expect(requestedFolders).toEqual(['/srv', '/srv/library']);
  } finally {
    vi.useRealTimers();
  }
});

test('the alert about a network share with little space stays while the share does not answer, and is not sent again afterwards', async () => {
  vi.useFakeTimers();
  try {
    const watch = aWatch();
    freeByDisk['/mnt'] = gigabyte;
    await watch.check();
    expect([alerts.list().length, notifications.length]).toEqual([1, 1]);
    hangingFolders.add('/mnt');
    const pendingCheck = watch.check();
    await vi.advanceTimersByTimeAsync(10_000);
    await pendingCheck;
    expect(alerts.list()).toHaveLength(1);
    answerHanging();
    await watch.check();
    expect([alerts.list().length, notifications.length]).toEqual([1, 1]);
  } finally {
    vi.useRealTimers();
  }
});

test('alerts about the other disks are raised even if a share hangs', async () => {
  vi.useFakeTimers();
  try {
    const watch = aWatch();
    hangingFolders.add('/mnt');
    freeByDisk['/srv'] = gigabyte;
    const pendingCheck = watch.check();
    await vi.advanceTimersByTimeAsync(10_000);
    await pendingCheck;
    expect(watch.states()).toMatchObject([{ folder: '/srv', isLow: true }]);
    // The share is not measured again while it hangs.
    await watch.check();
    expect(alerts.list()).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
