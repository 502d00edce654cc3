// A short list, in localStorage, of what the ledger keeps for an account. Chromium was seen to start without any IndexedDB after it had
// been killed, and the system may clear a part of the storage. If the ledger is lost, its rows are restored from this list (docs/saved.md).
import { browserStorage } from '../lib/device-storage.ts';
import type { Ledger } from './ledger/ledger-port.ts';
import type { LostRows } from './ledger/restore-rows.ts';
import { itemKeyOf, revisionKeyOf, windowBytes, type KeptFor, type Revision, type SavedItem, type SavePlans } from './ledger/rows.ts';
import type { SaveStatus } from './ledger/save-states.ts';
import { hashOfWindows } from './saver/windows-hash.ts';

/** What the ledger needs to know of a complete copy whose files are still on the device. */
type KeptCopy = Revision & { windowsHash: string };

interface KeptItem {
  videoId: string;
  keptFor: KeptFor;
  isPinned: boolean;
  place: number;
  /** Whether the video was complete. */
  isWhole: boolean;
  /** Whether the user had paused it. Absent counts as false. */
  isPaused?: boolean;
  /** Absent for a stream, whose playlists are lost with the ledger, and in a list of an earlier version. */
  copy?: KeptCopy;
}

interface KeptList {
  items: readonly KeptItem[];
  plans: SavePlans;
}

const storage = browserStorage(() => localStorage);

const keyPrefix = 'stowaway.kept ';
const keyOf = (account: string): string => keyPrefix + account;

/** The hashes of copies by revision, kept because computing them for each list would be slow. Null if the ledger lacks some windows. */
const knownHashes = new WeakMap<Ledger, Map<string, string | null>>();

/** A text that changes whenever the list must be written again. It does not change when only more bytes of the video are saved. */
export function keptSignature(item: SavedItem | null): string {
  return item ? JSON.stringify([toKeptItem(item), item.wholeRevision]) : '';
}

function toKeptItem({ videoId, keptFor, isPinned, place, wholeRevision, status }: SavedItem): KeptItem {
  return { videoId, keptFor, isPinned, place, isWhole: wholeRevision !== null, ...(status.reason === 'user' ? { isPaused: true } : {}) };
}

/**
 * Reads the rows of the ledger again after the hashes, so that the list never names what has been deleted meanwhile. If the ledger is lost,
 * the list stays.
 */
export async function writeKeptList(ledger: Ledger, account: string): Promise<void> {
  const hashes = knownHashes.get(ledger) ?? new Map<string, string | null>();
  knownHashes.set(ledger, hashes);
  let rows = await readKeptRows(ledger, account);
  // Reading the hashes of many copies takes so long that a video may be removed or completed meanwhile.
  for (let unhashedCopies = copiesWithoutHash(rows, hashes); unhashedCopies.length > 0; unhashedCopies = copiesWithoutHash(rows, hashes)) {
    for (const revision of unhashedCopies) hashes.set(idOf(revision), await readWindowsHash(ledger, revision));
    rows = await readKeptRows(ledger, account);
  }
  if (!(await ledger.hasAccount(account))) return;
  const { videos, plans } = rows;
  const items = videos.map(({ item, revision }): KeptItem => {
    const windowsHash = revision && (revision.windowsHash ?? hashes.get(idOf(revision)) ?? null);
    return { ...toKeptItem(item), ...(revision && windowsHash !== null ? { copy: { ...revision, windowsHash } } : {}) };
  });
  const list: KeptList = { items, plans };
  const isEmpty = items.length + plans.policies.length + plans.trips.length === 0;
  storage.write(keyOf(account), isEmpty ? null : JSON.stringify(list));
}

interface KeptRows {
  /** `revision`: the complete copy of the video; null if there is none, or it is a stream. */
  videos: { item: SavedItem; revision: Revision | null }[];
  plans: SavePlans;
}

async function readKeptRows(ledger: Ledger, account: string): Promise<KeptRows> {
  const [items, revisions, preferences, policies, trips] = await Promise.all([
    ledger.itemsOf(account),
    ledger.revisionsOf(account),
    ledger.preferences(account),
    ledger.policiesOf(account),
    ledger.tripsOf(account),
  ]);
  const revisionsById = new Map(revisions.map((revision) => [idOf(revision), revision]));
  const videos: KeptRows['videos'] = [];
  for (const item of items) {
    if (item.removedAtMs !== null) continue;
    const revision = item.isStream ? undefined : revisionsById.get([...itemKeyOf(item), item.wholeRevision].join(' '));
    videos.push({ item, revision: revision ?? null });
  }
  return { videos, plans: { preferences, policies, trips } };
}

function copiesWithoutHash({ videos }: KeptRows, hashes: ReadonlyMap<string, string | null>): Revision[] {
  return videos.flatMap(({ revision }) => (revision && !hashes.has(idOf(revision)) ? [revision] : []));
}

