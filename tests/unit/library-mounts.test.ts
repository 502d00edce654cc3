// Mounting or unmounting a disk below the library causes no watch event, so the watcher also checks the mounts.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { mountsIn } from '../../server/library/mounts.ts';
import { watchLibrary } from '../../server/library/watch-library.ts';

const mountInfo = [
  '22 1 254:0 / / rw,relatime - ext4 /dev/vda rw',
  '90 22 7:0 / /srv/films/Old\\040disk rw,relatime shared:1 - ext4 /dev/loop0 rw',
  '91 22 7:1 / /srv/films-2 rw - ext4 /dev/loop1 rw',
  '92 22 7:2 /part /srv/films rw - ext4 /dev/loop2 rw',
  '',
].join('\n');

test('mounts at or below a folder are distinguished from other mounts', () => {
  expect(mountsIn(mountInfo, '/srv/films')).toBe('90 7:0 /srv/films/Old\\040disk\n92 7:2 /srv/films');
  expect(mountsIn(mountInfo, '/srv/films/Old disk')).toBe('90 7:0 /srv/films/Old\\040disk');
  expect(mountsIn(mountInfo, '/srv/other')).toBe('');
});

test('the library is scanned again after a disk below it was unmounted, and after it was mounted', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mounts-'));
  let mountTable = 'disk';
  let scanCount = 0;
  const countScan = (): Promise<void> => Promise.resolve(void (scanCount += 1));
  const watcher = watchLibrary({
    roots: [{ folder, prefix: '' }],
    settleMs: 5,
    pollMs: 300_000,
    folderCheckMs: 20,
    onChange: countScan,
    onUnwatchable: () => undefined,
    mounts: () => Promise.resolve(mountTable),
  });
  const waitForScans = (times: number): Promise<void> => expect.poll(() => scanCount, { interval: 10 }).toBe(times);
  await waitForScans(1);
  mountTable = '';
  await waitForScans(2);
  mountTable = 'disk';
  await waitForScans(3);
  watcher.close();
  await rm(folder, { recursive: true });
});

test('no further check of a share begins while the share does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mounts-'));
  let checkCount = 0;
  const watcher = watchLibrary({
    roots: [{ folder, prefix: '' }],
    settleMs: 300_000,
    pollMs: 300_000,
    folderCheckMs: 20,
    onChange: () => Promise.resolve(),
    onUnwatchable: () => undefined,
    mounts() {
      checkCount += 1;
      return new Promise(() => undefined);
    },
  });
  await expect.poll(() => checkCount).toBe(1);
  vi.advanceTimersByTime(200);
  // A check reads the folder's state before its mounts. By the end of these reads, a further check would have reached the mounts.
  await Promise.all(Array.from({ length: 20 }, () => stat(folder)));
  expect(checkCount).toBe(1);
  watcher.close();
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

test('the library is watched again when a change reveals that a disk was unmounted between two checks', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mounts-'));
  let mountTable = 'disk';
  let scanCount = 0;
  const watcher = watchLibrary({
    roots: [{ folder, prefix: '' }],
    settleMs: 5,
    pollMs: 300_000,
    folderCheckMs: 300_000,
    onChange: () => Promise.resolve(void (scanCount += 1)),
    onUnwatchable: () => undefined,
    mounts: () => Promise.resolve(mountTable),
  });
  const waitForScans = (times: number): Promise<void> => expect.poll(() => scanCount, { interval: 10 }).toBe(times);
  await waitForScans(1);
  mountTable = '';
  await writeFile(path.join(folder, 'new-file'), '');
  await expect.poll(() => scanCount, { interval: 10 }).toBeGreaterThan(2);
  watcher.close();
  await rm(folder, { recursive: true });
});
