import { emptyLearned } from '../../server/catalogue/learned.ts';
import type { Catalogue, ChannelRecord, Finding, ImportReport, KnownMedia, PlaylistRecord, VideoRecord } from '../../server/catalogue/records.ts';

/** The catalogue in memory, with the most important rules of its interface: upsert by id, one video per path, and the watched and missing marks stored separately from the records. */
export interface MemoryCatalogue extends Catalogue {
  videos: Map<string, VideoRecord>;
  channels: Map<string, ChannelRecord>;
  playlists: Map<string, PlaylistRecord>;
  watchedIds: Set<string>;
  missingIds: Set<string>;
  /** Missing videos that a user decided to keep. */
  keptIds: Set<string>;
  /** When a user deleted each video, in Unix milliseconds. */
  removedMsById: Map<string, number>;
  reports: ImportReport[];
  /** Names of the writing calls except `rememberSamples` and `saveReport`: a second import of the same folder must add none. */
  writes: string[];
}

export function createMemoryCatalogue(): MemoryCatalogue {
  const videos = new Map<string, VideoRecord>();
  const channels = new Map<string, ChannelRecord>();
  const playlists = new Map<string, PlaylistRecord>();
  const fingerprints = new Map<string, string>();
  const watchedIds = new Set<string>();
  const missingIds = new Set<string>();
  const keptIds = new Set<string>();
  const samples = new Map<string, string>();
  const removedMsById = new Map<string, number>();
  const reports: ImportReport[] = [];
  const writes: string[] = [];
  const findings = new Map<string, Finding>();
  const rows = new Map<string, number>();

  const knownMedia = (): KnownMedia[] =>
    [...videos.values()].map((video) => ({
      row: rowOf(video.videoId),
      videoId: video.videoId,
      mediaFile: video.mediaFile,
      sizeBytes: video.mediaSizeBytes,
      modifiedMs: video.mediaModifiedMs,
      fingerprint: fingerprints.get(video.videoId) ?? '',
      isMissing: missingIds.has(video.videoId),
      sample: samples.get(video.videoId) ?? null,
    }));

  function rowOf(videoId: string): number {
    const row = rows.get(videoId) ?? rows.size + 1;
    rows.set(videoId, row);
    return row;
  }

  const afterInPathOrder = (lastMedia: Pick<KnownMedia, 'mediaFile' | 'row'> | null): KnownMedia[] =>
    knownMedia()
      .toSorted((left, right) => (left.mediaFile < right.mediaFile ? -1 : 1))
      .filter(({ mediaFile, row }) => lastMedia === null || mediaFile > lastMedia.mediaFile || (mediaFile === lastMedia.mediaFile && row > lastMedia.row));

  return {
    learned: emptyLearned,
    videos,
    channels,
    playlists,
    watchedIds,
    missingIds,
    keptIds,
    removedMsById,
    reports,
    writes,
    putChannels(records) {
      writes.push('putChannels');
      for (const record of records) channels.set(record.channelId, structuredClone(record));
      return [];
    },
    putVideos(records) {
      writes.push('putVideos');
      for (const record of records) {
        for (const [id, otherVideo] of videos) {
          if (otherVideo.mediaFile !== record.mediaFile || id === record.videoId) continue;
          videos.set(id, { ...otherVideo, mediaFile: `.moved/${id}` });
          missingIds.add(id);
        }
        const previousRecord = videos.get(record.videoId);
        if (previousRecord?.mediaSizeBytes !== record.mediaSizeBytes || previousRecord.mediaModifiedMs !== record.mediaModifiedMs)
          samples.delete(record.videoId);
        videos.set(record.videoId, structuredClone(record));
        missingIds.delete(record.videoId);
      }
      return [];
    },
    putPlaylists(records) {
      writes.push('putPlaylists');
      for (const record of records) playlists.set(record.playlistId, structuredClone(record));
      return [];
    },
    countMedia: () => ({ present: videos.size - missingIds.size, missing: missingIds.size, undecided: missingIds.size }),
    hasDescribedChannel: (channelId) => (channels.get(channelId)?.sourceUrl ?? null) !== null,
    mediaAt: (mediaFile) => knownMedia().find((media) => media.mediaFile === mediaFile) ?? null,
    mediaOf: (videoId) => knownMedia().find((media) => media.videoId === videoId) ?? null,
    mediaAfter: (lastMedia, limit) => afterInPathOrder(lastMedia).slice(0, limit),
    missingAfter: (lastMedia, limit, { withKept }) =>
      afterInPathOrder(lastMedia)
        .filter(({ isMissing, videoId }) => isMissing && (withKept || !keptIds.has(videoId)))
        .slice(0, limit),
    unsampledAfter: (lastRow, limit) =>
      knownMedia()
        .filter(({ row, sample, isMissing }) => row > lastRow && sample === null && !isMissing)
        .toSorted((left, right) => left.row - right.row)
        .slice(0, limit),
    rememberSamples: (newSamples) => newSamples.forEach((sample, videoId) => void samples.set(videoId, sample)),
    rememberFingerprints(fingerprintById) {
      writes.push('rememberFingerprints');
      for (const [videoId, fingerprint] of fingerprintById) if (videos.has(videoId)) fingerprints.set(videoId, fingerprint);
    },
    removedVideos: () => new Map(removedMsById),
    markMissing(videoIds) {
      writes.push('markMissing');
      for (const videoId of videoIds) missingIds.add(videoId);
    },
    markFound(videoIds) {
      writes.push('markFound');
      for (const videoId of videoIds) missingIds.delete(videoId);
    },
    moveMedia(videoId, mediaFile) {
      writes.push('moveMedia');
      const video = videos.get(videoId);
      if (video) videos.set(videoId, { ...video, mediaFile });
    },
    countFindings: () => findings.size,
    findingAt: (mediaFile) => findings.get(mediaFile) ?? null,
    findingsAfter: (mediaFile, limit) =>
      [...findings.values()]
        .toSorted((left, right) => (left.mediaFile < right.mediaFile ? -1 : 1))
        .filter((finding) => finding.mediaFile > mediaFile)
        .slice(0, limit),
    putFindings(newFindings) {
      writes.push('putFindings');
      for (const finding of newFindings) findings.set(finding.mediaFile, finding);
    },
    dropFindings(mediaFiles) {
      writes.push('dropFindings');
      for (const file of mediaFiles) findings.delete(file);
    },
    saveReport(report) {
      reports.push(report);
    },
    otherWritesVersion: () => 0,
  };
}
