// The ledger's rows of policies and trips. Part of ledger.ts.
import type { IDBPDatabase } from 'idb';
import { keysWithPrefix } from './key-ranges.ts';
import type { Ledger } from './ledger-port.ts';
import type { Schema } from './schema.ts';

type PlanRows = Pick<Ledger, 'policiesOf' | 'putPolicy' | 'changePolicy' | 'deletePolicy' | 'tripsOf' | 'putTrip' | 'changeTrip' | 'unpackTrip' | 'deleteTrip'>;

export function createPlanRows(open: () => Promise<IDBPDatabase<Schema>>): PlanRows {
  async function change<Name extends 'policies' | 'trips'>(
    name: Name,
    key: Schema[Name]['key'],
    update: (row: Schema[Name]['value']) => Schema[Name]['value'] | null,
  ): Promise<void> {
    const { store, done } = (await open()).transaction(name, 'readwrite');
    const storedRow = await store.get(key);
    const newRow = storedRow ? update(storedRow) : null;
    if (newRow) await store.put(newRow);
    await done;
  }

  return {
    policiesOf: async (account) => (await open()).getAll('policies', keysWithPrefix([account])),
    putPolicy: async (policy) => void (await (await open()).put('policies', policy)),
    changePolicy: (account, policyId, update) => change('policies', [account, policyId], update),
    deletePolicy: async (account, policyId) => (await open()).delete('policies', [account, policyId]),
    tripsOf: async (account) => (await open()).getAll('trips', keysWithPrefix([account])),
    putTrip: async (trip) => void (await (await open()).put('trips', trip)),
    changeTrip: (account, tripId, update) => change('trips', [account, tripId], update),
    async unpackTrip(account, tripId, changeItems) {
      const transaction = (await open()).transaction(['items', 'policies', 'trips'], 'readwrite', { durability: 'strict' });
      transaction.done.catch(() => undefined); // thrown below
      const [items, policies, trips] = await Promise.all([
        transaction.objectStore('items').getAll(keysWithPrefix([account])),
        transaction.objectStore('policies').getAll(keysWithPrefix([account])),
        transaction.objectStore('trips').getAll(keysWithPrefix([account])),
      ]);
      const trip = trips.find((row) => row.tripId === tripId);
      const changedItems = trip ? changeItems(trip, { items, policies, trips }) : [];
      for (const item of changedItems) await transaction.objectStore('items').put(item);
      await transaction.objectStore('trips').delete([account, tripId]);
      await transaction.done;
      return changedItems;
    },
    deleteTrip: async (account, tripId) => (await open()).delete('trips', [account, tripId]),
  };
}
