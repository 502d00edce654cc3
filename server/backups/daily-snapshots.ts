// Makes one snapshot a day at noon while the setting `enable_snapshot` is on. If the server was down at one or more noons, it makes one
// snapshot afterwards.
import type { Archive } from '../archive/archive.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Log } from '../log/log.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { SnapshotInput } from './backup-tasks.ts';
import type { SnapshotReason } from './snapshot-names.ts';
import { isAhead } from './snapshot-rotation.ts';
import type { Snapshots } from './snapshots.ts';

export interface DailySnapshots {
  stop(): void;
}

const noon = 12;
const checkIntervalMs = 60_000;

/** Unix seconds of the next noon in the server's time zone. */
export function nextSnapshotAt(now: Date): number {
  const nextNoon = new Date(now);
  nextNoon.setHours(noon, 0, 0, 0);
  if (nextNoon <= now) nextNoon.setDate(nextNoon.getDate() + 1);
  return Math.floor(nextNoon.getTime() / 1000);
}

function lastNoon(now: Date): number {
  const latestNoon = new Date(now);
  latestNoon.setHours(noon, 0, 0, 0);
  if (latestNoon > now) latestNoon.setDate(latestNoon.getDate() - 1);
  return Math.floor(latestNoon.getTime() / 1000);
}

/** Kinds that count as the day's snapshot. A snapshot made before a restore does not count, because it contains the replaced archive. */
const kindsOfDay: SnapshotReason['kind'][] = ['daily', 'by-hand'];

/**
 * Whether the latest snapshot is from before the last noon. A failed snapshot counts too, so that it is not tried again every minute.
 * @param archiveSince Unix seconds; a new archive needs no snapshot before its first noon
 */
export function isSnapshotDue(snapshots: Pick<Snapshots, 'list'>, now: Date, archiveSince = 0): boolean {
  const latestSnapshot = snapshots.list().find(({ reason, startedAt }) => kindsOfDay.includes(reason.kind) && !isAhead(startedAt, now.getTime() / 1000));
  return (latestSnapshot?.startedAt ?? archiveSince) < lastNoon(now);
}

export function startDailySnapshots(archive: Archive, snapshots: Snapshots, tasks: Pick<Tasks, 'start'>, log: Log): DailySnapshots {
  const firstMigration = archive.database.prepare('SELECT min(applied_at) AS since FROM migration');
  const since = (): number => (firstMigration.get() as { since: number }).since;

  /** The last problem. It is logged once, although the check is repeated every minute. */
  let lastProblem: string | null = null;

  function checkDue(): void {
    try {
      if (!archive.appSettings.get().application.enable_snapshot || !isSnapshotDue(snapshots, new Date(), since())) return;
      snapshots.announce({ kind: 'daily' }, (snapshotId) =>
        inTransaction(archive.database, () => tasks.start('create_snapshot', { snapshotId, reason: 'daily' } satisfies SnapshotInput)),
      );
      lastProblem = null;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== lastProblem) log.error(`Snapshots could not be checked: ${problem}`);
      lastProblem = problem;
    }
  }
  const timer = setInterval(checkDue, checkIntervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
