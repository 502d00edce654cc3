// Puts items, trips and policies on a screen's device, and reloads the page. No saver starts (setup.ts), so each state stays as it is.
import { onTestFinished } from 'vitest';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import type { Ledger } from '../../src/saved-media/ledger/ledger-port.ts';
import { itemKeyOf, type SavedItem, type SavePolicy, type Trip } from '../../src/saved-media/ledger/rows.ts';
import { aTrip } from '../builders/a-trip.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import type { Screen } from './screen.tsx';

export interface Plans {
  items?: Partial<SavedItem>[];
  trips?: Partial<Trip>[];
  policies?: Pick<SavePolicy, 'policyId' | 'source' | 'order' | 'count'>[];
}

export interface StoredPlans {
  itemOf(videoId: string): Promise<SavedItem | undefined>;
  /** The items that are not removed. */
  items(): Promise<SavedItem[]>;
  trips(): Promise<Trip[]>;
  policies(): Promise<SavePolicy[]>;
}

export async function putPlans(screen: Screen, address: string, { items = [], trips = [], policies = [] }: Plans = {}): Promise<StoredPlans> {
  const account = screen.mirror().accountKey;
  const ledger: Ledger = openLedger();
  onTestFinished(() => ledger.close());
  for (const overrides of items) {
    const item = aSavedItem({ account, ...overrides });
    await ledger.change(itemKeyOf(item), () => item);
  }
  for (const overrides of trips) await ledger.putTrip({ ...aTrip, account, ...overrides });
  for (const policy of policies) await ledger.putPolicy({ account, addedAtMs: 0, ...policy });
  localStorage.setItem('stowaway.has-saved', '1');
  await screen.reload(address);
  return {
    itemOf: (videoId) => ledger.item([account, videoId, 'original']),
    items: async () => (await ledger.itemsOf(account)).filter(({ removedAtMs }) => removedAtMs === null),
    trips: () => ledger.tripsOf(account),
    policies: () => ledger.policiesOf(account),
  };
}

export function tripItem(videoId: string): Partial<SavedItem> {
  return { videoId, keptFor: 'trip', status: { state: 'ready', reason: null }, wholeRevision: 1, totalBytes: 612e6, savedBytes: 612e6 };
}

/** A departure `days` from now, as a trip stores it: local time, without a zone. */
export function departureIn(days: number): string {
  const departure = new Date(Date.now() + days * 86_400_000);
  return new Date(departure.getTime() - departure.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
