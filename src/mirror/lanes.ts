// The lanes of the outbox: each is first in, first out. Pure.
import type { Lane } from './rows.ts';

export const channelLane = (channelId: string) => `channel:${channelId}` as const;
export const playlistLane = (playlistId: string) => `playlist:${playlistId}` as const;
export const downloadLane = (videoId: string) => `download:${videoId}` as const;
export const settingsLane = 'settings';
/** The lane of additions to the archive's download queue, and of deleted videos that the archive is to ignore. */
export const queueLane = 'queue';

/** Whether the lane belongs to an entity of fold-entities.ts: a channel, a playlist, a download or the settings. */
export function isEntityLane(lane: Lane): boolean {
  return lane === settingsLane || /^(channel|playlist|download):/.test(lane);
}
