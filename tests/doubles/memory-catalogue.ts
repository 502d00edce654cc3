import type { Catalogue, ChannelRecord, ImportReport, PlaylistRecord, VideoRecord } from '../../server/catalogue/records.ts';

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
    knownMedia() {
      return new Map(
        [...videos.values()].map((video) => [
          video.mediaFile,
          { videoId: video.videoId, sizeBytes: video.mediaSizeBytes, modifiedMs: video.mediaModifiedMs, sidecarHash: sidecars.get(video.videoId) ?? '' },
        ]),
      );
    },
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
