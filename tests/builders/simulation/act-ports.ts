// `ActPorts` is what the code that performs an act needs. `basesOf` reads the states that the device showed before the act; the rules judge
// the act by them.
import type { Mirror } from '../../../src/mirror/database.ts';
import type { OutboxRow, WatchState } from '../../../src/mirror/rows.ts';
import type { Undo } from '../../../src/mutations/undo.ts';
import type { SimulatedDevice, SimulatedTab } from './device.ts';
import { subjectOfCall } from './effects.ts';
import { untouched, type Intent, type IntentBook, type Target } from './intents.ts';
import { isOfNewerVersion } from './newer-rows.ts';
import { resultOf } from './rules.ts';
import { shownField } from './shown.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

export interface LastAction {
  atMs: number;
  /** The same moment by the device's clock. */
  deviceMs: number;
  undo: Undo;
  intents: Intent[];
  /** How the videos of the action were shown before it. */
  shownBefore: Map<string, WatchState>;
}

export interface ActPorts {
  world: World;
  book: IntentBook;
  device: SimulatedDevice;
  tab: SimulatedTab;
  mirror: Mirror;
  userId: number;
  lastActions: Map<string, LastAction>;
  /** Kills the tab after this many storage events; null: the tab is not killed. */
  killedAfter: { events: number; kill: () => void } | null;
  closedAfter: Step['closedAfter'] | null;
}

/** The possible bases of an act, by which the rules judge the act. */
export interface Bases {
  possible: unknown[];
  /** The idempotency keys of earlier unsent changes that the act continues. */
  continuedKeys: readonly string[];
  /** The base if those changes were already being sent when the act was stored. */
  ifBeingSent: unknown;
}

export async function basesOf({ world, book, device, mirror, userId }: ActPorts, subject: string, target: Target): Promise<Bases> {
  if (target.of === 'field') return onlyBase(await world.during(shownField(mirror, subject)));
  if (!subject.startsWith('video:')) return { possible: [], continuedKeys: [], ifBeingSent: undefined };
  const videoId = subject.slice('video:'.length);
  const row = await world.during(mirror.db.watchStates.get(videoId));
  const shownState: WatchState = row?.shown ?? untouched;
  if (target.of === 'mark-all') return onlyBase(shownState);
  const lastIntent = book.of(device.index, userId, subject).at(-1);
  // A video that this device has never read does not show a mark of its channel or playlist, but a later change continues from that mark.
  if (!row && lastIntent?.target.of === 'mark-all') return { ...onlyBase(shownState), possible: [shownState, resultOf(lastIntent.target, 0)] };
  // A change continues the earlier unsent changes, so the base of the first of them applies. A refused change may or may not
  // still be shown, so the shown state is then a possible base too.
  const rows = (await world.during(mirror.db.outbox.where('lane').equals(subject).toArray())) ?? [];
  const continuedRows = rows.filter((row) => isReplaceable(row) && !isOfNewerVersion(row) && (target.of === 'mark' || row.mutation.kind === 'save-progress'));
  if (continuedRows.length === 0 || !lastIntent) return onlyBase(shownState);
  // A mark replaces an earlier mark and also the position saved after that mark, which has its own row.
  const isSent = ({ writesBefore }: Intent): boolean =>
    world.writes.slice(writesBefore).some((write) => write.device === device.index && subjectOfCall(write.call)?.subject.endsWith(`:${videoId}`));
  const unsentIntents = book.of(device.index, userId, subject).filter((intent) => !isSent(intent));
  const isSameKind = lastIntent.target.of === target.of && rows.every(({ state }) => state.name !== 'parked');
  return {
    possible: isSameKind ? lastIntent.bases : [...lastIntent.bases, ...(target.of === 'mark' ? unsentIntents.flatMap(({ bases }) => bases) : []), shownState],
    continuedKeys: continuedRows.map(({ idempotencyKey }) => idempotencyKey),
    ifBeingSent: shownState,
  };
}

/** Whether a later change may still replace the row: it is not being sent, and does not wait after a lost answer. */
function isReplaceable({ state }: OutboxRow): boolean {
  return state.name === 'held' || state.name === 'parked' || (state.name === 'waiting' && state.outcome === undefined);
}

const onlyBase = (shown: unknown): Bases => ({ possible: [shown], continuedKeys: [], ifBeingSent: shown });

/**
 * Corrects the bases of an intent after its act was stored. The act replaced the earlier change, unless a pass had begun to send the
 * earlier change in the meantime.
 */
export async function settleBases({ world, mirror }: ActPorts, intent: Intent, bases: Bases | undefined): Promise<void> {
  if (!bases || bases.continuedKeys.length === 0) return;
  const rows = (await world.during(mirror.db.outbox.toArray()).catch(() => null)) ?? [];
  const isBeingSent = (key: string): boolean =>
    world.writes.some((write) => write.key === key) || rows.some((row) => row.idempotencyKey === key && !isReplaceable(row));
  if (!bases.continuedKeys.some(isBeingSent)) return;
  intent.ifLost = { keys: bases.continuedKeys, bases: bases.possible };
  intent.bases = [bases.ifBeingSent];
}
