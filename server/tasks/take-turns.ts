// Chooses the items of one refresh. A site or a channel that fails keeps its items stale, so these could fill every refresh if items were
// chosen by age alone.
import { siteOfAddress } from '../archive/sites.ts';
import { yieldEventLoop } from '../library/bounded.ts';

export interface StaleItem {
  id: string;
  /** The address of the item's source; null when unknown. */
  address: string | null;
  /** The channel of a video; absent for channels and playlists. */
  channelId?: string;
}

/** A batch takes about 10 ms. */
const itemsPerBatch = 2_000;

/** Returns the ids of at most `limit` items. Sites take turns, and so do the channels of a site. The order within a channel is kept. */
export async function takeTurns(items: readonly StaleItem[], limit: number): Promise<string[]> {
  const sites = new Map<string, Map<string, string[]>>();
  for (const [index, { id, address, channelId = '' }] of items.entries()) {
    if (index % itemsPerBatch === itemsPerBatch - 1) await yieldEventLoop();
    const site = siteOfAddress(address);
    const channels = sites.get(site) ?? new Map<string, string[]>();
    sites.set(site, channels);
    const ids = channels.get(channelId) ?? [];
    channels.set(channelId, ids);
    ids.push(id);
  }
  return firstOf(inTurns([...sites.values()].map((channels) => inTurns([...channels.values()].map((ids) => ids.values())))), limit);
}

function* inTurns<Item>(groups: Iterator<Item, unknown>[]): Generator<Item, void> {
  for (let remainingGroups = groups; remainingGroups.length > 0;) {
    const nextGroups: Iterator<Item, unknown>[] = [];
    for (const group of remainingGroups) {
      const result = group.next();
      if (result.done === true) continue;
      nextGroups.push(group);
      yield result.value;
    }
    remainingGroups = nextGroups;
  }
}

function firstOf<Item>(items: Iterable<Item>, limit: number): Item[] {
  const firstItems: Item[] = [];
  for (const item of items) {
    if (firstItems.length >= limit) break;
    firstItems.push(item);
  }
  return firstItems;
}
