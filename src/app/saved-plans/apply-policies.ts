// Carries out the policies: saves the new videos of their sources, and removes those that other videos have replaced or that were watched at
// least a day ago. A run reads the sources again, so that no video watched elsewhere is saved. If a crash interrupts a run, the next one makes
// a new plan. start-policies.ts decides when a run is made.
import { isDeepEqual } from '../../lib/keep-identity.ts';
import type { Locks } from '../../lib/locks.ts';
import { estimateBytes, fetchedSince, fetchInBackground, readSourceVideos } from '../../queries/source-videos.ts';
import { readVideoCards } from '../../queries/video-cards.ts';
import type { VideoCard } from '../../queries/views.ts';
import type { Mirror } from '../../mirror/database.ts';
import { videoKey } from '../../mirror/resource-keys.ts';
import type { SavedItem, SavePolicy } from '../../saved-media/ledger/rows.ts';
import { tripVideoIds } from '../../saved-media/plan/trip-state.ts';
import { planPolicies, type PolicyWithSource } from '../../saved-media/policy/plan-policies.ts';
import { updateWatchedSince } from '../../saved-media/policy/watched-since.ts';
import type { SavedLink } from '../../saved-media/saved-link.ts';

export interface PolicyPorts {
  mirror: Mirror;
  link: SavedLink;
  locks: Locks;
  /** The account's videos that are open in a player of this tab. */
  openIds(): ReadonlySet<string>;
  /** The space that all saved videos together may occupy; null: no limit. */
  allowedBytes(budgetBytes: number | null): Promise<number | null>;
  /** How much more the device can store, including what removed videos still occupy; Infinity: unknown. */
  freeBytes(): Promise<number>;
  /** A run needs a visible tab, because somebody must see the notice with which a removal can be undone. */
  isVisible(): boolean;
  onRemoved(videoIds: readonly string[]): void;
}

/** Page limit for one source in one run; more than any source has. */
const maxFetches = 100;

