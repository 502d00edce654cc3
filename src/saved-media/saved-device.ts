// The page's side of what is saved: a person's wishes go into the ledger, and the worker that acts on them is started by one tab. Loaded when
// the page is idle, or with the first wish.
import type { Clock } from '../lib/clock.ts';
import type { Locks } from '../lib/locks.ts';
import { openLedger } from './ledger/ledger.ts';
import { itemKeyOf, type ItemKey, type SavedItem } from './ledger/rows.ts';
import { statusAfter, type SaveEvent } from './ledger/save-states.ts';
import { deleteAccount } from './store/part-files.ts';
import { savedChannelName, type SavedMessage, type StartSaver } from './messages.ts';

export interface SavedDevicePorts {
  account: string;
  locks: Locks;
  clock: Clock;
  newKey(): string;
  /** Called with all items at first, and with each that changes; `null`: it is gone. */
  onItem(videoId: string, item: SavedItem | null): void;
}

export interface SavedDevice {
  save(videoId: string): Promise<void>;
  /** A person's own event. What is not possible in the present state does nothing. */
  tell(videoId: string, event: SaveEvent): Promise<void>;
  remove(videoId: string): Promise<void>;
  undoRemove(videoId: string): Promise<void>;
  /** The archive answers again: what waits for it goes on at once. */
  onBack(): void;
  /** Logging out: nothing of this account is played from now on. */
  leave(): Promise<void>;
  /** "Clear this device": every film of this account goes, also what another tab is still writing. */
  clear(): Promise<void>;
  close(): void;
}

export async function openSavedDevice({ account, locks, clock, newKey, onItem }: SavedDevicePorts): Promise<SavedDevice> {
  const ledger = openLedger();
  const channel = new BroadcastChannel(savedChannelName);
  let endSaver: (() => void) | null = null;
  const keyOf = (videoId: string): ItemKey => [account, videoId, 'original'];

  await ledger.setOpenAccount(account);
  for (const item of await ledger.itemsOf(account)) {
    onItem(item.videoId, shown(item));
    if (isWork(item)) startSaver();
  }
  channel.onmessage = ({ data }: MessageEvent<SavedMessage>) => {
    if (data.kind === 'changed' && data.account === account) void read(data.videoId);
  };

  async function read(videoId: string): Promise<void> {
    onItem(videoId, shown((await ledger.item(keyOf(videoId))) ?? null));
  }

  /** Once: the first tab that wants something holds the lock until it ends, and the next one takes over. */
  function startSaver(): void {
    if (endSaver) return;
    const ended = new Promise<void>((resolve) => (endSaver = resolve));
    void locks.run(`stowaway-saver ${account}`, async () => {
      const worker = new Worker(new URL('./saver/saver-worker.ts', import.meta.url), { type: 'module', name: 'saver' });
      worker.postMessage({ account, owner: newKey() } satisfies StartSaver);
      await ended;
      worker.terminate();
    });
  }

  async function change(videoId: string, alter: (row: SavedItem | undefined) => SavedItem | null): Promise<void> {
    const item = await ledger.change(keyOf(videoId), alter);
    onItem(videoId, shown(item ?? null));
    channel.postMessage({ kind: 'changed', account, videoId } satisfies SavedMessage);
    startSaver();
    channel.postMessage({ kind: 'wake', isNetworkBack: false } satisfies SavedMessage);
  }

  return {
    save: (videoId) =>
      change(videoId, (row) => {
        if (row && row.removedAtMs === null) return null;
        if (row) return { ...row, removedAtMs: null };
        const askedAtMs = clock.now();
        return {
          account,
          videoId,
          rendition: 'original',
          status: { state: 'queued', reason: null },
          place: askedAtMs,
          isPinned: false,
          askedAtMs,
          wholeRevision: null,
          openRevision: null,
          differedCount: 0,
          totalBytes: null,
          savedBytes: 0,
          removedAtMs: null,
        };
      }),
    tell: (videoId, event) =>
      change(videoId, (row) => {
        const status = row && statusAfter(row.status, event);
        return row && status ? { ...row, status } : null;
      }),
    remove: (videoId) => change(videoId, (row) => (row ? { ...row, removedAtMs: clock.now() } : null)),
    undoRemove: (videoId) => change(videoId, (row) => (row ? { ...row, removedAtMs: null } : null)),
    onBack: () => channel.postMessage({ kind: 'wake', isNetworkBack: true } satisfies SavedMessage),
    leave: () => ledger.setOpenAccount(null),
    async clear() {
      endSaver?.();
      // What a saver of another tab still writes is refused from here on.
      await ledger.claim(newKey());
      await ledger.setOpenAccount(null);
      await deleteAccount(await navigator.storage.getDirectory(), account);
      for (const item of await ledger.itemsOf(account)) await ledger.forget(itemKeyOf(item));
    },
    close() {
      channel.close();
      endSaver?.();
    },
  };
}

function shown(item: SavedItem | null): SavedItem | null {
  return item?.removedAtMs === null ? item : null;
}

/** What waits for the saver at a start. */
function isWork({ status, removedAtMs }: SavedItem): boolean {
  return removedAtMs !== null || !(['ready', 'outdated', 'gone-at-source', 'failed'] as const).some((state) => state === status.state);
}