/** Resolves to null if the ledger lacks hashes of the copy. */
async function readWindowsHash(ledger: Ledger, revision: Revision): Promise<string | null> {
  if (revision.windowsHash !== undefined) return revision.windowsHash;
  const digests = await ledger.digestsOf(revisionKeyOf(revision));
  if (digests.length !== Math.ceil(revision.totalBytes / windowBytes)) return null;
  return hashOfWindows(digests.map(({ sha256 }) => sha256));
}

function idOf(revision: Revision): string {
  return revisionKeyOf(revision).join(' ');
}

export function deleteKeptList(account: string): void {
  storage.write(keyOf(account), null);
}

/**
 * Removes a video from the list, so that it is not restored. Used if the ledger is lost or cannot be written; otherwise the list is written
 * after the ledger.
 */
export function deleteFromKeptList(account: string, videoId: string): void {
  const list = readKeptList(account);
  if (list) storage.write(keyOf(account), JSON.stringify({ ...list, items: list.items.filter((item) => item.videoId !== videoId) } satisfies KeptList));
}

/**
 * Restores the rows of a lost ledger. A complete video becomes `ready` if the list has its `copy`, otherwise `taken-away`. Other videos wait,
 * or are paused if the user had paused them. The plans are restored unchanged. The reconciliation then marks complete videos whose files are
 * gone from this device. Also restores the other accounts of this device, whose files the reconciliation would delete. Resolves to the ids
 * of the account's videos. If the ledger knows the account, nothing was lost.
 * @throws what the browser throws, for instance if the device is full; nothing is restored then
 */
export async function restoreLostRows(ledger: Ledger, account: string, nowMs: number): Promise<string[]> {
  let videoIds: string[] = [];
  await ledger.restore(account, () => {
    videoIds = listedItems(account, nowMs).map(({ videoId }) => videoId);
    return [...new Set([...listedAccounts(), account])].map((owner) => readLostRows(owner, nowMs));
  });
  return videoIds;
}

/** The account's videos as they would be restored. */
export function listedItems(account: string, nowMs: number): SavedItem[] {
  return readLostRows(account, nowMs).videos.map(({ item }) => item);
}

function listedAccounts(): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(keyPrefix)).map((key) => key.slice(keyPrefix.length));
  } catch {
    return []; // storage is blocked
  }
}

function readLostRows(account: string, nowMs: number): LostRows {
  const { items, plans } = readKeptList(account) ?? { items: [], plans: null };
  return { account, videos: items.map((item) => toLostVideo(account, item, nowMs)), plans };
}

function toLostVideo(account: string, { isWhole, isPaused, copy, ...keptItem }: KeptItem, nowMs: number): LostRows['videos'][number] {
  const item = newItem(account, keptItem, nowMs);
  if (copy) {
    const { revision, totalBytes } = copy;
    const sizes = { totalBytes, savedBytes: totalBytes, wholeBytes: totalBytes };
    return { item: { ...item, ...sizes, status: { state: 'ready', reason: null }, wholeRevision: revision, areSmallFilesDue: true }, revision: copy };
  }
  const status: SaveStatus = isWhole
    ? { state: 'failed', reason: 'taken-away' }
    : isPaused
      ? { state: 'paused', reason: 'user' }
      : { state: 'queued', reason: null };
  return { item: { ...item, status }, revision: null };
}

/**
 * Null if nothing was kept, or the list cannot be read. Malformed entries are left out, because a single one would make the ledger reject
 * the whole restoration; a malformed copy counts as none.
 */
function readKeptList(account: string): KeptList | null {
  try {
    const list = JSON.parse(storage.read(keyOf(account)) ?? 'null') as Partial<KeptList> | null;
    if (!Array.isArray(list?.items) || !Array.isArray(list.plans?.policies) || !Array.isArray(list.plans.trips)) return null;
    const { items, plans } = list as KeptList;
    return {
      items: items.filter(isKeptItem).map(({ copy, ...item }) => (isCopyOf(account, item.videoId, copy) ? { ...item, copy } : item)),
      plans: {
        preferences: { ...plans.preferences, account },
        policies: plans.policies.filter((policy) => policy?.account === account && isText(policy.policyId) && isText(policy.source?.kind)),
        trips: plans.trips.filter((trip) => trip?.account === account && isText(trip.tripId) && Array.isArray(trip.sources) && Array.isArray(trip.videoIds)),
      },
    };
  } catch {
    return null;
  }
}

function isKeptItem(item: Partial<KeptItem> | null): boolean {
  return isText(item?.videoId) && isText(item.keptFor) && Number.isFinite(item.place);
}

function isCopyOf(account: string, videoId: string, copy: Partial<KeptCopy> | null | undefined): copy is KeptCopy {
  if (copy?.account !== account || copy.videoId !== videoId || copy.rendition !== 'original') return false;
  return isText(copy.url) && [copy.revision, copy.totalBytes, copy.partBytes].every((count) => Number.isSafeInteger(count) && Number(count) > 0);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
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
