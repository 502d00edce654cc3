// The lanes of the outbox: what goes out first in, first out. Pure.
import type { Lane } from './rows.ts';

export const channelLane = (channelId: string) => `channel:${channelId}` as const;
export const playlistLane = (playlistId: string) => `playlist:${playlistId}` as const;
export const downloadLane = (videoId: string) => `download:${videoId}` as const;
export const settingsLane = 'settings';
export const queueLane = 'queue';

/** Those of one channel, playlist or item of the queue, and of the settings: what they change is kept folded (fold-entities.ts). */
export function isEntityLane(lane: Lane): boolean {
  return lane === settingsLane || /^(channel|playlist|download):/.test(lane);
}
