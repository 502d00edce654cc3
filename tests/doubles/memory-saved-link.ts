import type { SavedItem, SavePlans, SavePolicy, Trip } from '../../src/saved-media/ledger/rows.ts';
import type { SavedLink } from '../../src/saved-media/saved-link.ts';
import { unpackItems } from '../../src/saved-media/plan/unpack-trip.ts';
import { aSavedItem } from '../builders/saved-items.ts';

export interface MemorySavedLink extends SavedLink {
  /** Each request: its name, and the id of its video, policy or trip if it has one. */
  calls: string[];
  put(item: SavedItem): void;
  /** Deletes only the trip, like another tab that unpacks it and does not see its newest video yet. */
  deleteTrip(id: string): Promise<void>;
}

/** Saved videos without a ledger or a saver: each is complete as soon as it is requested. */
export function memorySavedLink({
  policies = [],
  trips = [],
  items = [],
}: { policies?: SavePolicy[]; trips?: Trip[]; items?: SavedItem[] } = {}): MemorySavedLink {
  const itemsById = new Map(items.map((item) => [item.videoId, item]));
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  let allItems: readonly SavedItem[] = items;
  let plans: SavePlans = { preferences: { account: 'mara', budgetBytes: null, isWifiOnly: false, isPaused: false }, policies, trips };

  function notify(): void {
    allItems = [...itemsById.values()];
    for (const listener of listeners) listener();
  }

  function change(videoId: string, changes: Partial<SavedItem>): void {
    const item = itemsById.get(videoId);
    if (item) itemsById.set(videoId, { ...item, ...changes });
    notify();
  }

  function changePlans(change: Partial<SavePlans>): void {
    plans = structuredClone({ ...plans, ...change }); // new objects, as when the ledger's rows are read again
    notify();
  }

  const record = async (name: string, apply: () => void): Promise<void> => {
    await Promise.resolve();
    calls.push(name);
    apply();
  };

  return {
    calls,
    deleteTrip: (id) => record(`no trip ${id}`, () => changePlans({ trips: plans.trips.filter(({ tripId }) => tripId !== id) })),
    put(item) {
      itemsById.set(item.videoId, item);
      notify();
    },
    item: (videoId) => itemsById.get(videoId),
    items: () => allItems,
    plans: () => plans,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mayHaveSaved: () => true,
    isRead: () => true,
    open: () => Promise.resolve(),
    openIfUsed: () => Promise.resolve(),
    actions: {
      save: (videoId, keptFor = 'person') =>
        record(`save ${videoId}`, () => {
          itemsById.set(videoId, aSavedItem({ videoId, keptFor, status: { state: 'ready', reason: null } }));
          notify();
        }),
      saveForPolicies: (videoId, policyIds) =>
        record(`save ${videoId}`, () => {
          if (!plans.policies.some(({ policyId }) => policyIds.includes(policyId))) return;
          changePlans({
            policies: plans.policies.map((policy) => {
              const { policyId, askedIds = [] } = policy;
              return policyIds.includes(policyId) ? { ...policy, askedIds: [...new Set([...askedIds, videoId])] } : policy;
            }),
          });
          itemsById.set(videoId, aSavedItem({ videoId, keptFor: 'policy', status: { state: 'ready', reason: null } }));
          notify();
        }),
      remove: (videoId) =>
        record(`remove ${videoId}`, () => {
          itemsById.delete(videoId);
          notify();
        }),
      undoRemove: (videoId) => record(`undo ${videoId}`, notify),
      removeAll: (videoIds) =>
        record(`remove ${videoIds.join(' ')}`, () => {
          for (const videoId of videoIds) itemsById.delete(videoId);
          notify();
        }),
      undoRemoveAll: (videoIds) => record(`undo ${videoIds.join(' ')}`, notify),
      applyEvent: (videoId, event) => record(`${event} ${videoId}`, notify),
      recordSource: (videoId) => record(`source ${videoId}`, notify),
      check: () => Promise.reject(new Error('this link keeps nothing on disk')),
      copyOf: () => Promise.resolve(null),
      dropOrphans: () => Promise.resolve(0),
      bytesOfOthers: () => Promise.resolve(0),
      bytesOfRemoved: () => Promise.resolve(0),
      fetchedData: () => Promise.resolve(plans.preferences.fetched ?? null),
      useNetworkOnce: () => record('network once', notify),
      updateItem: (videoId, changes) => record(`arrange ${videoId}`, () => change(videoId, changes)),
      changePreferences: (changes) => record('preferences', () => changePlans({ preferences: { ...plans.preferences, ...changes } })),
      putPolicy: (policy) =>
        record(`policy ${policy.policyId}`, () =>
          changePlans({ policies: [...plans.policies.filter(({ policyId }) => policyId !== policy.policyId), { ...policy, account: 'mara' }] }),
        ),
      changePolicy: (id, update) =>
        record(`policy ${id}`, () => changePlans({ policies: plans.policies.map((policy) => (policy.policyId === id ? (update(policy) ?? policy) : policy)) })),
      deletePolicy: (id) => record(`no policy ${id}`, () => changePlans({ policies: plans.policies.filter(({ policyId }) => policyId !== id) })),
      putTrip: (trip) =>
        record(`trip ${trip.tripId}`, () =>
          changePlans({ trips: [...plans.trips.filter(({ tripId }) => tripId !== trip.tripId), { ...trip, account: 'mara' }] }),
        ),
      changeTrip: (id, update) =>
        record(`trip ${id}`, () => changePlans({ trips: plans.trips.map((trip) => (trip.tripId === id ? (update(trip) ?? trip) : trip)) })),
      async unpackTrip(id) {
        const trip = plans.trips.find(({ tripId }) => tripId === id);
        const changedItems = trip ? unpackItems(trip, { ...plans, items: allItems }, 1) : [];
        await record(`no trip ${id}`, () => {
          for (const item of changedItems) {
            if (item.removedAtMs === null) itemsById.set(item.videoId, item);
            else itemsById.delete(item.videoId);
          }
          changePlans({ trips: plans.trips.filter(({ tripId }) => tripId !== id) });
        });
        return changedItems.flatMap(({ videoId, removedAtMs }) => (removedAtMs === null ? [] : [videoId]));
      },
    },
    hasItem: (videoId) => Promise.resolve(itemsById.has(videoId)),
    onDeleted: () => {},
    onBack: () => {},
    leave: () => Promise.resolve(),
    clear: () => Promise.resolve(),
    stay: () => Promise.resolve(),
    close: () => {},
  };
}
