// What several kinds of watch state share. Pure.
import type { WatchState } from '../../mirror/rows.ts';

export const videoLane = ({ videoId }: { videoId: string }) => `video:${videoId}` as const;

/** A mark in either direction forgets the position. */
export const marked = (isWatched: boolean): WatchState => ({ isWatched, positionSeconds: null });

/** Who was in a channel or playlist, as far as this device knew, when a mark of all of them was made. Video ids. */
export interface KnownMembers {
  /** Shown in the other state then. */
  unlike: string[];
  /** Shown in the wanted state already. */
  like: string[];
  /** How many members the archive had said there were; null: not known here. */
  count: number | null;
}

export interface WideMark {
  isWatched: boolean;
  /** Absent in rows that a version before this wrote. */
  known?: KnownMembers;
}

export const knownIdsOf = ({ known }: WideMark): string[] | undefined => known && [...known.unlike, ...known.like];

/** A mark of many videos may know thousands. */
export function withoutIds<Mark extends WideMark>(mark: Mark): Mark {
  const { known: _, ...rest } = mark;
  return rest as Mark;
}
