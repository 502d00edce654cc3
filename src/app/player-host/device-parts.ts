// Which time ranges of a video are on this device, in seconds. While a video is being saved, the range is estimated from the share of its
// bytes that is here. The estimate is good enough, because bit rates are roughly even and playback finds the actual end itself.
import { useMemo } from 'react';
import type { Media } from '../../player/shown-video.ts';
import type { TimeRange } from '../../player/timeline-moves.ts';
import { useSavedItem, type SavedItem } from '../../queries/saved.ts';

/** The share of the video's bytes on this device, 0 to 1. */
export function shareOnDevice(item: SavedItem | undefined): number {
  if (!item) return 0;
  if (item.wholeRevision !== null) return 1;
  return item.totalBytes === null || item.totalBytes <= 0 ? 0 : Math.min(1, item.savedBytes / item.totalBytes);
}

const noRanges: readonly TimeRange[] = [];

/** Returns the same array until the ranges change. */
export function useDeviceRanges(videoId: string, media: Media | null, durationSeconds: number): readonly TimeRange[] {
  const savedShare = shareOnDevice(useSavedItem(videoId));
  const share = media?.isFromDevice ? 1 : savedShare;
  return useMemo(() => (share > 0 ? [{ startSeconds: 0, endSeconds: share * durationSeconds }] : noRanges), [share, durationSeconds]);
}
