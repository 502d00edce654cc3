// How far the copy of the whole catalogue is: its shape, and what follows from it. Pure.

export interface Catalogue {
  /** What a person has chosen; null: nothing yet, and a small catalogue is read by itself. */
  choice: 'whole' | 'none' | null;
  isPaused: boolean;
  /** The archive's videos as it last counted them; null: not asked yet. */
  videoCount: number | null;
  /** The archive has more than it counts: its lists end at 10 000. */
  isCountCapped: boolean;
  walk: CatalogueWalk | null;
  /** The last time that all of it was read; null: never, or it is not wanted. */
  last: CatalogueFacts | null;
  /** A person wants it read once more, however young the copy is. */
  isAskedAgain?: boolean;
}

export interface CatalogueFacts {
  /** All of it was read then or later. */
  atMs: number;
  videos: number;
  channels: number;
  playlists: number;
  /** Videos that the archive has, and that no list of it brought. */
  unreached: number;
  /** Lists that it refused or failed at. */
  failedLists: number;
}

/** Which list is read; `channelId` null: that of all videos. */
export type WalkedList = { of: 'channels' } | { of: 'playlists' } | { of: 'videos'; channelId: string | null };

export interface CatalogueWalk {
  startedAtMs: number;
  list: WalkedList;
  /** From 1: the next to be read. */
  page: number;
  pageSize: number;
  /** How often this list has begun again because the archive answered with pages of another size. */
  restarts?: number;
  /** The list has more than an archive serves: it is read from its other end, too. */
  isFromEnd: boolean;
  /** Something moved while it was read: once more. */
  isAgain: boolean;
  /** There are more videos than one list serves: each channel's is read instead. */
  isByChannel: boolean;
  /** What the list did not hold, asked for one by one: a 404 alone forgets it. */
  missing: { ids: string[]; asked: string | null } | null;
  videosRead: number;
  channelsRead: number;
  unreached: number;
  failedLists: number;
}

export const noCatalogue: Catalogue = { choice: null, isPaused: false, videoCount: null, isCountCapped: false, walk: null, last: null };

/** Up to so many videos are read by themselves, where the network costs nothing. */
export const smallCatalogue = 5_000;

/** Whether a person wants all of it here, or it is small and nobody said no. Not counted yet: it may be. */
export function isCatalogueOn({ choice, videoCount, isCountCapped }: Catalogue): boolean {
  return choice === 'whole' || (choice === null && !isCountCapped && (videoCount ?? 0) <= smallCatalogue);
}

/** How the walk's own pages begin: no view has such keys. */
export const beginningsOfWalk = ['videos?page_size=', 'channels?page_size=', 'playlists?page_size='] as const;

export function isKeyOfWalk(key: string): boolean {
  return beginningsOfWalk.some((beginning) => key.startsWith(beginning));
}
