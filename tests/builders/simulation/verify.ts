// Decides from the archives' logs and the rules (rules.ts) what happened to every intent: applied, superseded by a named rule, or lost.
// Checks for every effect that somebody wanted it, and that the rules allowed sending it.
import type { WatchState } from '../../../src/mirror/rows.ts';
import type { Effect } from './archive.ts';
import type { SimulatedDevice } from './device.ts';
import { subjectOfCall, type CallSubject } from './effects.ts';
import { untouched, type Intent, type Target } from './intents.ts';
import { customPlaylistId, durationOf, filledOrder, membersOf, videoOfSubject } from './library.ts';
import { isSameState, resultOf, verdictOf } from './rules.ts';
import type { SimulationRun } from './run.ts';
import { verifySetDeletions } from './set-deletions.ts';
import { verifyDeletions } from './verify-deletions.ts';
import { verifyOrder } from './verify-order.ts';

/** How long a device may rely on a state: the device trusts its own writes for a minute, and a request takes up to 20 s. */
const knownForMs = 85_000;

/** The states of a video that a device could know between `fromMs` and `toMs`: reported by the archive, or results of its own writes. */
export function knownTo({ index, archive }: SimulatedDevice, userId: number, videoId: string, fromMs: number, toMs: number): WatchState[] {
  const isIn = ({ atMs, device, userId: ownerId }: { atMs: number; device: number | null; userId: number }): boolean =>
    device === index && ownerId === userId && atMs >= fromMs && atMs <= toMs;
  return [
    ...archive.reportedStates.filter((report) => report.videoId === videoId && isIn(report)).map(({ state }) => state),
    ...archive.effects.filter(isIn).flatMap(({ states }) => states.get(videoId) ?? []),
  ];
}

function basesOf({ archive }: SimulatedDevice, { bases, ifLost }: Pick<Intent, 'bases' | 'ifLost'>): unknown[] {
  const hasArrived = (key: string): boolean => archive.effects.some((effect) => effect.key === key);
  return ifLost && !ifLost.keys.some(hasArrived) ? [...bases, ...ifLost.bases] : bases;
}

