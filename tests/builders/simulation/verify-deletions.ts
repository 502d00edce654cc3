// Checks what happened to the videos that somebody asked to delete, or to delete and ignore.
import type { Deletion } from './intents.ts';
import type { SimulatedDevice } from './device.ts';
import { subjectOfCall } from './effects.ts';
import { deletableIds } from './library.ts';
import type { SimulationRun } from './run.ts';

/** The outcomes after which the archive has certainly done nothing. */
const outcomesWithoutEffect: readonly Deletion['outcome'][] = ['forbidden', 'refused', 'signed-out'];

export function verifyDeletions(run: SimulationRun): void {
  for (const device of run.world.devices) for (const videoId of deletableIds) verifyVideo(run, device, videoId);
}

function verifyVideo({ world, book }: SimulationRun, device: SimulatedDevice, videoId: string): void {
  const { effects, model, kind } = device.archive;
  const violate = (violation: string): void => void world.violations.push(`device ${device.index}: ${videoId} ${violation}`);
  const deletions = book.deletions.filter((deletion) => deletion.device === device.index && deletion.videoId === videoId);
  const isOwn = (call: string, deviceIndex: number | null, of: 'deleted' | 'ignored'): boolean =>
    deviceIndex === device.index && subjectOfCall(call)?.subject === `${of}:${videoId}`;

  // A person asked for each request.
  const requestIndexes = world.writes.flatMap((write, index) => (isOwn(write.call, write.device, 'deleted') ? [index] : []));
  requestIndexes.forEach((writeIndex, earlierCount) => {
    if (deletions.filter(({ writesBefore }) => writesBefore <= writeIndex).length <= earlierCount)
      violate('was requested to be deleted, and nobody had asked for it');
  });
  const deletedIndex = effects.findIndex(({ call, device: deviceIndex }) => isOwn(call, deviceIndex, 'deleted'));
  if (deletedIndex >= 0 && !deletions.some(({ outcome }) => !outcomesWithoutEffect.includes(outcome)))
    violate('was deleted, and everybody was told that it was not');

  // An ignored video is deleted, and the person asked for both.
  const ignoreEffects = effects.flatMap((effect, index) => (isOwn(effect.call, effect.device, 'ignored') ? [{ ...effect, index }] : []));
  for (const { states, index, userId } of ignoreEffects) {
    if (states.has(videoId)) violate('is ignored, and the archive has it');
    if (!deletions.some((deletion) => deletion.isIgnored && deletion.userId === userId && deletion.effectsBefore <= index))
      violate(`is ignored, and person ${userId} has not asked for it`);
  }
  const keys = new Set(ignoreEffects.map(({ key }) => key));
  // The stored ignore change waits, by the device's clock, until the deletion must have ended. If that clock was set, the change may be
  // sent while the deletion is still in progress. The video is then ignored twice, with two keys.
  const ignoredCount = deletions.filter(({ isIgnored }) => isIgnored).length;
  if (keys.size > ignoredCount && !device.wasClockMoved()) violate(`was ignored ${keys.size} times`);

  // "Delete and Ignore" is one action, whatever happened to its tab after the deletion.
  if (model.lists.ignoredVideoIds.has(videoId)) return;
  const isUndecided = ({ userId, isCopyGone }: Deletion): boolean => isCopyGone || book.isSubjectUndecided(device.index, userId, `ignored:${videoId}`);
  const areAllWithIgnoring = deletions.every((deletion) => deletion.isIgnored && !isUndecided(deletion));
  for (const [index, deletion] of deletions.entries()) {
    const { isIgnored, outcome, userId, effectsBefore } = deletion;
    if (!isIgnored || isUndecided(deletion)) continue;
    // If the person later asked for both kinds of deletion, the plain one counts.
    const laterDeletions = deletions.slice(index + 1).filter((laterDeletion) => laterDeletion.userId === userId);
    if (laterDeletions.some((laterDeletion) => laterDeletion.isIgnored) && laterDeletions.some((laterDeletion) => !laterDeletion.isIgnored)) continue;
    if (outcome === 'done') violate(`was reported to person ${userId} as deleted and ignored, and is not ignored (${kind})`);
    // If the device's clock was set, the ignore change may still be waiting. If a plain deletion follows, it withdraws the ignore change.
    else if (areAllWithIgnoring && deletedIndex >= effectsBefore && !device.wasClockMoved())
      violate(`was deleted, and is not ignored for person ${userId}, who was told: ${outcome} (${kind})`);
  }
}
