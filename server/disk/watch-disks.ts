// Checks every minute how much space is free on the file systems that this server writes to. Below `reclaimLimit`, `onLow` frees space.
// After that, an alert is raised if less than `lowLimit` is free, and cleared when there is clearly enough space again. Another alert is
// raised while the data folder is read-only or gone.
import { access, constants, stat } from 'node:fs/promises';
import type { Alerts } from '../alerts/alerts.ts';
import type { Texts } from '../texts/english.ts';
import { serverWording, worded, type Sentence } from '../texts/wording.ts';
import { spaceOf, type Space } from './free-space.ts';
import { createTimeoutGuard, NoAnswerError } from './timeout-guard.ts';
import { formatSize } from './format-size.ts';
import { isNotFound } from './read-if-exists.ts';

/** The purpose of a watched folder. The texts contain a name for each. */
export type FolderName = keyof Texts['system']['disk']['folders'];

export interface WatchedFolder {
  name: FolderName;
  /** The folder's path; null if there is no such folder at present. */
  folder(): string | null;
  /** Whether emptying the trash frees space on this folder's disk. */
  hasTrash?: true;
  /** Whether an alert is raised while the folder is read-only or gone. A library may be read-only on purpose, and imports report its absence. */
  mustBeWritable?: true;
}

export interface DiskState extends Space {
  /** The watched folders on this disk. */
  names: FolderName[];
  /** The path of one of them. */
  folder: string;
  isLow: boolean;
  hasTrash: boolean;
}

/** Frees space on the file system of a folder, as far as it can. */
export type OnLow = (folder: string, bytesMissing: number) => Promise<unknown>;

export interface DiskWatch {
  /** The states at the last check. */
  states(): DiskState[];
  check(): Promise<void>;
  start(): void;
  stop(): void;
}

type FolderAccess = 'writable' | 'readOnly' | 'gone';

export interface DiskWatchOptions {
  folders: WatchedFolder[];
  onLow: OnLow;
  alerts: Pick<Alerts, 'raise' | 'clear'>;
  log: (line: string) => void;
  /** Measures a folder's disk. Tests replace it. */
  measure?: (folder: string) => Promise<Space & { device: number }>;
  /** Whether a folder can be written to. Tests replace it. */
  accessOf?: (folder: string) => Promise<FolderAccess>;
}

const checkIntervalMs = 60_000;
/** If a disk does not answer within this time, the check continues with the other disks. */
const timeoutMs = 10_000;
/** Deleting many large files takes long. After this time the other disks are checked while the deletion continues. */
const reclaimTimeoutMs = 60_000;
/** Enough for SQLite, a download whose parts are merged, and a snapshot of a large archive. */
const minFreeBytes = 2_000_000_000;
const minFreeShare = 0.05;
/** Prevents a disk at the limit from toggling between low and not low with every file. */
const clearFactor = 1.1;

/** Below this many free bytes, an alert is raised. Never more than half of the disk, which matters only for small disks. */
export function lowLimit(totalBytes: number): number {
  return Math.min(Math.max(minFreeBytes, totalBytes * minFreeShare), totalBytes / 2);
}

/**
 * Below this many free bytes, space is freed. This limit is lower than the alert's. Many people keep a large disk nearly full for years, and
 * their trash must still keep items for the number of days in the setting.
 */
export function reclaimLimit(totalBytes: number): number {
  return Math.min(minFreeBytes, totalBytes * minFreeShare);
}

