// Which items change when a trip is unpacked. Pure.
import type { AccountRows } from '../ledger/ledger-port.ts';
import type { SavedItem, Trip } from '../ledger/rows.ts';
import { idsToUnpack } from './trip-state.ts';

/** The changed items: the videos that only this trip keeps. They are removed, or kept for a policy if one has also requested them. */
export function unpackItems(trip: Trip, { items, policies, trips }: AccountRows, nowMs: number): SavedItem[] {
  const presentItems = items.filter(({ removedAtMs }) => removedAtMs === null);
  const ids = new Set(idsToUnpack(trip, presentItems, trips));
  const policyVideoIds = new Set(policies.flatMap(({ askedIds }) => askedIds ?? []));
  return presentItems
    .filter(({ videoId }) => ids.has(videoId))
    .map((item): SavedItem => (policyVideoIds.has(item.videoId) ? { ...item, keptFor: 'policy' } : { ...item, removedAtMs: nowMs }));
}
