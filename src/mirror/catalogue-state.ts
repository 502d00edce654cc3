// The state of the copy of the whole catalogue: its type, and the rules derived from it. Pure.

export interface Catalogue {
  /** The user's choice; null: none yet, and a small catalogue is read automatically. */
  choice: 'whole' | 'none' | null;
  isPaused: boolean;
  /** The archive's video count as last reported; null: not requested yet. */
  videoCount: number | null;
  /** Whether the archive has more videos than it counts, because its lists end at 10 000. */
  isCountCapped: boolean;
  walk: CatalogueWalk | null;
  /** The last complete read; null: none yet, or the catalogue is off. */
  last: CatalogueSummary | null;
  /** The user wants the catalogue read again, however recent the copy is. */
  isAskedAgain?: boolean;
}

export interface CatalogueSummary {
  /** Everything was read at or after this moment. */
  atMs: number;
  videos: number;
  channels: number;
  playlists: number;
  /** Videos that the archive has but none of its lists returned. */
  unreached: number;
  /** Lists that the archive refused or failed to return. */
  failedLists: number;
}

/** The list that is being read; `channelId` null: the list of all videos. */
export type WalkedList = { of: 'channels' } | { of: 'playlists' } | { of: 'videos'; channelId: string | null };

/** A read of the whole catalogue that is under way, one list after the other. */
export interface CatalogueWalk {
  startedAtMs: number;
  list: WalkedList;
  /** The next page to read, counted from 1. */
  page: number;
  pageSize: number;
  /** How often this list was restarted because the archive answered with pages of another size. */
  restarts?: number;
  /** The list is being read from its other end, because the archive serves only a limited number of items from either end. */
  isFromEnd: boolean;
  /** The list is being read a second time, because items moved during the first. Absent in a walk that an earlier version began. */
  isSecondRead?: boolean;
  /** There are more videos than one list can return, so each channel's list is read instead. */
  isByChannel: boolean;
  /** Stored items that the list did not contain. They are requested one by one; only a 404 removes one. `asked`: the id requested last. */
  missing: { ids: string[]; asked: string | null } | null;
  videosRead: number;
  channelsRead: number;
  unreached: number;
  failedLists: number;
}

export const noCatalogue: Catalogue = { choice: null, isPaused: false, videoCount: null, isCountCapped: false, walk: null, last: null };

/** Catalogues of up to this many videos are read automatically on unmetered networks. */
export const smallCatalogueLimit = 5_000;

/** Whether the user wants the whole catalogue here, or has not chosen and it is small. An uncounted catalogue is assumed to be small. */
export function isCatalogueOn({ choice, videoCount, isCountCapped }: Catalogue): boolean {
  return choice === 'whole' || (choice === null && !isCountCapped && (videoCount ?? 0) <= smallCatalogueLimit);
}

/** Prefixes of the keys under which a walk stores and requests its pages. No view uses such keys. */
export const walkKeyPrefixes = ['videos?page_size=', 'channels?page_size=', 'playlists?page_size='] as const;

export function isWalkKey(key: string): boolean {
  return walkKeyPrefixes.some((prefix) => key.startsWith(prefix));
}
