// The data for planning trips and policies, and a trip's progress (docs/saved.md).
import { useEffect, useMemo, useRef, useState } from 'react';
import { freshForMs, requestInBackground } from '../mirror/refresh-requests.ts';
import type { PolicySource, SaveSource } from '../saved-media/ledger/rows.ts';
import { liveStoreFor } from './live-store.ts';
import type { Mirror } from '../mirror/database.ts';
import { useMirror } from './mirror-context.tsx';
import {
  estimateBytes,
  readSourceChoices,
  readSourceName,
  readSourceVideos,
  type SourceChoice,
  type SourceChoices,
  type SourceVideos,
} from './source-videos.ts';
import { useKept, useStore } from './use-store.ts';
import type { VideoCard } from './views.ts';

export { planTrip, orderSources, isSavedOrQueued, isUnsavable, type TripPlan } from '../saved-media/plan/plan-trip.ts';
export { nextRate, type Rate } from '../saved-media/plan/rate.ts';
export { tripStartsAtMs, tripStateOf, idsToUnpack, type TripState } from '../saved-media/plan/trip-state.ts';
export { readDeviceSpace, availableBytes, type DeviceSpace } from '../saved-media/quota.ts';
export { packTrip, restoreTrip } from '../saved-media/plan/pack-trip.ts';
export { estimateBytes, type SourceChoice };

/** The remaining time of a video; its whole duration if it is watched. */
export function secondsLeftOf({ durationSeconds, positionSeconds }: Pick<VideoCard, 'durationSeconds' | 'positionSeconds'>): number {
  return Math.max(0, durationSeconds - (positionSeconds ?? 0));
}

/** Reads videos for this many times the requested time, because some may be left out as too long or too large. */
const overfetchFactor = 2;

/**
 * The videos of each source, in its order, until the unwatched ones fill `overfetchFactor` times `seconds`; null while the device is read.
 * Missing pages are fetched, one per source at a time, and their videos appear as they arrive. `seed`: see `SourceQuery`.
 */
export function useSourceVideos(sources: readonly SaveSource[], seconds: number, seed: string): readonly (readonly VideoCard[])[] | null {
  const mirror = useMirror();
  const [sinceMs] = useState(() => mirror.clock.now() - freshForMs);
  const id = JSON.stringify([sources, seconds, seed]);
  const store = useMemo(() => {
    const [sourceList, targetSeconds] = JSON.parse(id) as [SaveSource[], number];
    const isEnough = (videos: readonly VideoCard[]): boolean =>
      videos.reduce((sum, video) => sum + (video.isWatched ? 0 : secondsLeftOf(video)), 0) >= targetSeconds * overfetchFactor;
    const read = (source: SaveSource): Promise<SourceVideos> =>
      readSourceVideos(mirror, { source, order: 'newest', isStrict: false, sinceMs: clampSince(mirror, sinceMs), isEnough, seed });
    return liveStoreFor<SourceVideos[] | null>(mirror, `sources:${sinceMs}:${id}`, null, () => Promise.all(sourceList.map(read)));
  }, [mirror, sinceMs, id, seed]);
  const sourceVideos = useStore(store);
  const lastVideos = useKept(sourceVideos, sourceVideos !== null);
  useRequestRefresh(sourceVideos?.map(({ nextKey }) => nextKey) ?? []);
  return useMemo(() => lastVideos?.map(({ videos }) => videos) ?? null, [lastVideos]);
}

/** Returns `sinceMs`, or an earlier time if the clock was set back, because lists that are fetched now must count as fresh. */
function clampSince({ clock }: Mirror, sinceMs: number): number {
  return Math.min(sinceMs, clock.now() - freshForMs);
}

/** Requests each resource once, so that a request that keeps failing is not repeated endlessly. */
function useRequestRefresh(keys: readonly (string | null)[]): void {
  const mirror = useMirror();
  const requestedKeys = useRef(new Set<string>());
  const keysJson = JSON.stringify(keys);
  useEffect(() => {
    for (const key of JSON.parse(keysJson) as (string | null)[]) {
      if (key === null || requestedKeys.current.has(key)) continue;
      requestedKeys.current.add(key);
      requestInBackground(mirror, key, 1);
    }
  }, [mirror, keysJson]);
}

/** Every channel or playlist that can be chosen as a source, by name; null while the device is read. */
export function useSourceChoices(kind: 'channel' | 'playlist'): readonly SourceChoice[] | null {
  const mirror = useMirror();
  const [sinceMs] = useState(() => mirror.clock.now() - freshForMs);
  const store = useMemo(
    () =>
      liveStoreFor<SourceChoices | null>(mirror, `source-choices:${kind}:${sinceMs}`, null, () => readSourceChoices(mirror, kind, clampSince(mirror, sinceMs))),
    [mirror, kind, sinceMs],
  );
  const sourceChoices = useStore(store);
  useRequestRefresh([sourceChoices?.nextKey ?? null]);
  return sourceChoices?.choices ?? null;
}

/** Name of a channel or a playlist; null for Continue Watching, or if this device does not know the name. */
export function useSourceName(source: PolicySource): string | null {
  const mirror = useMirror();
  const id = JSON.stringify(source);
  const store = useMemo(
    () => liveStoreFor<string | null>(mirror, `source-name:${id}`, null, () => readSourceName(mirror, JSON.parse(id) as PolicySource)),
    [mirror, id],
  );
  return useStore(store);
}
