// Checks that each device sends the changes of one subject in the order in which they were made, and each change only once. A change that
// is sent again keeps its Idempotency-Key, so only the first effect of each key counts. Marks of a channel or playlist are left out: one of
// them may send several calls for a video. No key is used for two different calls; a server that ignores keys would not notice.
import { people, type Effect } from './archive.ts';
import type { SimulatedDevice } from './device.ts';
import { subjectOfCall, type CallSubject } from './effects.ts';
import type { Intent } from './intents.ts';
import { durationOf } from './library.ts';
import type { SimulationRun } from './run.ts';

interface SentChange {
  effect: Effect;
  callSubject: CallSubject;
  /** The intents that asked for it, as indexes among all intents of the subject. */
  askedBy: number[];
}

export function verifyOrder(run: SimulationRun): void {
  verifyKeys(run);
  for (const device of run.world.devices) {
    // While a request is under way, another tab may take over from a tab that is frozen, or seems to be after the clock was set.
    if (device.wasFrozen() || device.wasClockMoved()) continue;
    for (const { id: userId } of people) {
      const effects = firstEffects(device, userId);
      const subjects = new Set(effects.flatMap(({ call }) => intentSubjectOf(call) ?? []));
      for (const subject of subjects) verifySubject(run, device, userId, subject, effects);
    }
  }
}

function verifyKeys({ world }: SimulationRun): void {
  const callsByKey = new Map<string, string>();
  for (const { key, call } of world.writes) {
    const firstCall = callsByKey.get(key);
    if (firstCall === undefined) callsByKey.set(key, call);
    else if (firstCall !== call) world.violations.push(`${call} was sent under the Idempotency-Key of ${firstCall}`);
  }
}

function firstEffects({ archive, index }: SimulatedDevice, userId: number): Effect[] {
  const keys = new Set<string>();
  return archive.effects.filter(({ key, device, userId: ownerId }) => {
    if (device !== index || ownerId !== userId || key === null || keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}

/** The subject of the intents that may have asked for the call; null for a call that is not checked here. */
function intentSubjectOf(call: string): string | null {
  const [of = '', id = ''] = (subjectOfCall(call)?.subject ?? '').split(':');
  if (of === 'watch' || of === 'position') return durationOf(id) === 0 ? null : `video:${id}`;
  return ['channel', 'playlist', 'sort', 'config', 'download', 'member'].includes(of) ? `${of}:${id}` : null;
}

function verifySubject({ world, book }: SimulationRun, device: SimulatedDevice, userId: number, subject: string, effects: readonly Effect[]): void {
  if (book.isSubjectUndecided(device.index, userId, subject)) return;
  const intents = book.of(device.index, userId, subject);
  const violate = (violation: string): void => void world.violations.push(`device ${device.index}, person ${userId}: ${violation}`);
  const sentChanges = effects.flatMap((effect): SentChange[] => {
    const callSubject = subjectOfCall(effect.call);
    if (!callSubject || intentSubjectOf(effect.call) !== subject) return [];
    const effectIndex = device.archive.effects.indexOf(effect);
    const askedBy = intents.flatMap((intent, index) => (intent.effectsBefore <= effectIndex && asksFor(intent, callSubject) ? [index] : []));
    return askedBy.length === 0 ? [] : [{ effect, callSubject, askedBy }]; // verify.ts reports what nobody wanted
  });
  let latest: SentChange | null = null;
  for (const sentChange of sentChanges) {
    if (latest && Math.max(...sentChange.askedBy) < Math.min(...latest.askedBy)) violate(`${sentChange.effect.call} was sent after ${latest.effect.call}`);
    if (!latest || Math.min(...sentChange.askedBy) > Math.min(...latest.askedBy)) latest = sentChange;
  }
  for (const { effect, callSubject, askedBy } of sentChanges) {
    if (askedBy.some((index) => intents[index]?.target.of === 'mark-all')) continue;
    const equalChanges = sentChanges.filter((other) => other.callSubject.subject === callSubject.subject && other.callSubject.value === callSubject.value);
    const askedCount = intents.filter((intent) => asksFor(intent, callSubject)).length;
    if (equalChanges.length > askedCount && equalChanges[0]?.effect === effect)
      violate(`${effect.call} was sent under ${equalChanges.length} keys, and wanted ${askedCount} times`);
  }
}

function asksFor({ target, isUnseen }: Intent, { subject, value }: CallSubject): boolean {
  if (target.of === 'field') return target.value === value;
  if (subject.startsWith('watch:')) return (target.of === 'mark' || (target.of === 'mark-all' && !isUnseen)) && target.isWatched === value;
  return target.of === 'position' && target.seconds === value;
}
