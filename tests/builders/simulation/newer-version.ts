// A newer version of the app in another tab of the same browser makes changes of a kind that the tested version does not know. That version
// leaves them unchanged and never sends them; later changes of the same lane wait until the newer tab has sent its own.
import { isDeepEqual } from '../../../src/lib/keep-identity.ts';
import type { Mirror } from '../../../src/mirror/database.ts';
import { discardChange } from '../../../src/mutations/outbox-rows.ts';
import { anOutboxRow } from '../outbox-row.ts';
import type { SimulatedDevice } from './device.ts';
import { isOfNewerVersion } from './newer-rows.ts';
import { storedChanges } from './storage.ts';
import type { World } from './world.ts';

/** The newer tab makes a change of the video. */
export async function makeNewerChange(world: World, device: SimulatedDevice, mirror: Mirror, videoId: string): Promise<void> {
  const { db, clock, newKey } = mirror;
  const mutation = { kind: 'rate-video', videoId, stars: 5 };
  const row = anOutboxRow({ lane: `video:${videoId}`, mutation, idempotencyKey: newKey(), createdAtMs: clock.now() });
  const sequence = await world.during(db.outbox.add(row)).catch(() => null); // the disk is full, or the page was reloaded
  if (sequence !== null) world.newerChanges.push({ device: device.index, copy: db.name, row: { ...row, sequence } });
}

/** The newer tab sends its changes. */
export async function sendNewerChanges(world: World, mirror: Mirror): Promise<void> {
  const rows = (await world.during(mirror.db.outbox.toArray()).catch(() => null)) ?? [];
  for (const row of rows.filter(isOfNewerVersion)) {
    world.newerChanges = world.newerChanges.filter(({ copy, row: { sequence } }) => copy !== mirror.db.name || sequence !== row.sequence);
    await world.during(discardChange(mirror, row.sequence)).catch(() => undefined); // the disk is full, or the page was reloaded
  }
}

/** A copy is cleared with all its changes. */
export function forgetNewerChanges(world: World, { db }: Mirror): void {
  world.newerChanges = world.newerChanges.filter(({ copy }) => copy !== db.name);
}

/** Checks that the newer tab's changes are as it has left them. */
export function verifyNewerChanges(world: World, { index, databasePrefix }: SimulatedDevice): void {
  const copies = storedChanges(databasePrefix);
  for (const newerChange of world.newerChanges.filter(({ device }) => device === index)) {
    const { copy, row } = newerChange;
    const storedRow = copies.find(({ name }) => name === copy)?.rows.find(({ sequence }) => sequence === row.sequence);
    if (isDeepEqual(storedRow, row)) continue;
    world.violations.push(`device ${index}: a change of a newer version was ${JSON.stringify(row)} and is ${JSON.stringify(storedRow ?? null)}`);
    world.newerChanges = world.newerChanges.filter((other) => other !== newerChange);
  }
}
