// Plans which videos an account's policies save and remove now. Gets the contents of the policies' sources as input and makes no requests.
// Applying a plan and planning again changes nothing. Pure.
import type { SavedItem, SavePolicy } from '../ledger/rows.ts';
import { isKeptLongEnough, updateWatchedSince } from './watched-since.ts';

/** A video of a source, or a saved one. */
export interface PolicyVideo {
  videoId: string;
  isWatched: boolean;
  /** The size as the archive reports it, or an estimate. */
  bytes: number;
}

/** A policy and the contents of its source. */
export interface PolicyWithSource {
  policy: SavePolicy;
  /** In the policy's order of preference; null: the source could not be read, so the policy keeps its videos. */
  videoIds: readonly string[] | null;
}

export interface PolicyFacts {
  policies: readonly PolicyWithSource[];
  items: readonly SavedItem[];
  /** The videos of all sources and of all items. Videos missing here are neither saved nor removed. */
  videos: ReadonlyMap<string, PolicyVideo>;
  /** The space that all saved videos may take; null: no limit. */
  budgetBytes: number | null;
  /** How much more the device can store, including what removed videos still occupy; Infinity: unknown. */
  freeBytes: number;
  nowMs: number;
  /** Videos that are open in a player, playing or not. */
  openIds: ReadonlySet<string>;
  /** Videos of all trips not yet unpacked. */
  packedIds: ReadonlySet<string>;
}

export interface PolicyPlan {
  /** The videos to save, in order of preference. */
  save: readonly string[];
  remove: readonly string[];
  /** The new `askedIds` of each policy, by its id. Policies whose source could not be read are left out. */
  askedIds: ReadonlyMap<string, readonly string[]>;
}

export function planPolicies({ policies, items, videos, budgetBytes, nowMs, openIds, packedIds, freeBytes }: PolicyFacts): PolicyPlan {
  const itemsById = new Map(items.map((item) => [item.videoId, item]));
  const bytesOf = (videoId: string): number => itemsById.get(videoId)?.totalBytes ?? videos.get(videoId)?.bytes ?? 0;
  const isWatched = (videoId: string): boolean => videos.get(videoId)?.isWatched === true;

  const removableIds = new Set<string>();
  const expiredIds = new Set<string>();
  for (const { videoId, keptFor, isPinned, status, watched } of items) {
    const isPolicyOwned = keptFor === 'policy' && !isPinned && status.state !== 'gone-at-source' && videos.has(videoId);
    if (!isPolicyOwned || openIds.has(videoId) || packedIds.has(videoId)) continue;
    if (!isWatched(videoId)) removableIds.add(videoId);
    else if (isExpired(watched, nowMs)) expiredIds.add(videoId);
  }

  const demands = policies.map((policyWithSource) => ({ ...policyWithSource, ...demandOf(policyWithSource, videos, itemsById) }));
  const demandedIds = new Set(demands.flatMap(({ wantedIds }) => wantedIds));
  const preferredIds = new Set(interleave(demands.map(({ placedIds }) => placedIds)).filter((videoId) => demandedIds.has(videoId)));
  // Items of a deleted policy stay while there is space, but at most until a day after they are watched.
  const requestedByPolicies = new Set(policies.flatMap(({ policy }) => policy.askedIds ?? []));
  const leftoverIds = [...removableIds].filter((videoId) => !requestedByPolicies.has(videoId) && !preferredIds.has(videoId));

  let usedBytes = items.filter(({ videoId }) => !removableIds.has(videoId) && !expiredIds.has(videoId)).reduce((sum, { videoId }) => sum + bytesOf(videoId), 0);
  // The device's space limits new videos. It limits those that are here only while another one waits for space that they can provide:
  // otherwise each small change of the free space could remove a video that is then saved again.
  const isAnyShort = items.some(({ videoId, status }) => status.reason === 'storage-full' && !removableIds.has(videoId) && !expiredIds.has(videoId));
  const deviceBytes = items.reduce((sum, item) => sum + (isUnfinished(item) ? item.savedBytes : bytesOf(item.videoId)), freeBytes);
  const limitBytes = Math.min(budgetBytes ?? Infinity, deviceBytes);
  const limitHereBytes = isAnyShort && usedBytes <= deviceBytes ? limitBytes : (budgetBytes ?? Infinity);
  const selectedIds = new Set<string>();
  for (const videoId of [...preferredIds, ...leftoverIds]) {
    const isHere = itemsById.has(videoId);
    if (isAnyShort && !isHere) continue;
    const costBytes = isHere && !removableIds.has(videoId) ? 0 : bytesOf(videoId);
    if (costBytes > 0 && usedBytes + costBytes > (isHere ? limitHereBytes : limitBytes)) continue;
    usedBytes += costBytes;
    selectedIds.add(videoId);
  }

  return {
    save: [...preferredIds].filter((videoId) => selectedIds.has(videoId) && !itemsById.has(videoId)),
    remove: [...expiredIds, ...[...removableIds].filter((videoId) => !selectedIds.has(videoId))],
    askedIds: new Map(
      demands.flatMap(({ policy, videoIds, wantedIds, declinedIds }) =>
        videoIds === null ? [] : [[policy.policyId, [...wantedIds.filter((videoId) => selectedIds.has(videoId)), ...declinedIds]] as const],
      ),
    ),
  };
}

/** Whether bytes of the video are still to be saved. */
function isUnfinished({ status: { state } }: SavedItem): boolean {
  return !['ready', 'outdated', 'gone-at-source', 'failed'].includes(state);
}

function isExpired(watched: SavedItem['watched'], nowMs: number): boolean {
  const since = updateWatchedSince(watched ?? null, true, nowMs);
  return since !== null && isKeptLongEnough(since, nowMs);
}

/**
 * `declinedIds`: videos that the policy had saved and the user has removed. They keep their places, so that no other videos replace them.
 * `placedIds`: `wantedIds` and `declinedIds` together, in the policy's order. When another policy saves a declined video, it becomes wanted
 * and keeps its place.
 */
function demandOf(
  { policy, videoIds }: PolicyWithSource,
  videos: PolicyFacts['videos'],
  itemsById: ReadonlyMap<string, SavedItem>,
): { placedIds: readonly string[]; wantedIds: readonly string[]; declinedIds: readonly string[] } {
  const askedIds = new Set(policy.askedIds);
  const unwatchedIds = [...new Set(videoIds ?? askedIds)].filter((videoId) => videos.get(videoId)?.isWatched === false);
  const placedIds = videoIds === null ? unwatchedIds : unwatchedIds.slice(0, Math.max(0, policy.count));
  const declinedIds = placedIds.filter((videoId) => askedIds.has(videoId) && !itemsById.has(videoId));
  return { placedIds, wantedIds: placedIds.filter((videoId) => !declinedIds.includes(videoId)), declinedIds };
}

/** The first id of each list, then the second of each, and so on, so that every policy gets its share when space is short. */
function interleave(lists: readonly (readonly string[])[]): string[] {
  const maxLength = Math.max(0, ...lists.map((list) => list.length));
  const turns = Array.from({ length: maxLength }, (_, index) => lists.flatMap((list) => (list[index] === undefined ? [] : [list[index]])));
  return turns.flat();
}
