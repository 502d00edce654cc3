// The lanes of the outbox: what goes out first in, first out. Pure.
export const channelLane = (channelId: string) => `channel:${channelId}` as const;
export const playlistLane = (playlistId: string) => `playlist:${playlistId}` as const;
export const downloadLane = (videoId: string) => `download:${videoId}` as const;
export const settingsLane = 'settings';
export const queueLane = 'queue';
