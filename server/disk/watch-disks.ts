// Looks each minute how much room the file systems have that this server writes to. Where it becomes little, whoever can make
// room is asked first; what still is little then is an alert, until there is clearly room again.
import { stat } from 'node:fs/promises';
import type { Alerts } from '../alerts/alerts.ts';
import { spaceOf, type Space } from './free-space.ts';
import { createPatience } from './patience.ts';
import { sizeWords } from './size-words.ts';

export interface WatchedFolder {
  /** In words: `the data folder`. */
  name: string;
  /** Null: there is none at present. */
  folder(): string | null;
  /** Emptying the trash makes room on its disk. */
  hasTrash?: true;
}

export interface DiskState extends Space {
  /** Folders on it, in words. */
  names: string[];
  /** One of them. */
  folder: string;
  isLow: boolean;
  hasTrash: boolean;
}

/** Makes room on the file system of a folder, as far as it can. */
export type OnLow = (folder: string, bytesMissing: number) => Promise<unknown>;

export interface DiskWatch {
  /** As of the last look. */
  states(): DiskState[];
  look(): Promise<void>;
  start(): void;
  stop(): void;
}

export interface DiskWatchOptions {
  folders: WatchedFolder[];
  onLow: OnLow;
  alerts: Pick<Alerts, 'raise' | 'clear'>;
  log: (line: string) => void;
  /** Default: what the system says. */
  measure?: (folder: string) => Promise<Space & { device: number }>;
}

const lookMs = 60_000;
/** The other disks are looked at after this. */
const patienceMs = 10_000;
/** Deleting many large files takes long; it goes on while the other disks are looked at. */
const roomPatienceMs = 60_000;
/** SQLite, a download in parts and a snapshot of a large archive fit. */
const leastBytes = 2_000_000_000;
const leastShare = 0.05;
/** Otherwise a disk at the limit would be said to be low, and not to be, with every file that comes and goes. */
const clearFactor = 1.1;

/** Of a disk that is hardly larger than the limit, half. */
export function lowLimit(totalBytes: number): number {
  return Math.min(Math.max(leastBytes, totalBytes * leastShare), totalBytes / 2);
}

/**
 * Below this room is made. Lower than what is said: many keep a large disk nearly full for years, and their trash has to hold its
 * days all the same.
 */
export function giveWayLimit(totalBytes: number): number {
  return Math.min(leastBytes, totalBytes * leastShare);
}

export function createDiskWatch({ folders, onLow, alerts, log, measure = measured }: DiskWatchOptions): DiskWatch {
  /** By device. What was said last of each that is low. */
  const low = new Map<number, { freeBytes: number }>();
  const ask = createPatience(patienceMs);
  const askRoom = createPatience(roomPatienceMs);
  let present: DiskState[] = [];
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  async function lookOnce(): Promise<void> {
    const byDevice = new Map<number, DiskState>();
    for (const { name, folder, hasTrash = false } of folders) {
      const place = folder();
      // Away, or a share that hangs: whoever needs it says so.
      const found = place === null ? null : await ask(place, () => measure(place)).catch(() => null);
      if (place === null || found === null) continue;
      const { device, ...space } = found;
      const known = byDevice.get(device);
      if (!known) byDevice.set(device, { ...space, names: [name], folder: place, isLow: false, hasTrash });
      else {
        known.names.push(name);
        known.hasTrash ||= hasTrash;
      }
    }
    for (const [device, state] of byDevice) await judge(device, state);
    for (const device of low.keys()) if (!byDevice.has(device)) forget(device);
    present = [...byDevice.values()];
  }

  async function judge(device: number, state: DiskState): Promise<void> {
    const clearAt = lowLimit(state.totalBytes) * clearFactor;
    const isLow = (): boolean => state.freeBytes < (low.has(device) ? clearAt : lowLimit(state.totalBytes));
    const roomMissing = giveWayLimit(state.totalBytes) - state.freeBytes;
    if (roomMissing > 0) {
      await askRoom(state.folder, () => onLow(state.folder, Math.ceil(roomMissing))).catch((error: unknown) =>
        log(`No room was made on the disk of ${state.folder}: ${String(error)}`),
      );
      const after = await ask(state.folder, () => measure(state.folder)).catch(() => null); // it hangs since: as it was
      if (after !== null) state.freeBytes = after.freeBytes;
    }
    state.isLow = isLow();
    if (!state.isLow) {
      if (low.has(device)) log(`The disk of ${listed(state.names)} has room again: ${sizeWords(state.freeBytes)}.`);
      return forget(device);
    }
    const said = low.get(device);
    // Said again when it has become half: not with every file.
    if (said && state.freeBytes > said.freeBytes / 2) return;
    low.set(device, { freeBytes: state.freeBytes });
    alerts.raise({ key: keyOf(device), topic: state.hasTrash ? 'library-disk' : 'disk', words: lowWords(state) });
  }

  function forget(device: number): void {
    low.delete(device);
    alerts.clear(keyOf(device));
  }

  function look(): Promise<void> {
    running = running.then(lookOnce).catch((error: unknown) => log(`The disks could not be looked at: ${String(error)}`));
    return running;
  }

  return {
    states: () => present,
    look,
    start() {
      void look();
      timer = setInterval(() => void look(), lookMs);
      timer.unref();
    },
    stop() {
      if (timer) clearInterval(timer);
    },
  };
}

const keyOf = (device: number): string => `disk:${device}`;

async function measured(folder: string): Promise<Space & { device: number }> {
  const [{ dev }, space] = [await stat(folder), await spaceOf(folder)];
  return { ...space, device: dev };
}

function lowWords({ names, folder, freeBytes, totalBytes }: DiskState): string {
  const percent = Math.floor((freeBytes / totalBytes) * 100);
  return `The disk of ${listed(names)} (${folder}) is almost full: ${sizeWords(freeBytes)} (${percent} %) are left. Free some space, or what needs room fails.`;
}

function listed(names: string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
