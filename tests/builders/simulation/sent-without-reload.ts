// Checks that open pages send all waiting changes without being reloaded. A reload would hide the fault that a page has stopped sending for
// good.
import type { StoredOutboxRow } from '../../../src/mirror/fold.ts';
import type { SimulatedDevice } from './device.ts';
import type { World } from './world.ts';

/**
 * The maximum number of rounds of half a minute. Together they take longer than the longest backoff (src/lib/backoff.ts) plus the time after
 * which a tab counts as frozen (src/sync/leader.ts).
 */
const maxRounds = 16;

/** Called when the network works again. */
export async function verifySentWithoutReload(world: World): Promise<void> {
  for (let round = 0; round < maxRounds && (await findUnsent(world)).length > 0; round += 1) await world.advance(30_000);
  for (const { device, row } of await findUnsent(world)) world.violations.push(`device ${device.index}: not sent by the open page: ${JSON.stringify(row)}`);
}

async function findUnsent(world: World): Promise<{ device: SimulatedDevice; row: StoredOutboxRow }[]> {
  const unsentRows: { device: SimulatedDevice; row: StoredOutboxRow }[] = [];
  for (const device of world.devices) for (const row of await unsentRowsOf(world, device)) unsentRows.push({ device, row });
  return unsentRows;
}

async function unsentRowsOf(world: World, device: SimulatedDevice): Promise<StoredOutboxRow[]> {
  // Without locks across tabs, only the next start unlocks a copy that a killed tab has left locked.
  const tab = device.hasLocks ? device.tabs().find((openTab) => openTab.tab.mirror() !== null) : undefined;
  const mirror = tab?.tab.mirror();
  if (!mirror || tab?.tab.owner()?.userId !== device.archive.userOf(device.cookie())) return [];
  const rows = (await world.during(mirror.db.outbox.toArray()).catch(() => null)) ?? []; // the page was reloaded
  const refusedLanes = new Set(rows.flatMap(({ mutation, state, lane }) => (mutation.kind === 'create-playlist' && state.name === 'parked' ? [lane] : [])));
  return rows.filter(({ state, lane }) => state.name !== 'parked' && !refusedLanes.has(lane));
}