export function createDiskWatch({ folders, onLow, alerts, log, measure = measureFolder, accessOf = testAccess }: DiskWatchOptions): DiskWatch {
  /** The low disks, by device: the free space when it was last reported, and the folder that was measured. */
  const lowDisks = new Map<number, { freeBytes: number; folder: string }>();
  const guard = createTimeoutGuard(timeoutMs);
  const reclaimGuard = createTimeoutGuard(reclaimTimeoutMs);
  /** The devices on which `onLow` is still running. A second run beside the first would free up to twice as much as needed. */
  const reclaimingDevices = new Set<number>();
  let states: DiskState[] = [];
  let lastCheck: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  async function checkOnce(): Promise<void> {
    const byDevice = new Map<number, DiskState>();
    const silentFolders = new Set<string>();
    for (const { name, folder, hasTrash = false, mustBeWritable = false } of folders) {
      const path = folder();
      // An absent folder or a share that hangs is skipped; the code that needs the folder reports the problem.
      if (path === null) continue;
      if (mustBeWritable) await reportAccess(path);
      const measurement = await guard(path, () => measure(path)).catch((error: unknown) => {
        if (error instanceof NoAnswerError) silentFolders.add(path);
        return null;
      });
      if (measurement === null) continue;
      const { device, ...space } = measurement;
      const disk = byDevice.get(device);
      if (!disk) byDevice.set(device, { ...space, names: [name], folder: path, isLow: false, hasTrash });
      else {
        disk.names.push(name);
        disk.hasTrash ||= hasTrash;
      }
    }
    for (const [device, state] of byDevice) await updateDisk(device, state);
    // A share that does not answer for a moment is still low. Its alert stays, so that it is not sent again at the next answer.
    for (const [device, { folder }] of lowDisks) if (!byDevice.has(device) && !silentFolders.has(folder)) forget(device);
    states = [...byDevice.values()];
  }

  /** Many disks become read-only after an error: people can still read, and each change fails. In a renamed folder, changes still succeed. */
  async function reportAccess(folder: string): Promise<void> {
    const key = `access:${folder}`;
    const folderAccess = await guard(folder, () => accessOf(folder)).catch(() => null); // if the disk hangs now, the alert stays as it is
    if (folderAccess === 'writable') alerts.clear(key);
    else if (folderAccess !== null) alerts.raise({ key, topic: 'disk', ...worded(({ texts }) => texts.system.disk[folderAccess](folder)) });
  }

  async function updateDisk(device: number, state: DiskState): Promise<void> {
    const clearLimit = lowLimit(state.totalBytes) * clearFactor;
    const isLow = (): boolean => state.freeBytes < (lowDisks.has(device) ? clearLimit : lowLimit(state.totalBytes));
    const missingBytes = reclaimLimit(state.totalBytes) - state.freeBytes;
    if (missingBytes > 0 && !reclaimingDevices.has(device)) {
      await reclaim(device, state.folder, missingBytes);
      const newSpace = await guard(state.folder, () => measure(state.folder)).catch(() => null); // if the disk hangs now, the value stays
      if (newSpace !== null) state.freeBytes = newSpace.freeBytes;
    }
    state.isLow = isLow();
    if (!state.isLow) {
      if (lowDisks.has(device)) log(`The disk of ${joinNames(state.names)(serverWording)} has enough space again: ${formatSize(state.freeBytes)}.`);
      return forget(device);
    }
    const lastReport = lowDisks.get(device);
    // The alert is raised again only when the free space has halved.
    if (lastReport && state.freeBytes > lastReport.freeBytes / 2) return;
    lowDisks.set(device, { freeBytes: state.freeBytes, folder: state.folder });
    alerts.raise({ key: keyOf(device), topic: state.hasTrash ? 'library-disk' : 'disk', ...worded(lowSentence(state)) });
  }

  /** Calls `onLow` and waits for its end, but at most `reclaimTimeoutMs`; a longer call continues meanwhile. Logs failures and never rejects. */
  async function reclaim(device: number, folder: string, missingBytes: number): Promise<void> {
    async function freeSpace(): Promise<void> {
      reclaimingDevices.add(device);
      try {
        await onLow(folder, Math.ceil(missingBytes));
      } finally {
        reclaimingDevices.delete(device);
      }
    }
    await reclaimGuard(String(device), freeSpace).catch((error: unknown) => log(`No space could be freed on the disk of ${folder}: ${String(error)}`));
  }

  function forget(device: number): void {
    lowDisks.delete(device);
    alerts.clear(keyOf(device));
  }

  function check(): Promise<void> {
    lastCheck = lastCheck.then(checkOnce).catch((error: unknown) => log(`The disks could not be checked: ${String(error)}`));
    return lastCheck;
  }

  return {
    states: () => states,
    check,
    start() {
      void check();
      timer = setInterval(() => void check(), checkIntervalMs);
      timer.unref();
    },
    stop() {
      if (timer) clearInterval(timer);
    },
  };
}

const keyOf = (device: number): string => `disk:${device}`;

async function measureFolder(folder: string): Promise<Space & { device: number }> {
  // spaceOf is called first, because it shares its access with other code. A share that hangs therefore blocks only one thread.
  const space = await spaceOf(folder);
  const { dev } = await stat(folder);
  return { ...space, device: dev };
}

async function testAccess(folder: string): Promise<FolderAccess> {
  return access(folder, constants.W_OK).then(
    (): FolderAccess => 'writable',
    (error: NodeJS.ErrnoException): FolderAccess => (error.code === 'EROFS' ? 'readOnly' : isNotFound(error) ? 'gone' : 'writable'),
  );
}

/** The sentence keeps the values from when the alert was raised, even on a page that is opened later. */
function lowSentence({ names, folder, freeBytes, totalBytes }: DiskState): Sentence {
  const percent = Math.floor((freeBytes / totalBytes) * 100);
  return (wording) => wording.texts.system.disk.low(joinNames(names)(wording), folder, wording.formatSize(freeBytes), percent);
}

function joinNames(names: FolderName[]): Sentence {
  return ({ texts: { system } }) => {
    const folderNames = names.map((name) => system.disk.folders[name]);
    return folderNames.length < 2 ? (folderNames[0] ?? '') : system.disk.and(folderNames.slice(0, -1).join(', '), folderNames.at(-1) ?? '');
  };
}
