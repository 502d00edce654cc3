// A short list, in localStorage, of what the ledger keeps for an account. Chromium was seen to start without any IndexedDB after it had
// been killed, and the system may clear a part of the storage: if the ledger is lost, this list says what is gone (docs/saved.md).
import { browserStorage } from '../lib/device-storage.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { KeptFor, SavedItem, SavePlans } from './ledger/rows.ts';
import type { SaveStatus } from './ledger/save-states.ts';

interface KeptItem {
  videoId: string;
  keptFor: KeptFor;
  isPinned: boolean;
  place: number;
  /** Whether the video was complete. */
  isWhole: boolean;
  /** Whether the user had paused it. Absent counts as false. */
  isPaused?: boolean;
}

interface KeptList {
  items: readonly KeptItem[];
  plans: SavePlans;
}

const storage = browserStorage(() => localStorage);

const keyOf = (account: string): string => `stowaway.kept ${account}`;

/** A text that changes whenever the list must be written again, but not with every saved byte. */
export function keptSignature(item: SavedItem | null): string {
  return item ? JSON.stringify(toKeptItem(item)) : '';
}

function toKeptItem({ videoId, keptFor, isPinned, place, wholeRevision, status }: SavedItem): KeptItem {
  return { videoId, keptFor, isPinned, place, isWhole: wholeRevision !== null, ...(status.reason === 'user' ? { isPaused: true } : {}) };
}

/** Reads the ledger, so that a list written late never names what has been deleted meanwhile. If the ledger is lost, the list stays. */
export async function writeKeptList(ledger: Ledger, account: string): Promise<void> {
  const [items, preferences, policies, trips] = await Promise.all([
    ledger.itemsOf(account),
    ledger.preferences(account),
    ledger.policiesOf(account),
    ledger.tripsOf(account),
  ]);
  if (!(await ledger.hasAccount(account))) return;
  const list: KeptList = { items: items.filter(({ removedAtMs }) => removedAtMs === null).map(toKeptItem), plans: { preferences, policies, trips } };
  const isEmpty = list.items.length + policies.length + trips.length === 0;
  storage.write(keyOf(account), isEmpty ? null : JSON.stringify(list));
}

export function deleteKeptList(account: string): void {
  storage.write(keyOf(account), null);
}

/**
 * Restores the rows of a ledger that was lost: videos that were complete as gone from this device, others as paused by the user or as
 * waiting, and the plans as they were. Returns the ids of these videos. If the ledger knows the account, nothing was lost. After an
 * interruption, the next start does the rest.
 */
export async function restoreLostRows(ledger: Ledger, account: string, nowMs: number): Promise<string[]> {
  if (await ledger.hasAccount(account)) return [];
  const { items, plans } = readKeptList(account) ?? { items: [], plans: null };
  for (const { isWhole, isPaused, ...item } of items) {
    const status: SaveStatus = isWhole
      ? { state: 'failed', reason: 'taken-away' }
      : isPaused
        ? { state: 'paused', reason: 'user' }
        : { state: 'queued', reason: null };
    await ledger.change([account, item.videoId, 'original'], (row) => (row ? null : { ...newItem(account, item, nowMs), status }));
  }
  for (const policy of plans?.policies ?? []) await ledger.putPolicy(policy);
  for (const trip of plans?.trips ?? []) await ledger.putTrip(trip);
  // The preferences come last, because they make the account known.
  await ledger.changePreferences(account, plans?.preferences ?? {});
  return items.map(({ videoId }) => videoId);
}

/** Null if nothing was kept, or the list cannot be read. */
function readKeptList(account: string): KeptList | null {
  try {
    const list = JSON.parse(storage.read(keyOf(account)) ?? 'null') as Partial<KeptList> | null;
    const isComplete = Array.isArray(list?.items) && Array.isArray(list.plans?.policies) && Array.isArray(list.plans.trips);
    return isComplete ? (list as KeptList) : null;
  } catch {
    return null;
  }
}

/** A video that waits to be saved. */
export function newItem(account: string, item: Pick<SavedItem, 'videoId' | 'keptFor' | 'isPinned' | 'place'>, askedAtMs: number): SavedItem {
  return {
    ...item,
    account,
    rendition: 'original',
    status: { state: 'queued', reason: null },
    askedAtMs,
    wholeRevision: null,
    isStream: false,
    openRevision: null,
    differedCount: 0,
    totalBytes: null,
    savedBytes: 0,
    removedAtMs: null,
  };
}
