import type { Catalogue, ChannelRecord, ImportReport, KnownMedia, PlaylistRecord, VideoRecord } from '../../server/catalogue/records.ts';

/** The catalogue in memory, with the rules of its interface: upsert by id, one video a path, watched state apart. */
export interface MemoryCatalogue extends Catalogue {
  videos: Map<string, VideoRecord>;
  channels: Map<string, ChannelRecord>;
  playlists: Map<string, PlaylistRecord>;
  watched: Set<string>;
  /** What a person deleted, and when. */
  removed: Map<string, number>;
  reports: ImportReport[];
  /** Every writing call, by name: a second import of the same folder must add none. */
  writes: string[];
}

export function createMemoryCatalogue(): MemoryCatalogue {
  const videos = new Map<string, VideoRecord>();
  const channels = new Map<string, ChannelRecord>();
  const playlists = new Map<string, PlaylistRecord>();
  const sidecars = new Map<string, string>();
  const watched = new Set<string>();
  const removed = new Map<string, number>();
  const reports: ImportReport[] = [];
  const writes: string[] = [];
  const rows = new Map<string, number>();

  const known = (): KnownMedia[] =>
    [...videos.values()].map((video) => ({
      row: rowOf(video.videoId),
      videoId: video.videoId,
      mediaFile: video.mediaFile,
      sizeBytes: video.mediaSizeBytes,
      modifiedMs: video.mediaModifiedMs,
      sidecarHash: sidecars.get(video.videoId) ?? '',
    }));

  function rowOf(videoId: string): number {
    const row = rows.get(videoId) ?? rows.size + 1;
    rows.set(videoId, row);
    return row;
  }

  function drop(videoId: string): void {
    videos.delete(videoId);
    sidecars.delete(videoId);
    watched.delete(videoId);
  }

  return {
    videos,
    channels,
    playlists,
    watched,
    removed,
    reports,
    writes,
    putChannels(records) {
      writes.push('putChannels');
      for (const record of records) channels.set(record.channelId, structuredClone(record));
    },
    putVideos(records) {
      writes.push('putVideos');
      for (const record of records) {
        for (const [id, other] of videos) if (other.mediaFile === record.mediaFile && id !== record.videoId) drop(id);
        videos.set(record.videoId, structuredClone(record));
      }
    },
    putPlaylists(records) {
      writes.push('putPlaylists');
      for (const record of records) playlists.set(record.playlistId, structuredClone(record));
    },
    countMedia: () => videos.size,
    mediaAt: (mediaFile) => known().find((media) => media.mediaFile === mediaFile) ?? null,
    mediaOf: (videoId) => known().find((media) => media.videoId === videoId) ?? null,
    mediaAfter: (last, limit) =>
      known()
        .toSorted((a, b) => (a.mediaFile < b.mediaFile ? -1 : 1))
        .filter(({ mediaFile }) => last === null || mediaFile > last.mediaFile)
        .slice(0, limit),
    rememberSidecars(hashByVideoId) {
      writes.push('rememberSidecars');
      for (const [videoId, hash] of hashByVideoId) if (videos.has(videoId)) sidecars.set(videoId, hash);
    },
    removedVideos: () => new Map(removed),
    removeVideos(videoIds) {
      writes.push('removeVideos');
      videoIds.forEach(drop);
    },
    moveMedia(videoId, mediaFile) {
      writes.push('moveMedia');
      const video = videos.get(videoId);
      if (video) videos.set(videoId, { ...video, mediaFile });
    },
    saveReport(report) {
      reports.push(report);
    },
  };
}
