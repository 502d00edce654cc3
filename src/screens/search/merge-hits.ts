// The device's hits, followed by the hits that only the archive found, so that no shown hit moves when the archive answers. Pure.
import type { FoundIds, SubtitleHit } from '../../queries/search.ts';

export interface MergedHits extends FoundIds {
  /** The number of hits that the device found. */
  deviceCount: number;
  /** The number of hits that only the archive found. */
  archiveOnlyCount: number;
}

interface DeviceHits {
  videos: readonly { id: string }[];
  channels: readonly { id: string }[];
  playlists: readonly { id: string }[];
}

export function mergeHits(deviceHits: DeviceHits | null, archiveHits: FoundIds | null): MergedHits {
  const videoIds = joinIds(deviceHits?.videos, archiveHits?.videoIds);
  const channelIds = joinIds(deviceHits?.channels, archiveHits?.channelIds);
  const playlistIds = joinIds(deviceHits?.playlists, archiveHits?.playlistIds);
  const deviceCount = deviceHits ? deviceHits.videos.length + deviceHits.channels.length + deviceHits.playlists.length : 0;
  return {
    videoIds,
    channelIds,
    playlistIds,
    deviceCount,
    archiveOnlyCount: videoIds.length + channelIds.length + playlistIds.length - deviceCount,
  };
}

/**
 * The passages that the device and the archive found; null while neither has answered. A hit of the archive that overlaps a hit of the
 * device is left out.
 */
export function mergePassages(deviceHits: readonly SubtitleHit[] | null, archiveHits: readonly SubtitleHit[] | null): readonly SubtitleHit[] | null {
  if (!deviceHits || deviceHits.length === 0) return archiveHits ?? deviceHits;
  const isOverlapping = (one: SubtitleHit, other: SubtitleHit): boolean =>
    one.videoId === other.videoId && one.lang === other.lang && one.startSeconds < other.endSeconds && other.startSeconds < one.endSeconds;
  return [...deviceHits, ...(archiveHits ?? []).filter((hit) => !deviceHits.some((deviceHit) => isOverlapping(deviceHit, hit)))];
}

/** The passages of one video, in the order of the hits. */
export type VideoPassages = readonly [SubtitleHit, ...SubtitleHit[]];

/** Each video once, in the order of its first hit. */
export function groupByVideo(hits: readonly SubtitleHit[]): VideoPassages[] {
  const groups = new Map<string, [SubtitleHit, ...SubtitleHit[]]>();
  for (const hit of hits) {
    const group = groups.get(hit.videoId);
    if (group) group.push(hit);
    else groups.set(hit.videoId, [hit]);
  }
  return [...groups.values()];
}

/** The hits to read and draw: the first `limit` of each kind, or all of a kind in `expandedNames`. */
export function firstHits(hits: FoundIds, limit: number, expandedNames: ReadonlySet<string>): FoundIds {
  const firstIds = (name: string, ids: readonly string[]): readonly string[] => (expandedNames.has(name) ? ids : ids.slice(0, limit));
  return {
    videoIds: firstIds('videos', hits.videoIds),
    channelIds: firstIds('channels', hits.channelIds),
    playlistIds: firstIds('playlists', hits.playlistIds),
  };
}

function joinIds(deviceHits: readonly { id: string }[] = [], archiveIds: readonly string[] = []): string[] {
  return [...new Set([...deviceHits.map(({ id }) => id), ...archiveIds])];
}
