// The contents of the ledger, as rows of idb (docs/saved.md). Bytes are flushed to disk before they are committed here.
import type { SaveStatus } from './save-states.ts';

/** The only rendition so far. Smaller copies made by the archive, and variants of an HLS stream, would be others. */
export type Rendition = 'original';

export type ItemKey = [account: string, videoId: string, rendition: Rendition];
export type RevisionKey = [...ItemKey, revision: number];

/** Why a video is kept. `person`: until the user removes it; the others follow their rules. */
export type KeptFor = 'person' | 'policy' | 'trip';

/** A video that the user, a policy or a trip wants on the device. */
export interface SavedItem {
  /** The account's key (`accountKeyOf`). */
  account: string;
  videoId: string;
  rendition: Rendition;
  status: SaveStatus;
  /** Position in the save queue; the item with the lowest position is saved first. */
  place: number;
  isPinned: boolean;
  keptFor: KeptFor;
  askedAtMs: number;
  /** The revision that plays, which is complete and verified. */
  wholeRevision: number | null;
  /** The size of the revision that plays. Absent: an earlier version of the app verified it, and stored only `totalBytes`. */
  wholeBytes?: number;
  /** Whether the revision that plays, or else the one being saved, is a stream of segments. Players open a stream by its main playlist. */
  isStream: boolean;
  /** The revision that is being saved. */
  openRevision: number | null;
  /** How often the archive, although reachable, failed to provide a small file of the video's page. Absent: never. */
  smallFileTries?: number;
  /** How many times in a row the archive returned the video's metadata, but refused its media file or stream. Absent: never. */
  refusedCount?: number;
  /** How many times in a row the complete copy was not verified, because it could not be read or the archive went away. Absent: never. */
  unverifiedCount?: number;
  /** Whether the small files of the complete copy must be fetched again: they belong to an earlier copy, or were lost with the ledger. */
  areSmallFilesDue?: boolean;
  /** Addresses of the small files of the video's page that could not be saved. Absent: all were saved. */
  missingUrls?: readonly string[];
  /** How many copies in a row differed from the file at the archive. */
  differedCount: number;
  /** Size of the video according to the archive; null: unknown. */
  totalBytes: number | null;
  /** Committed bytes of the open revision, the basis of the percentage. */
  savedBytes: number;
  /** When the user removed the video; null: not removed. Its files are deleted when the time for Undo is over. */
  removedAtMs: number | null;
  /** Absent or null: not watched at the last check. Used by policies, which remove a watched video a day later. */
  watched?: WatchedSince | null;
}

/** When a video was first seen as watched, by the device's clock. */
export interface WatchedSince {
  sinceMs: number;
  /** The earliest time of a check made after the clock was set back to before `sinceMs`; null: there was none. */
  behindSinceMs: number | null;
}

/** One version of the file at the archive; a changed file is a new revision. Only `committedBytes` and `isCompared` change later. */
export interface Revision {
  account: string;
  videoId: string;
  rendition: Rendition;
  revision: number;
  /** Path and query on the archive. */
  url: string;
  /** Sent in `If-Range`: a strong ETag, otherwise Last-Modified. Null: nothing can be resumed safely. */
  validator: string | null;
  contentType: string;
  totalBytes: number;
  /** The size in the archive's lists when saving began; another size in a later list means a changed file. Absent: no list had one. */
  listedBytes?: number;
  /** When saving began, even if no size was listed. */
  listedAtMs?: number;
  /** The length of a part; the last one may be shorter. */
  partBytes: number;
  committedBytes: number;
  /** Whether a complete revision matched the archive's hashes of the file. False if the archive sent no usable hashes in time. */
  isCompared?: boolean;
  /** The hash of the windows' hashes (`hashOfWindows`). Only in a copy whose hashes were lost with the ledger. */
  windowsHash?: string;
}

/** The SHA-256 of an 8 MiB window as written to disk. The hash of the last window covers only its committed bytes. */
export interface WindowDigest {
  account: string;
  videoId: string;
  rendition: Rendition;
  revision: number;
  /** The number of the window, from 0. */
  window: number;
  sha256: ArrayBuffer;
}

/** A file that a video's page needs besides the media file: a subtitle, a picture. */
export interface SmallFile {
  account: string;
  videoId: string;
  /** Path and query on the archive. */
  url: string;
  contentType: string;
  body: Blob;
}

/** The user's choices about saving. */
export interface SavedPreferences {
  account: string;
  /** The space that saved videos may take in total; null: none was chosen. */
  budgetBytes: number | null;
  isWifiOnly: boolean;
  /** Whether "Pause all" was pressed, so that nothing is saved until the user resumes. */
  isPaused: boolean;
  /** Written by the saver. Absent: the saver has fetched nothing yet. */
  fetched?: FetchedData;
}

/** The data that saving has fetched from the network: videos, subtitles and pictures, including repeated fetches. */
export interface FetchedData {
  bytes: number;
  /** When counting began. */
  sinceMs: number;
}

/** Where the videos of a policy come from: the sources whose menus offer a policy. */
export type PolicySource = { kind: 'continue' } | { kind: 'channel' | 'playlist'; id: string };

/** Where the videos of a trip come from. */
export type SaveSource = PolicySource | { kind: 'subscribed' } | { kind: 'surprise' } | { kind: 'search'; query: string };

/** "Keep the newest five of this channel": its videos are removed when they no longer match the rule. */
export interface SavePolicy {
  account: string;
  policyId: string;
  source: PolicySource;
  /** `newest`: the most recently published unwatched videos; `next`: the videos that follow in the source's own order. */
  order: 'newest' | 'next';
  count: number;
  addedAtMs: number;
  /** Videos that the policy has requested and still wants. If the user has removed one from the device, it is not saved again. */
  askedIds?: readonly string[];
}

export interface Trip {
  account: string;
  tripId: string;
  name: string;
  /** Local date and time, `YYYY-MM-DDTHH:MM`; null: not given. */
  departsAt: string | null;
  days: number;
  hoursADay: number;
  sources: readonly SaveSource[];
  /** The videos of the trip, in viewing order. */
  videoIds: readonly string[];
  packedAtMs: number;
  /** True until all videos of the trip are queued. */
  isPlanned?: boolean;
}

/** The user's choices about saving, apart from single videos. */
export interface SavePlans {
  preferences: SavedPreferences;
  policies: readonly SavePolicy[];
  trips: readonly Trip[];
}

/** The saver that may write. The ledger refuses writes with an older epoch. */
export interface SaverClaim {
  owner: string;
  epoch: number;
}

/** Name of the ledger's database. */
export const ledgerName = 'stowaway-saved';

export const windowBytes = 8 * 1024 * 1024;

export function itemKeyOf({ account, videoId, rendition }: Pick<SavedItem, 'account' | 'videoId' | 'rendition'>): ItemKey {
  return [account, videoId, rendition];
}

export function revisionKeyOf(row: Pick<Revision, 'account' | 'videoId' | 'rendition' | 'revision'>): RevisionKey {
  return [row.account, row.videoId, row.rendition, row.revision];
}
