// Decides when the policies are carried out (apply-policies.ts): when the app starts, when a policy changes, when a video has been watched or
// does not fit, after a pull, and every quarter of an hour. A run is made in one visible tab, once local changes are sent, so that the
// archive's lists include them.
import type { Mirror } from '../../mirror/database.ts';
import { failureOfConnection } from '../../queries/connection-store.ts';
import { createLiveStore, type LiveStore } from '../../queries/live-store.ts';
import { applyPolicies, type PolicyPorts } from './apply-policies.ts';

/** A source that was read within this time is not fetched again. */
const sourceFreshMs = 15 * 60_000;
/** Several changes within this time cause one run. */
const debounceMs = 500;

export interface Policies {
  /** Call when something may have changed. */
  wake(): void;
  stop(): void;
}

export function startPolicies(ports: PolicyPorts): Policies {
  const { mirror, link, locks } = ports;
  const abortController = new AbortController();
  let cancelRun: (() => void) | null = null;
  let settledSinceMs: number | null = null;
  let currentRun: Promise<void> | null = null;

  function wake(delayMs = debounceMs): void {
    cancelRun?.();
    cancelRun = mirror.clock.after(delayMs, () => {
      cancelRun = null;
      if (currentRun) return wake();
      currentRun = run()
        .catch((reason: unknown) => console.warn('The policies could not be carried out', reason))
        .finally(() => {
          currentRun = null;
          if (!abortController.signal.aborted && !cancelRun) wake(sourceFreshMs);
        });
    });
  }

  async function run(): Promise<void> {
    if (abortController.signal.aborted || settledSinceMs === null || !ports.isVisible()) return;
    const nowMs = mirror.clock.now();
    const sinceMs = Math.max(Math.min(settledSinceMs, nowMs), nowMs - sourceFreshMs);
    await link.openIfUsed();
    const hasWork = (link.plans()?.policies.length ?? 0) > 0 || link.items().some(({ keptFor }) => keptFor === 'policy');
    if (hasWork) await locks.run(`stowaway-policies ${mirror.accountKey}`, () => applyPolicies(ports, sinceMs, abortController.signal), { ifFree: true });
  }

  const settledStore = createLiveStore({ clock: mirror.clock, initial: false, query: () => hasSettled(mirror) });
  function onSettled(): void {
    settledSinceMs = settledStore.read() ? mirror.clock.now() : null;
    if (settledStore.read()) wake();
  }

  let trackedIds = '';
  let stopTracking = (): void => {};
  /** Follows the watched state, changed here or elsewhere, of the videos that policies keep. */
  function trackWatchStates(): void {
    const ids = link.items().flatMap(({ videoId, keptFor }) => (keptFor === 'policy' ? [videoId] : []));
    if (ids.join(' ') === trackedIds) return;
    trackedIds = ids.join(' ');
    stopTracking();
    const query = async (): Promise<string> => (await mirror.db.watchStates.bulkGet(ids)).map((row) => Number(row?.shown.isWatched ?? false)).join('');
    stopTracking = createLiveStore({ clock: mirror.clock, initial: '', query }).subscribe(() => wake());
  }

  let lastPlans = link.plans();
  let waitingIds = new Set<string>();
  /** Wakes if the plans have changed, or another video waits for space, which policies may provide. */
  function onLink(): void {
    trackWatchStates();
    const ids = new Set(link.items().flatMap(({ videoId, status }) => (status.reason === 'storage-full' ? [videoId] : [])));
    const isUnchanged = link.plans() === lastPlans && [...ids].every((videoId) => waitingIds.has(videoId));
    [lastPlans, waitingIds] = [link.plans(), ids];
    if (!isUnchanged) wake();
  }

  const cleanups = [settledStore.subscribe(onSettled), pullCounterStore(mirror).subscribe(() => wake()), link.subscribe(onLink)];
  onSettled();
  onLink();

  return {
    wake: () => wake(),
    stop() {
      abortController.abort();
      cancelRun?.();
      stopTracking();
      for (const stop of cleanups) stop();
    },
  };
}

/** Whether the archive answers and no local change waits to be sent. The archive's lists then include this device's changes. */
async function hasSettled({ registry, db }: Mirror): Promise<boolean> {
  const [connection, waitingCount] = await Promise.all([registry.connection.get('connection'), db.outbox.where('state.name').anyOf('waiting', 'sent').count()]);
  return connection !== undefined && failureOfConnection(connection.value) === null && waitingCount === 0;
}

/** A number that changes with a pull from the archive, at most once in `sourceFreshMs`. */
function pullCounterStore({ db, clock }: Mirror): LiveStore<number> {
  const query = async (): Promise<number> => Math.floor(((await db.documents.get('last-sync'))?.fetchedAtMs ?? 0) / sourceFreshMs);
  return createLiveStore({ clock, initial: 0, query });
}
