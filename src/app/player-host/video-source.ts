// Where a video is played from. A complete copy is played from the device. While a video is being saved, the part on the device is used,
// and the rest comes from the archive. Any other video is played from the archive. The source is chosen when a video is opened, and again
// only when it fails. A copy that is completed or replaced by a new revision thus does not interrupt playback.
import { useEffect, useMemo, useRef, useState } from 'react';
import { mainPlaylistName, savedAddress, savedPlaylistAddress } from '../../contract/saved-address.ts';
import type { VideoDetailsRow } from '../../mirror/rows.ts';
import type { PlayerState } from '../../player/player-state.ts';
import type { Media } from '../../player/shown-video.ts';
import { useSavedItem, useSavedLink, type SavedItem } from '../../queries/saved.ts';
import { videoLockName } from '../../saved-media/store/video-lock.ts';

/** A video of which at least a part is on this device. */
export interface DeviceVideo {
  item: SavedItem;
  url: string;
  revision: number;
  /** Whether the whole video is on this device. Otherwise, the rest comes from the archive. */
  isComplete: boolean;
  /** Whether the URL belongs to this document and must be revoked. */
  isBlob: boolean;
}

export interface VideoSourcePorts {
  /** Whether a service worker controls the page. Only a service worker can serve the address of a saved video. */
  hasWorker: boolean;
  /** Whether the worker serves this address. */
  isServed(url: string): Promise<boolean>;
  openBlob(item: SavedItem): Promise<string | null>;
}

/** `refusedVideo`: the last source on this device that turned out not to play. Resolves to null if the video plays from the archive. */
export async function findDeviceVideo(item: SavedItem | undefined, refusedVideo: DeviceVideo | null, ports: VideoSourcePorts): Promise<DeviceVideo | null> {
  if (!item) return null;
  const revision = item.wholeRevision ?? (item.savedBytes > 0 ? item.openRevision : null);
  if (revision === null) return null;
  const isComplete = item.wholeRevision !== null;
  // A stream is opened by its playlist, which is unplayable while incomplete.
  if (item.isStream && !isComplete) return null;
  const address = savedAddress({ videoId: item.videoId, rendition: item.rendition, revision });
  const video = { item, url: item.isStream ? savedPlaylistAddress(address, mainPlaylistName) : address, revision, isComplete, isBlob: false };
  const isRefused = refusedVideo?.revision === revision && refusedVideo.item.rendition === item.rendition;
  const isServed = ports.hasWorker && !isRefused && (!isComplete || (await ports.isServed(address)));
  if (isServed) return video;
  // A blob is the last resort, so a copy whose blob was refused is not played.
  if (isRefused && refusedVideo.isBlob) return null;
  // The code that opens the blob is a separate chunk, which may fail to load.
  const url = isComplete && !item.isStream ? await ports.openBlob(item).catch(() => null) : null;
  return url === null ? null : { ...video, url, isBlob: true };
}

/** Why the source failed. `waits`: playback waits for the archive. `refused`: this source cannot be played. Null if it has not failed. */
export type SourceProblem = 'waits' | 'refused' | null;

export function sourceProblemOf(state: PlayerState): SourceProblem {
  if (state.name === 'reconnecting') return 'waits';
  if (state.name !== 'failed') return null;
  return state.reason === 'unreachable' || state.reason === 'refused' ? 'waits' : 'refused';
}

/** Null until the details are loaded and the source is chosen. */
export function useVideoSource(videoId: string, details: VideoDetailsRow | null, problem: SourceProblem): Media | null {
  const video = useDeviceVideo(videoId, problem);
  const item = useSavedItem(videoId);
  const isComplete = video ? video.isComplete || item?.wholeRevision === video.revision : false;
  return useMemo(() => (video === undefined || details === null ? null : mediaOf(details, video, isComplete)), [video, details, isComplete]);
}

function mediaOf({ mediaUrl, hlsUrl, streams, subtitles }: VideoDetailsRow, video: DeviceVideo | null, isComplete: boolean): Media {
  return {
    url: video?.url ?? mediaUrl,
    isFromDevice: isComplete,
    isPartlyFromDevice: video !== null && !isComplete,
    hlsUrl: video ? null : hlsUrl,
    streams,
    subtitles: subtitles.map((track) => ({ name: track.name, lang: track.lang, source: track.source, url: encodeURI(track.media_url) })),
  };
}

/** Returns undefined until a source is chosen. */
function useDeviceVideo(videoId: string, problem: SourceProblem): DeviceVideo | null | undefined {
  const link = useSavedLink();
  const [video, setVideo] = useState<DeviceVideo | null | undefined>(link?.mayHaveSaved() ? undefined : null);
  const chosenVideo = useRef(video);
  // Remembered while the archive's file is tried. Otherwise, if that file does not play either, the two sources would alternate endlessly.
  const refusedVideo = useRef<DeviceVideo | null>(null);
  const isChosen = video !== undefined;
  useEffect(() => {
    if (!link || (isChosen && problem === null)) return undefined;
    let isUnmounted = false;
    const previousVideo = chosenVideo.current;
    async function choose(savedLink: NonNullable<typeof link>): Promise<void> {
      // If the ledger does not open, the archive's file is played.
      await savedLink.openIfUsed().catch((reason: unknown) => console.warn('The ledger could not be opened', reason));
      if (problem === 'refused' && previousVideo) refusedVideo.current = previousVideo;
      const nextVideo = await findDeviceVideo(savedLink.item(videoId), refusedVideo.current, browserPorts());
      const isSame = previousVideo !== undefined && (nextVideo?.url === previousVideo?.url || (nextVideo?.isBlob && previousVideo?.isBlob));
      if (isUnmounted || isSame) return revoke(nextVideo);
      chosenVideo.current = nextVideo;
      setVideo(nextVideo);
    }
    void choose(link);
    return () => {
      isUnmounted = true;
    };
  }, [link, videoId, isChosen, problem]);
  useEffect(() => {
    if (!video) return undefined;
    const release = holdVideoLock(video.item);
    return () => {
      release();
      revoke(video);
    };
  }, [video]);
  return video;
}

function revoke(video: DeviceVideo | null): void {
  if (video?.isBlob) URL.revokeObjectURL(video.url);
}

/** Holds the lock that keeps the video's files from being deleted. Returns the release function. */
function holdVideoLock(item: SavedItem): () => void {
  let release = (): void => {};
  const releasePromise = new Promise<void>((resolve) => (release = resolve));
  // A browser without locks cannot save videos either.
  void navigator.locks?.request(videoLockName(item), { mode: 'shared' }, () => releasePromise);
  return release;
}

function browserPorts(): VideoSourcePorts {
  return {
    hasWorker: Boolean(navigator.serviceWorker?.controller),
    isServed: (url) =>
      fetch(url, { method: 'HEAD' }).then(
        ({ ok }) => ok,
        () => false,
      ),
    openBlob: async (item) => (await import('./video-blob.ts')).openVideoBlob(item),
  };
}
