// The page's side of what is saved: a person's wishes go into the ledger, and the worker that acts on them is started by one tab. Loaded when
// the page is idle, or with the first wish.
import type { Clock } from '../lib/clock.ts';
import type { Locks } from '../lib/locks.ts';
import { openLedger } from './ledger/ledger.ts';
import { itemKeyOf, type ItemKey, type KeptFor, type SavedItem, type SavedPreferences, type SavePolicy, type Trip } from './ledger/rows.ts';
import { statusAfter, type SaveEvent } from './ledger/save-states.ts';
import { deleteAccount } from './store/part-files.ts';
import { savedChannelName, type SavedMessage, type StartSaver } from './messages.ts';

export interface SavedDevicePorts {
  account: string;
  locks: Locks;
  clock: Clock;
  newKey(): string;
  fetchStreamPlayer(): Promise<void>;
  /** Called with all items at first, and with each that changes; `null`: it is gone. */
  onItem(videoId: string, item: SavedItem | null): void;
  /** Called at first, and with each change. */
  onPlans(plans: SavePlans): void;
}

/** What a person decided about saving, apart from single videos. */
export interface SavePlans {
  preferences: SavedPreferences;
  policies: readonly SavePolicy[];
  trips: readonly Trip[];
}

export interface SavedDevice {
  /** What a policy or a trip keeps becomes a person's own when `keptFor` says so, never the other way round. */
  save(videoId: string, keptFor?: KeptFor): Promise<void>;
  /** A person's own event. What is not possible in the present state does nothing. */
  tell(videoId: string, event: SaveEvent): Promise<void>;
  remove(videoId: string): Promise<void>;
  undoRemove(videoId: string): Promise<void>;
  arrange(videoId: string, change: Partial<Pick<SavedItem, 'place' | 'isPinned'>>): Promise<void>;
  changePreferences(change: Partial<Omit<SavedPreferences, 'account'>>): Promise<void>;
  putPolicy(policy: Omit<SavePolicy, 'account'>): Promise<void>;
  deletePolicy(policyId: string): Promise<void>;
  putTrip(trip: Omit<Trip, 'account'>): Promise<void>;
  deleteTrip(tripId: string): Promise<void>;
  /** The archive answers again: what waits for it goes on at once. */
  onBack(): void;
  /** Logging out: nothing of this account is played from now on. */
  leave(): Promise<void>;
  /** "Clear this device": every film of this account goes, also what another tab is still writing. */
  clear(): Promise<void>;
  close(): void;
}

export async function openSavedDevice({ account, locks, clock, newKey, fetchStreamPlayer, onItem, onPlans }: SavedDevicePorts): Promise<SavedDevice> {
  const ledger = openLedger();
  const channel = new BroadcastChannel(savedChannelName);
  let endSaver: (() => void) | null = null;
  const keyOf = (videoId: string): ItemKey => [account, videoId, 'original'];

  await ledger.setOpenAccount(account);
  await readPlans();
  for (const item of await ledger.itemsOf(account)) {
    onItem(item.videoId, shown(item));
    if (isWork(item)) startSaver();
  }
  channel.onmessage = ({ data }: MessageEvent<SavedMessage>) => {
    if (data.kind === 'changed' && data.account === account) void read(data.videoId);
    if (data.kind === 'plans-changed' && data.account === account) void readPlans();
  };

  async function read(videoId: string): Promise<void> {
    const item = (await ledger.item(keyOf(videoId))) ?? null;
    onItem(videoId, shown(item));
    // Asked for when the copy has just become whole, with the archive in reach. Without it the player says that it could not be fetched.
    if (item?.isStream) void fetchStreamPlayer().catch(() => undefined);
  }

  async function readPlans(): Promise<void> {
    const [preferences, policies, trips] = await Promise.all([ledger.preferences(account), ledger.policiesOf(account), ledger.tripsOf(account)]);
    onPlans({ preferences, policies, trips });
  }

  async function changePlans(write: Promise<void>): Promise<void> {
    await write;
    await readPlans();
    channel.postMessage({ kind: 'plans-changed', account } satisfies SavedMessage);
    startSaver();
    channel.postMessage({ kind: 'wake', isNetworkBack: false } satisfies SavedMessage);
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
    save: (videoId, keptFor = 'person') =>
      change(videoId, (row) => {
        const keptNow = row && row.keptFor !== 'person' && keptFor === 'person' ? keptFor : row?.keptFor;
        if (row && row.removedAtMs === null && keptNow === row.keptFor) return null;
        if (row) return { ...row, keptFor: keptNow ?? keptFor, removedAtMs: null };
        const askedAtMs = clock.now();
        return {
          account,
          videoId,
          rendition: 'original',
          status: { state: 'queued', reason: null },
          place: askedAtMs,
          isPinned: false,
          keptFor,
          askedAtMs,
          wholeRevision: null,
          isStream: false,
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
    arrange: (videoId, wanted) => change(videoId, (row) => (row ? { ...row, ...wanted } : null)),
    changePreferences: (wanted) => changePlans(ledger.changePreferences(account, wanted)),
    putPolicy: (policy) => changePlans(ledger.putPolicy({ ...policy, account })),
    deletePolicy: (policyId) => changePlans(ledger.deletePolicy(account, policyId)),
    putTrip: (trip) => changePlans(ledger.putTrip({ ...trip, account })),
    deleteTrip: (tripId) => changePlans(ledger.deleteTrip(account, tripId)),
    onBack: () => channel.postMessage({ kind: 'wake', isNetworkBack: true } satisfies SavedMessage),
    leave: () => ledger.setOpenAccount(null),
    async clear() {
      endSaver?.();
      // What a saver of another tab still writes is refused from here on.
      await ledger.claim(newKey());
      await ledger.setOpenAccount(null);
      await deleteAccount(await navigator.storage.getDirectory(), account);
      for (const item of await ledger.itemsOf(account)) await ledger.forget(itemKeyOf(item));
      await ledger.forgetPlans(account);
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
