// What the ledger holds. Rows of idb (docs/saved.md, The ledger). Bytes are counted as committed: flushed to the disk.
import type { SaveStatus } from './save-states.ts';

/** Smaller copies that the archive makes, and variants of an HLS stream, are renditions beside `original`. */
export type Rendition = 'original';

export type ItemKey = [account: string, videoId: string, rendition: Rendition];
export type RevisionKey = [...ItemKey, revision: number];

/** Who wants it here: what a person saved stays until a person removes it, the others go by their rules. */
export type KeptFor = 'person' | 'policy' | 'trip';

/** A video that somebody, or a policy, wants on the device. */
export interface SavedItem {
  /** `accountKeyOf`. */
  account: string;
  videoId: string;
  rendition: Rendition;
  status: SaveStatus;
  /** Place among what is still to be saved: lower goes first. */
  place: number;
  isPinned: boolean;
  keptFor: KeptFor;
  askedAtMs: number;
  /** The revision that plays: whole and verified. */
  wholeRevision: number | null;
  /** Of the revision that plays, else of the one that is being saved: a stream of segments is opened by its main list. */
  isStream: boolean;
  /** The revision that is being saved. */
  openRevision: number | null;
  /** How often the archive did not give one of the small files of its page, although it answered. Absent: never. */
  smallFileTries?: number;
  /** How often in a row the archive refused its stream, although it answered for the video. Absent: never. */
  refusedCount?: number;
  /** The small files that it is saved without, by their addresses. Absent: all are here. */
  missingUrls?: readonly string[];
  /** Copies in a row that differed from the source. */
  differedCount: number;
  /** Of the film, as the archive says; null: unknown. */
  totalBytes: number | null;
  /** Of the open revision, as committed: what a percentage counts. */
  savedBytes: number;
  /** Removed by its person; null: not. Its files go when the moment for an undo is over. */
  removedAtMs: number | null;
  /** Absent or null: not watched, as far as was looked. Kept for policies, which remove it a day later. */
  watched?: WatchedSince | null;
}

/** When a video was first seen to be watched, by the device's clock. */
export interface WatchedSince {
  sinceMs: number;
  /** When that was first seen with a clock behind `sinceMs`; null: never. */
  behindSinceMs: number | null;
}

/** One state of the source's file. Immutable but for what is committed: a file that changed is a new revision. */
export interface Revision {
  account: string;
  videoId: string;
  rendition: Rendition;
  revision: number;
  /** Path and query on the archive. */
  url: string;
  /** What `If-Range` sends: a strong ETag, else Last-Modified. Null: nothing can be continued safely. */
  validator: string | null;
  contentType: string;
  totalBytes: number;
  /** The size that the archive's list told when it was begun; a list that tells another one later means another file. Absent: it told none. */
  listedBytes?: number;
  /** When it told it. */
  listedAtMs?: number;
  /** A part's length; the last one is shorter. */
  partBytes: number;
  committedBytes: number;
  /** Once it is whole: whether the archive's own hashes of the file were the same. False: it had none. */
  isCompared?: boolean;
}

/** SHA-256 of a window of 8 MiB, as it was written; of the last one, as far as it is committed. */
export interface WindowDigest {
  account: string;
  videoId: string;
  rendition: Rendition;
  revision: number;
  /** From 0. */
  window: number;
  sha256: ArrayBuffer;
}

/** What a page of a video needs beside its film: a subtitle, a picture. */
export interface SmallFile {
  account: string;
  videoId: string;
  /** Path and query on the archive. */
  url: string;
  contentType: string;
  body: Blob;
}

/** A person's choices about saving. */
export interface SavedPreferences {
  account: string;
  /** What saved films may take together; null: none was chosen. */
  budgetBytes: number | null;
  isWifiOnly: boolean;
  /** "Pause all": nothing is saved until it is lifted. */
  isPaused: boolean;
  /** Counted by the saver. Absent: nothing was counted yet. */
  fetched?: FetchedData;
}

/** What saving has fetched from the network of films, subtitles and pictures, with what was fetched again. */
export interface FetchedData {
  bytes: number;
  /** When counting began. */
  sinceMs: number;
}

/** Where the videos of a policy or a trip come from. */
export type SaveSource =
  | { kind: 'continue' }
  | { kind: 'subscribed' }
  | { kind: 'surprise' }
  | { kind: 'channel' | 'playlist'; id: string }
  | { kind: 'search'; query: string };

/** "Keep the newest five of this channel": what it saves goes when it no longer fits the rule. */
export interface SavePolicy {
  account: string;
  policyId: string;
  source: SaveSource;
  /** `newest`: the last published that are unwatched; `next`: those that follow in the source's own order. */
  order: 'newest' | 'next';
  count: number;
  addedAtMs: number;
  /** What it has had saved and still wants; one of them that is no longer here was removed by a person, and is not saved again. */
  askedIds?: readonly string[];
}

export interface Trip {
  account: string;
  tripId: string;
  name: string;
  /** Local date and time, `YYYY-MM-DDTHH:MM`; null: not said. */
  departsAt: string | null;
  days: number;
  hoursADay: number;
  sources: readonly SaveSource[];
  /** What it packs, in the order of watching. */
  videoIds: readonly string[];
  packedAtMs: number;
  /** Not all of its videos have been put in line yet. */
  isPlanned?: boolean;
}

/** Who may write: what comes with an older epoch is refused. */
export interface SaverClaim {
  owner: string;
  epoch: number;
}

/** Of its database. */
export const ledgerName = 'stowaway-saved';

export const windowBytes = 8 * 1024 * 1024;

export function itemKeyOf({ account, videoId, rendition }: Pick<SavedItem, 'account' | 'videoId' | 'rendition'>): ItemKey {
  return [account, videoId, rendition];
}

export function revisionKeyOf(row: Pick<Revision, 'account' | 'videoId' | 'rendition' | 'revision'>): RevisionKey {
  return [row.account, row.videoId, row.rendition, row.revision];
}
