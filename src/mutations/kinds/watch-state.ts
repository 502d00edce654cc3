// What several kinds of watch state changes share. Pure.
import type { WatchState } from '../../mirror/rows.ts';

export const videoLane = ({ videoId }: { videoId: string }) => `video:${videoId}` as const;

/** A mark in either direction forgets the position. */
export const markedState = (isWatched: boolean): WatchState => ({ isWatched, positionSeconds: null });

/** Members of a channel or playlist, as far as this device knew, when a mark of all of them was made. Video ids. */
export interface KnownMembers {
  /** Shown in the other state then. */
  unlike: string[];
  /** Already shown in the wanted state. */
  like: string[];
  /** The archive's member count; null: not known here. */
  count: number | null;
}

export interface WideMark {
  isWatched: boolean;
  /** Absent in rows written by an earlier version. */
  known?: KnownMembers;
}

export const knownIdsOf = ({ known }: WideMark): string[] | undefined => known && [...known.unlike, ...known.like];

/** A mark of many videos may know thousands. */
export function withoutIds<Mark extends WideMark>(mark: Mark): Mark {
  const { known: _, ...rest } = mark;
  return rest as Mark;
}