/** Carries out one run. `sinceMs`: sources that were read before this time are read again. */
export async function applyPolicies(ports: PolicyPorts, sinceMs: number, signal: AbortSignal): Promise<void> {
  const { mirror, link } = ports;
  const storedPolicies = link.plans()?.policies ?? [];
  const policies: PolicyWithSource[] = [];
  for (const policy of storedPolicies.toSorted((one, other) => one.addedAtMs - other.addedAtMs)) {
    policies.push({ policy, videoIds: await videosOf(policy) });
  }
  await refreshUnlisted();
  // Reading the sources can take minutes, so a trip may have been packed in the meantime.
  const plans = link.plans();
  if (!plans || !ports.isVisible() || isOutdated()) return;

  const items = link.items();
  const ids = new Set([...policies.flatMap(({ videoIds }) => videoIds ?? []), ...items.map(({ videoId }) => videoId)]);
  const cards = new Map((await readVideoCards(mirror.db, [...ids])).map((card) => [card.videoId, card]));
  // When the archive loses a file, the mirror records the loss a moment before the ledger does.
  const isOnlyCopy = ({ videoId, wholeRevision }: SavedItem): boolean => wholeRevision !== null && cards.get(videoId)?.missingSince !== undefined;
  const openIds = new Set(ports.openIds());
  const plan = planPolicies({
    policies,
    items: items.map((item) => (isOnlyCopy(item) ? { ...item, status: { state: 'gone-at-source', reason: null } } : item)),
    videos: new Map([...cards].map(([videoId, card]) => [videoId, { videoId, isWatched: card.isWatched, bytes: estimateBytes(card) }])),
    budgetBytes: await ports.allowedBytes(plans.preferences.budgetBytes),
    freeBytes: await ports.freeBytes(),
    nowMs: mirror.clock.now(),
    openIds,
    packedIds: tripVideoIds(plans.trips),
  });
  await recordWatched(cards);
  const removedIds: string[] = [];
  for (const videoId of plan.remove) {
    // In the meantime, the user may have kept the video or begun to watch it, in any tab.
    const item = link.item(videoId);
    if (item?.keptFor !== 'policy' || item.isPinned || isOutdated()) continue;
    if (!(await isClosed(item))) {
      openIds.add(videoId);
      continue;
    }
    await link.actions.remove(videoId);
    removedIds.push(videoId);
  }
  if (removedIds.length > 0) ports.onRemoved(removedIds);
  for (const videoId of plan.save) {
    if (isOutdated()) return;
    const requesters = policies.filter(({ policy }) => plan.askedIds.get(policy.policyId)?.includes(videoId));
    await link.actions.saveForPolicies(
      videoId,
      requesters.map(({ policy }) => policy.policyId),
    );
  }
  for (const { policy } of policies) {
    const plannedIds = plan.askedIds.get(policy.policyId);
    // A video that is open in a player stays in the policy's list, so that a later run removes it. If no policy listed the video, it would
    // be kept while there is space, like the videos of a deleted policy.
    const askedIds = plannedIds && [...plannedIds, ...(policy.askedIds ?? []).filter((videoId) => openIds.has(videoId) && !plannedIds.includes(videoId))];
    const currentPolicy = link.plans()?.policies.find(({ policyId }) => policyId === policy.policyId);
    if (!askedIds || !currentPolicy || isDeepEqual(askedIds, currentPolicy.askedIds ?? [])) continue;
    // The user may have changed the policy in the meantime.
    await link.actions.changePolicy(policy.policyId, (storedPolicy) => (hasSameRule(storedPolicy, policy) ? { ...storedPolicy, askedIds } : null));
  }

  /** Whether the run was stopped, or the user has changed a policy since it began, which causes another run. */
  function isOutdated(): boolean {
    const currentPolicies = link.plans()?.policies ?? [];
    const isUnchanged = (policy: SavePolicy, index: number): boolean => hasSameRule(policy, storedPolicies[index]);
    return signal.aborted || currentPolicies.length !== storedPolicies.length || !currentPolicies.every(isUnchanged);
  }

  /**
   * Whether no player has the video open. A player holds the video's lock (store/video-lock.ts). The lock's name is repeated here, because
   * importing it would split off another chunk, which the first script would have to list.
   */
  async function isClosed({ account, videoId }: SavedItem): Promise<boolean> {
    return (await ports.locks.run(`stowaway-film ${account} ${videoId}`, async () => true, { ifFree: true })) === true;
  }

  /** Resolves to null if the source could not be read completely, because the archive did not answer or the run was stopped. */
  async function videosOf({ source, order, count }: SavePolicy): Promise<string[] | null> {
    const idsOnDevice = new Set(link.items().map(({ videoId }) => videoId));
    const isAvailable = ({ videoId, missingSince }: VideoCard): boolean => missingSince === undefined || idsOnDevice.has(videoId);
    const isEnough = (videos: readonly VideoCard[]): boolean => videos.filter((video) => !video.isWatched && isAvailable(video)).length >= count;
    for (let fetchCount = 0; fetchCount < maxFetches; fetchCount += 1) {
      const { videos, nextKey: next } = await readSourceVideos(mirror, { source, order, isStrict: true, sinceMs, isEnough });
      if (next === null) return videos.filter(isAvailable).map(({ videoId }) => videoId);
      if (signal.aborted || !(await fetchInBackground(mirror, next, signal))) return null;
    }
    return null;
  }

  /**
   * A source lists only unwatched videos. Fetches the policies' videos that no source lists any more, to learn which of them were watched
   * elsewhere: those stay for another day.
   */
  async function refreshUnlisted(): Promise<void> {
    const listedIds = new Set(policies.flatMap(({ videoIds }) => videoIds ?? []));
    const unlistedItems = link.items().filter(({ videoId, keptFor }) => keptFor === 'policy' && !listedIds.has(videoId));
    const rows = await mirror.db.videoDetails.bulkGet(unlistedItems.map(({ videoId }) => videoId));
    for (const [index, { videoId }] of unlistedItems.entries()) {
      if (signal.aborted || fetchedSince(mirror, sinceMs)(rows[index])) continue;
      await fetchInBackground(mirror, videoKey(videoId), signal);
    }
  }

  async function recordWatched(cardsById: ReadonlyMap<string, VideoCard>): Promise<void> {
    for (const { videoId, keptFor, watched = null } of items) {
      const card = cardsById.get(videoId);
      if (keptFor !== 'policy' || !card) continue;
      const updatedWatched = updateWatchedSince(watched, card.isWatched, mirror.clock.now());
      if (updatedWatched !== watched) await link.actions.updateItem(videoId, { watched: updatedWatched });
    }
  }
}

/** Compares by content, because rows that are read again are new objects. The run itself changes `askedIds`. */
function hasSameRule(left: SavePolicy, right: SavePolicy | undefined): boolean {
  return right !== undefined && isDeepEqual({ ...left, askedIds: [] }, { ...right, askedIds: [] });
}
