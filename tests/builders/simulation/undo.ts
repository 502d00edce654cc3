// Undoes a person's last act on a device, as its toast would, and compares what is shown then with what was shown before the act.
import type { StoredOutboxRow } from '../../../src/mirror/fold.ts';
import { isReplaceable } from '../../../src/mirror/outbox.ts';
import type { Mutation } from '../../../src/mirror/rows.ts';
import { basesOf, settleBases, type ActPorts, type Bases, type LastAction } from './act-ports.ts';
import type { Effect } from './archive.ts';
import { subjectOfCall, subjectsOf } from './effects.ts';
import { untouched, type Intent, type Target } from './intents.ts';
import { isOfNewerVersion } from './newer-rows.ts';
import { isSameState, resultOf } from './rules.ts';

export async function undoLast(ports: ActPorts): Promise<void> {
  const { world, book, device, mirror, userId, lastActions } = ports;
  const deviceAndUser = `${device.index}/${userId}`;
  const lastAction = lastActions.get(deviceAndUser);
  lastActions.delete(deviceAndUser);
  if (!lastAction) return;
  const unsentBefore = await unsentRows().catch(() => []);
  const reverseIntents = await reverseOf(lastAction).catch(() => null);
  const isDone = await world.during(lastAction.undo().then(() => true)).catch(() => false); // the tab of the act may be closed
  // No toast lasts an hour.
  const isToastThere = world.loop.nowMs() - lastAction.atMs < 3_600_000;
  if (isDone && isToastThere) await compareWithBefore(lastAction);
  if (isDone && (await isCancelled(lastAction, unsentBefore))) return book.withdraw(lastAction.intents);
  const isRefused = unsentBefore.some(({ mutation, state }) => state.name === 'parked' && lastAction.intents.some((intent) => isOfIntent(mutation, intent)));
  // A refused mark is no longer shown, so there is nothing to reverse; the undo deletes its row.
  if (isDone && isRefused && reverseIntents?.length === 0) {
    for (const { subject } of lastAction.intents) book.markUndecided(device.index, userId, subject);
    return;
  }
  if (isDone && isToastThere && reverseIntents) {
    const reverseNotes = reverseIntents.map(({ subject, target, bases }) =>
      book.note(device, userId, subject, target, bases.possible, lastAction.intents[0]?.effectsBefore),
    );
    for (const [index, note] of reverseNotes.entries()) await settleBases(ports, note, reverseIntents[index]?.bases);
    return;
  }
  for (const intent of lastAction.intents) {
    const { subject, target, bases } = intent;
    const isLatest = book.of(device.index, userId, subject).at(-1) === intent;
    // For a field, an undo requests the value shown before, if no other value has been requested since. Once a mark of a channel or
    // playlist has been sent, only the final state is compared. A device whose copy was cleared, and which has not read the playlist since,
    // showed no value before. Its undo sends the reverse change, and the resulting state is not predicted here.
    const isKnown = bases[0] !== undefined && bases[0] !== 'forgotten';
    // A refused change is no longer shown, so the value that the undo requests then depends on what has been read since.
    const wasRefused = unsentBefore.some(({ mutation, state }) => state.name === 'parked' && subjectsOf(mutation).includes(subject));
    if (!wasRefused && isDone && isLatest && target.of === 'field' && isKnown && isToastThere)
      book.note(device, userId, subject, { of: 'field', value: bases[0] }, [target.value]);
    else book.markUndecided(device.index, userId, subject);
  }

  /** The intents that reverse a sent mark of one video: another mark, and the position that the archive dropped with the first mark. */
  async function reverseOf({ intents, shownBefore }: LastAction): Promise<(Pick<Intent, 'subject' | 'target'> & { bases: Bases })[] | null> {
    const [intent] = intents;
    if (intent?.target.of !== 'mark' || intents.length > 1 || book.of(device.index, userId, intent.subject).at(-1) !== intent) return null;
    const videoId = intent.subject.slice('video:'.length);
    const earlierState = shownBefore.get(videoId) ?? untouched;
    // A mark that repeated what was shown changed nothing, whatever has been read since.
    if (isSameState(earlierState, resultOf(intent.target, 0))) return [];
    const shownNow = (await world.during(mirror.db.watchStates.get(videoId)))?.shown ?? untouched;
    const mark: Target = { of: 'mark', isWatched: earlierState.isWatched };
    const bases = await basesOf(ports, intent.subject, mark);
    const isMarked = shownNow.isWatched !== earlierState.isWatched;
    const hasPosition = earlierState.positionSeconds !== null;
    return [
      ...(isMarked ? [{ subject: intent.subject, target: mark, bases }] : []),
      ...(hasPosition
        ? [
            {
              subject: intent.subject,
              target: { of: 'position', seconds: earlierState.positionSeconds ?? 0 } as const,
              bases: isMarked ? { ...bases, possible: [...bases.possible, bases.ifBeingSent, resultOf(mark, 0)], continuedKeys: [] } : bases,
            },
          ]
        : []),
    ];
  }

  async function unsentRows(): Promise<StoredOutboxRow[]> {
    return ((await world.during(mirror.db.outbox.toArray())) ?? []).filter(isReplaceable);
  }

  /**
   * Checks that undoing a mark shows the earlier state again. Skips marks that newer intents of the same videos have followed. Also skips
   * videos that were deleted, that have a refused change, or of which the archive has since reported another state: neither the earlier one
   * nor, once the mark has arrived, the mark's.
   */
  async function compareWithBefore({ intents, shownBefore, atMs }: LastAction): Promise<void> {
    if (!intents.every((intent) => isMark(intent) && book.of(device.index, userId, intent.subject).at(-1) === intent)) return;
    const [firstIntent] = intents;
    if (!firstIntent) return;
    const { target, effectsBefore } = firstIntent;
    const isOwn = ({ device: deviceIndex, userId: ownerId }: Effect): boolean => deviceIndex === device.index && ownerId === userId;
    const ownEffects = device.archive.effects.slice(effectsBefore).filter(isOwn);
    const rows = (await world.during(mirror.db.outbox.toArray()).catch(() => null)) ?? [];
    for (const [videoId, state] of shownBefore) {
      const isRefused = rows.some((row) => row.lane === `video:${videoId}` && row.state.name === 'parked');
      if (isRefused || device.archive.model.isDeleted(videoId)) continue;
      const reports = device.archive.reportedStates.filter((report) => report.videoId === videoId && report.device === device.index && report.atMs >= atMs);
      // Before a mark is sent, the device reads the state; once the mark has arrived, the archive reports the mark's own state. A channel or
      // playlist is marked by one call, or by one call for each video.
      const subjects = [`watch:${videoId}`, ...(target.of === 'mark-all' ? [`watch:${target.id}`] : [])];
      const hasArrived = ownEffects.some(({ call }) => subjects.includes(subjectOfCall(call)?.subject ?? ''));
      const ownStates = hasArrived ? [state, resultOf(target, 0)] : [state];
      // The answer to a position that was being sent during the mark reports a state as well.
      const reportedStates = [...reports.map((report) => report.state), ...ownEffects.flatMap(({ states }) => states.get(videoId) ?? [])];
      const wasReported = reportedStates.some((reportedState) => !ownStates.some((ownState) => isSameState(reportedState, ownState)));
      const shownState = (await world.during(mirror.db.watchStates.get(videoId)).catch(() => null))?.shown ?? untouched;
      if (!wasReported && !isSameState(shownState, state))
        world.violations.push(
          `device ${device.index}: after an undo ${videoId} is shown as ${JSON.stringify(shownState)}, before the mark as ${JSON.stringify(state)}`,
        );
    }
  }

  /** Whether the marks' rows were deleted before they were sent. A reversal would have added rows instead. */
  async function isCancelled({ intents, deviceMs }: LastAction, rowsBefore: readonly StoredOutboxRow[]): Promise<boolean> {
    const areMarks = intents.every(isMark);
    const areLatest = intents.every((intent) => book.of(device.index, userId, intent.subject).at(-1) === intent);
    if (!areMarks || !areLatest || intents.length === 0 || device.wasClockMoved() || device.lastKillMs() >= deviceMs) return false;
    const row = rowsBefore.find(({ mutation }) => intents.some((intent) => isOfIntent(mutation, intent)));
    const rowsAfter = (await world.during(mirror.db.outbox.toArray()).catch(() => null))?.filter((other) => !isOfNewerVersion(other)) ?? null;
    // The mark has left, or there was nothing to send. Sequence numbers order the rows, because several are made in one millisecond.
    if (!row || !rowsAfter || rowsAfter.some(({ idempotencyKey, sequence }) => idempotencyKey === row.idempotencyKey || sequence > row.sequence)) return false;
    return !world.writes.some(({ key }) => key === row.idempotencyKey);
  }
}

function isOfIntent(mutation: Mutation, { subject, target }: Intent): boolean {
  const { kind, videoId, channelId, playlistId, isWatched } = mutation as Mutation & Record<string, unknown>;
  if (target.of === 'mark') return kind === 'mark-video-watched' && `video:${String(videoId)}` === subject && isWatched === target.isWatched;
  return target.of === 'mark-all' && (channelId ?? playlistId) === target.id && isWatched === target.isWatched;
}

const isMark = ({ target }: Intent): boolean => target.of === 'mark' || target.of === 'mark-all';
