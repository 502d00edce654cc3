// Functions shared by the kinds of watch state changes. Pure.
import type { WatchState } from '../../mirror/rows.ts';

export const videoLane = ({ videoId }: { videoId: string }) => `video:${videoId}` as const;

/** A mark in either direction forgets the position. */
export const markedState = (isWatched: boolean): WatchState => ({ isWatched, positionSeconds: null });

/** The ids of a channel's or playlist's videos, as known on this device when they were all marked. */
export interface KnownMembers {
  /** Videos that were shown in the other state. */
  unlike: string[];
  /** Videos that were already shown in the wanted state. */
  like: string[];
  /** The archive's member count; null if this device does not know it. */
  count: number | null;
}

/** A mark of all videos of a channel or playlist. */
export interface WideMark {
  isWatched: boolean;
  /** Absent in rows written by an earlier version. */
  known?: KnownMembers;
}

export const knownIdsOf = ({ known }: WideMark): string[] | undefined => known && [...known.unlike, ...known.like];

/** The mark without the ids of its videos, of which there may be thousands. */
export function withoutIds<Mark extends WideMark>(mark: Mark): Mark {
  const { known: _, ...rest } = mark;
  return rest as Mark;
}
