// The lanes of the outbox: each is first in, first out. Pure.
import type { Lane } from './rows.ts';

export const channelLane = (channelId: string) => `channel:${channelId}` as const;
export const playlistLane = (playlistId: string) => `playlist:${playlistId}` as const;
export const downloadLane = (videoId: string) => `download:${videoId}` as const;
export const settingsLane = 'settings';
export const queueLane = 'queue';

/** The lanes of a channel, a playlist, a queue item and the settings: their entities are kept folded (fold-entities.ts). */
export function isEntityLane(lane: Lane): boolean {
  return lane === settingsLane || /^(channel|playlist|download):/.test(lane);
}
