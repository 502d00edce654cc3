// Decides which snapshots are removed. Pure. Snapshots are counted separately for each reason, so that daily snapshots never displace a
// snapshot that can undo a restore.
import type { SnapshotFile } from './snapshot-names.ts';

/** Snapshots that are kept by age stay for this many days (docs/behaviour.md, Backups and snapshots). */
export const keptDays = 30;
/** Among the snapshots kept by age, this many of the newest stay even after `keptDays`. */
const minKept = 5;
/** Snapshots beyond this number are removed even before `keptDays` have passed. */
const maxKept = 50;
/** How many snapshots from before restores are kept, and how many from before updates: enough to undo a series of mistakes. */
export const maxSafetySnapshots = 5;
const daySeconds = 86_400;

/** A date minus this sorts before every real date. */
const futurePenalty = 1e12;

/** Whether a snapshot is dated more than a day ahead, because the clock was wrong then, or is wrong now. Both times are in Unix seconds. */
export function isAhead(startedAt: number, now: number): boolean {
  return startedAt > now + daySeconds;
}

/** @param keptDailySnapshots how many daily snapshots stay; null keeps them by age, together with those made by hand */
export function expiredSnapshots<Snapshot extends SnapshotFile>(snapshots: readonly Snapshot[], keptDailySnapshots: number | null, now: number): Snapshot[] {
  // A snapshot dated in the future counts as the oldest; otherwise it would displace every new one.
  const orderOf = ({ startedAt }: Snapshot): number => (isAhead(startedAt, now) ? startedAt - futurePenalty : startedAt);
  const newestFirst = snapshots.toSorted((a, b) => orderOf(b) - orderOf(a) || b.endedAt - a.endedAt);
  const ofKind = (matches: (kind: SnapshotFile['reason']['kind']) => boolean): Snapshot[] => newestFirst.filter(({ reason }) => matches(reason.kind));
  const oldestTime = now - keptDays * daySeconds;
  const byAge = ofKind((kind) => kind === 'by-hand' || (kind === 'daily' && keptDailySnapshots === null));
  return [
    // Uploaded snapshots stay until a person deletes them.
    ...ofKind((kind) => kind === 'before-restore').slice(maxSafetySnapshots),
    ...ofKind((kind) => kind === 'before-update').slice(maxSafetySnapshots),
    ...(keptDailySnapshots === null ? [] : ofKind((kind) => kind === 'daily').slice(Math.max(keptDailySnapshots, 1))),
    ...byAge.filter(({ startedAt }, index) => index >= maxKept || (index >= minKept && startedAt < oldestTime)),
  ];
}
