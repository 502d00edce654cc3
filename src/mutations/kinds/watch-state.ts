// What several kinds of watch state share. Pure.
import type { WatchState } from '../../mirror/rows.ts';

export const videoLane = ({ videoId }: { videoId: string }) => `video:${videoId}` as const;

/** A mark in either direction forgets the position. */
export const marked = (isWatched: boolean): WatchState => ({ isWatched, positionSeconds: null });