export function verify({ world, book }: SimulationRun): void {
  for (const device of world.devices) {
    for (const effect of device.archive.effects) {
      if (effect.device !== device.index) continue;
      verifyOwner(device, effect);
      verifyIntended(device, effect);
    }
  }
  verifyDeletions({ world, book });
  verifySetDeletions({ world, book });
  verifyOrder({ world, book });
  verifyOnce();
  for (const intent of book.last()) if (!book.isUndecided(intent)) verifyOutcome(intent);

  function verifyOwner({ archive }: SimulatedDevice, { call, meantFor, userId }: Effect): void {
    if (archive.kind === 'embedded' && meantFor !== String(userId))
      world.violations.push(`${call} changed the data of person ${userId} and was meant for ${meantFor}`);
  }

  /**
   * Checks that an intent of this person on this device asked for the write, and that the rules allowed a write about one video, given a
   * state that the device knew.
   */
  function verifyIntended(device: SimulatedDevice, effect: Effect): void {
    const callSubject = subjectOfCall(effect.call);
    if (!callSubject || /^(deleted|deleted-channel|deleted-playlist|ignored):/.test(callSubject.subject)) return; // verify-deletions.ts, set-deletions.ts
    if (callSubject.subject.startsWith('member:') && !callSubject.subject.includes(`:${customPlaylistId}/`))
      return verifyFillIntended(device, effect, callSubject);
    const videoId = callSubject.subject.startsWith('watch:')
      ? callSubject.subject.slice(6)
      : callSubject.subject.startsWith('position:')
        ? callSubject.subject.slice(9)
        : null;
    if (videoId !== null && durationOf(videoId) === 0) return verifyMarkAllIntended(device, effect, videoId, callSubject.value);
    const subject = videoId === null ? callSubject.subject : `video:${videoId}`;
    const intents = book.of(device.index, effect.userId, subject).filter((intent) => intent.effectsBefore <= device.archive.effects.indexOf(effect));
    const askingIntents = intents.filter(({ target, isUnseen }) => {
      if (target.of === 'once') return true;
      if (target.of === 'field') return target.value === callSubject.value;
      return callSubject.subject.startsWith('watch:')
        ? (target.of === 'mark' || (target.of === 'mark-all' && !isUnseen)) && target.isWatched === callSubject.value
        : target.of === 'position' && target.seconds === callSubject.value;
    });
    const isUndone = intents.some((intent) => book.isUndecided(intent));
    if (askingIntents.length === 0 && !isUndone) world.violations.push(`device ${device.index}, person ${effect.userId}: nobody wanted ${effect.call}`);
    if (videoId === null || isUndone || askingIntents.length === 0) return;
    // If the device's clock was set back, the device trusts its own writes for more than a minute.
    const knownStates = knownTo(device, effect.userId, videoId, device.wasClockMoved() ? 0 : effect.atMs - knownForMs, effect.atMs);
    const result = effect.states.get(videoId) ?? untouched;
    const statesBefore = knownStates.filter((state) => state !== result);
    // The state after the device's own last write counts as a base too, because that state was not made elsewhere.
    const isOwn = (earlier: Effect): boolean =>
      earlier.device === device.index && earlier.userId === effect.userId && subjectOfCall(earlier.call)?.subject.endsWith(`:${videoId}`) === true;
    const lastOwnState = device.archive.effects.slice(0, device.archive.effects.indexOf(effect)).findLast(isOwn)?.states.get(videoId);
    const maySend = askingIntents.some(({ target, ...intent }) =>
      [...basesOf(device, intent), ...(lastOwnState ? [lastOwnState] : [])].some((base) =>
        statesBefore.some((state) => verdictOf(asMarkOfOne(target), base as WatchState, state, durationOf(videoId)) === 'send'),
      ),
    );
    if (!maySend) {
      const details = JSON.stringify({
        asking: askingIntents.map(({ target, ...intent }) => ({ target, bases: basesOf(device, intent) })),
        before: statesBefore,
      });
      world.violations.push(`device ${device.index}, person ${effect.userId}: the rules do not let ${effect.call} be sent: ${details}`);
    }
  }

  /** Checks that somebody wanted this mark of a channel or playlist. */
  function verifyMarkAllIntended(device: SimulatedDevice, effect: Effect, id: string, isWatched: unknown): void {
    const effectIndex = device.archive.effects.indexOf(effect);
    const isWanted = membersOf(id).some((videoId) => {
      const intents = book.of(device.index, effect.userId, `video:${videoId}`).filter(({ effectsBefore }) => effectsBefore <= effectIndex);
      const isAsking = ({ target }: Intent): boolean => target.of === 'mark-all' && target.id === id && target.isWatched === isWatched;
      return intents.some(isAsking) || book.isSubjectUndecided(device.index, effect.userId, `video:${videoId}`);
    });
    if (!isWanted) world.violations.push(`device ${device.index}, person ${effect.userId}: nobody wanted ${effect.call}`);
  }

  /** Checks that somebody wanted a video in a playlist that was made in this run. */
  function verifyFillIntended(device: SimulatedDevice, { call, userId }: Effect, { subject, value }: CallSubject): void {
    const playlist = device.archive.model.lists.playlist(subject.slice('member:'.length).split('/')[0] ?? '');
    if (!playlist) return; // deleted since
    const filledSubject = `filled:${playlist.name}`;
    if (value !== true || book.of(device.index, userId, filledSubject).length === 0)
      world.violations.push(`device ${device.index}, person ${userId}: nobody wanted ${call}`);
  }

  function verifyOnce(): void {
    for (const { device: index, subject, target, userId } of book.intents) {
      if (target.of !== 'once' || subject.startsWith('filled:')) continue;
      const device = world.devices[index] as SimulatedDevice;
      if (subject.startsWith('queue:')) {
        verifyForced(device, subject);
        continue;
      }
      const { lists } = device.archive.model;
      const name = subject.slice(subject.indexOf(':') + 1);
      const count = subject.startsWith('create:')
        ? lists.playlists().filter((playlist) => playlist.name === name).length
        : lists.subscriptionLines.filter((line) => line === name).length;
      // A typed line may arrive twice, because it cannot be read back, and `tubearchivist` does not recognise a repeated call
      // (docs/architecture.md).
      const sentCount = world.writes.filter((write) => write.device === index && subjectOfCall(write.call)?.subject === subject).length;
      const isCreation = subject.startsWith('create:');
      // The device's clock measures how long a list may lag: setting the clock ends the wait for a creation to be listed.
      const maxCreated = device.archive.kind === 'tubearchivist' && device.wasClockMoved() ? Math.max(1, sentCount) : 1;
      const maxCount = isCreation ? maxCreated : device.archive.kind === 'embedded' ? 1 : Math.max(1, sentCount * 2);
      if (count > maxCount) world.violations.push(`device ${index}, person ${userId}: ${subject} is there ${count} times`);
    }
  }

  /** A forced addition makes the archive download a video again, so it is requested only once, whatever the network repeats. */
  function verifyForced({ index, archive }: SimulatedDevice, subject: string): void {
    const line = subject.slice('queue:'.length);
    const count =
      archive.kind === 'embedded'
        ? archive.model.lists.forcedLines.filter((forcedLine) => forcedLine === line).length
        : archive.effects.filter(({ call }) => line.startsWith('forced') && subjectOfCall(call)?.subject === subject).length;
    if (count > 1) world.violations.push(`device ${index}: ${line} was added by force ${count} times`);
  }

  function verifyOutcome(intent: Intent): void {
    const device = world.devices[intent.device] as SimulatedDevice;
    // Changes of a deleted video end with it: the device that deleted it drops them, and on others the archive's 404 ends them.
    const videoId = videoOfSubject(intent.subject);
    if (videoId !== null && device.archive.model.isDeleted(videoId)) return;
    const end = intent.subject.startsWith('video:') ? endOfVideo(intent, device) : endOfField(intent, device);
    if (end === null) world.violations.push(`device ${intent.device}, person ${intent.userId}: lost: ${JSON.stringify(intent)}`);
  }

  function endOfVideo(intent: Intent, device: SimulatedDevice): string | null {
    const { target, subject, effectsBefore, userId, atMs } = intent;
    const videoId = subject.slice('video:'.length);
    const duration = durationOf(videoId);
    const result = resultOf(target, duration);
    const bases = basesOf(device, intent) as WatchState[];
    const latestBase = bases.at(-1) ?? untouched;
    if (target.of === 'position' && (latestBase.isWatched || (target.seconds > 0 && target.seconds <= 5))) return 'nothing to keep';
    if (bases.some((base) => isSameState(base, result))) return 'back to the base';
    const ownEffects = device.archive.effects.slice(effectsBefore).filter((effect) => effect.device === intent.device && effect.userId === userId);
    const isAbout = ({ call }: Effect): boolean => {
      const callSubject = subjectOfCall(call);
      if (callSubject?.subject === `position:${videoId}` || callSubject?.subject === `watch:${videoId}`) return true;
      return callSubject?.subject.startsWith('watch:') === true && membersOf(callSubject.subject.slice(6)).includes(videoId);
    };
    if (ownEffects.some((effect) => isAbout(effect) && isSameState(effect.states.get(videoId) ?? untouched, result))) return 'applied';
    // Watched marks, unlike positions, belong to everybody: a mark is not sent if all of its videos already agree with it. A device
    // leaves alone the videos that it did not know to be in the set, since the set may have grown (docs/decisions/215).
    if (target.of === 'mark-all' && book.isUnseen(intent.device, userId, videoId)) return 'not known to be in the set';
    if (target.of === 'mark-all')
      return device.archive.effects.slice(Math.max(0, effectsBefore - 1)).some(({ states }) => states.get(videoId)?.isWatched === target.isWatched)
        ? 'already the value'
        : null;
    // A position that an undo restores comes after the device's own mark, which has changed what was known before.
    const ownMark =
      intent.restoresFrom === undefined
        ? undefined
        : device.archive.effects
            .slice(intent.restoresFrom)
            .findLast(
              ({ call, device: deviceIndex, userId: ownerId }) =>
                deviceIndex === intent.device && ownerId === userId && subjectOfCall(call)?.subject === `watch:${videoId}`,
            );
    const knownStates = knownTo(device, userId, videoId, ownMark?.atMs ?? atMs - knownForMs, Infinity);
    const isDropped = knownStates.some((state) => bases.some((base) => verdictOf(target, base, state, duration) === 'drop'));
    return isDropped ? 'dropped by the rule' : null;
  }

  function endOfField({ target, subject, effectsBefore, bases, device: index, userId }: Intent, device: SimulatedDevice): string | null {
    if (target.of === 'once') {
      const { lists } = device.archive.model;
      const name = subject.slice(subject.indexOf(':') + 1);
      if (subject.startsWith('queue:'))
        return device.archive.effects.some(({ call, device: deviceIndex }) => deviceIndex === index && subjectOfCall(call)?.subject === subject)
          ? 'applied'
          : null;
      if (subject.startsWith('filled:')) {
        // Another person or device may have deleted a video since.
        const order = filledOrder.filter((videoId) => !device.archive.model.isDeleted(videoId)).join(' ');
        return lists.playlists().some((playlist) => playlist.name === name && playlist.entries.join(' ') === order) ? 'applied' : null;
      }
      return (subject.startsWith('create:') ? lists.playlists().some((playlist) => playlist.name === name) : lists.subscriptionLines.includes(name))
        ? 'applied'
        : null;
    }
    if (target.of !== 'field') return null;
    if (bases.includes(target.value)) return 'shown already';
    const ownEffects = device.archive.effects
      .slice(effectsBefore)
      .filter((effect) => effect.device === index && effect.userId === userId && subjectOfCall(effect.call)?.subject === subject);
    if (ownEffects.at(-1) && subjectOfCall(ownEffects.at(-1)?.call ?? '')?.value === target.value) return 'applied';
    const wasSent = world.writes.some(
      (write) => write.device === index && write.effectsBefore >= effectsBefore && subjectOfCall(write.call)?.subject === subject,
    );
    // A device that showed no value of the field reads it first, and sends nothing if the archive already has the requested value.
    const isReadFirst = subject.startsWith('member:') || bases.includes(undefined);
    // The log has no fields from before its first effect. While it is empty, the present fields are the initial ones.
    const fieldsSince = [...device.archive.effects.slice(Math.max(0, effectsBefore - 1)).map(({ fields }) => fields), device.archive.fieldsOf(userId)];
    if (subject.startsWith('order:') && fieldsSince.some((fields) => isInOrder(String(target.value), String(fields.get(subject)))))
      return 'in the order at some time';
    if ((wasSent || isReadFirst) && fieldsSince.some((fields) => fields.get(subject) === target.value)) return 'already the value';
    // The field was changed and changed back before any write of it took effect. The archive may have refused a write, for example because
    // the session had ended.
    const hasTakenEffect = ({ key }: { key: string }): boolean => device.archive.effects.some((effect) => effect.key === key);
    const isUnchangedSince = (earlier: Intent): boolean =>
      earlier.bases.includes(target.value) &&
      !world.writes.slice(earlier.writesBefore).some((write) => write.device === index && isOfSubject(write.call, subject) && hasTakenEffect(write));
    return book.of(index, userId, subject).some(isUnchangedSince) ? 'back to the base' : null;
  }
}

/** A mark of a set that is sent video by video follows the rule for a mark of one video (docs/decisions/215). */
function asMarkOfOne(target: Target): Target {
  return target.of === 'mark-all' ? { of: 'mark', isWatched: target.isWatched } : target;
}

/** Compares only the ids that are in both orders, because the other videos may have been removed or be at any place. */
function isInOrder(wantedOrder: string, presentOrder: string): boolean {
  const [wantedIds, presentIds] = [wantedOrder.split(' '), presentOrder.split(' ')];
  return wantedIds.filter((id) => presentIds.includes(id)).join(' ') === presentIds.filter((id) => wantedIds.includes(id)).join(' ');
}

/**
 * Whether a call changes the subject. The call of a move does not contain the resulting order. For an order, every call counts that changes
 * the playlist without adding or removing a video.
 */
function isOfSubject(call: string, subject: string): boolean {
  const callSubject = subjectOfCall(call);
  if (!subject.startsWith('order:')) return callSubject?.subject === subject;
  return callSubject === null && call.includes(`/playlist/custom/${subject.slice('order:'.length)}/`);
}
