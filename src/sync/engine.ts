// The sync engine of one tab: starts a flush whenever something may be sent, one tab at a time, and keeps the state of the
// connection. Constructed by main for the open account. It holds nothing that a crash could lose: rows say what is to be
// done, and a tab that starts takes up what another has left.
import { backoffMs, longestBackoffMs } from '../lib/backoff.ts';
import type { Locks } from '../lib/locks.ts';
import type { Mirror } from '../mirror/database.ts';
import { makeWaitingDue } from '../mirror/outbox.ts';
import type { Connection } from '../mirror/rows.ts';
import type { OutcomeListener } from '../network/archive-api.ts';
import { createReachability, isAway, type ReachabilityName } from '../network/reachability.ts';
import type { FlushApi, FlushResult } from './flush.ts';
import { createLeader } from './leader.ts';
import { retryFailedWishes } from '../mirror/wanted.ts';
import { watchTriggers, type Page } from './triggers.ts';

export interface SyncEngineOptions {
  mirror: Mirror;
  api: FlushApi;
  locks: Locks;
  page: Page;
  isStreaming(): boolean;
  /** For the jitter of retries. */
  random?: () => number;
  /** The session of the archive is somebody else's: nothing was sent. */
  onOtherAccount?: () => void;
}

export interface SyncEngine {
  start(): void;
  /** Ends everything; resolves when no request of it is under way. */
  stop(): Promise<void>;
  /** Every outcome of the API client, as its listener. */
  vote: OutcomeListener;
  /** Asks the archive now. */
  probe(): Promise<void>;
  connection(): ReachabilityName;
}

/** Another tab is flushing: it takes what is due in its pass, but may have looked just before the last change. */
const lookAgainMs = 2_000;

/** The app's own first requests vote; only when none has, the engine asks by itself. */
const firstProbeAfterMs = 2_000;

export function createSyncEngine({ mirror, api, locks, page, isStreaming, random = Math.random, onOtherAccount }: SyncEngineOptions): SyncEngine {
  const { clock, db } = mirror;
  const abort = new AbortController();
  const leader = createLeader({ locks, clock, name: `stowaway-flush|${mirror.accountKey}` });
  let running: Promise<void> | null = null;
  let isWantedAgain = false;
  let isFirstPass = true;
  let failedPasses = 0;
  let notBeforeMs = 0;
  let hasVoted = false;
  let cancelNext: () => void = () => {};
  let cancelFirstProbe: () => void = () => {};
  let endTriggers: () => void = () => {};

  const reachability = createReachability({
    api,
    remember,
    clock,
    isVisible: page.isVisible,
    hasNetwork: page.hasNetwork,
    onOnline: () => void onOnline(),
  });

  async function remember(connection: Connection): Promise<void> {
    const { registry } = mirror;
    await registry.transaction('rw', registry.connection, async () => {
      const lastAnswerAtMs = connection.lastAnswerAtMs ?? (await registry.connection.get('connection'))?.value.lastAnswerAtMs ?? null;
      await registry.connection.put({ key: 'connection', value: { ...connection, lastAnswerAtMs } });
    });
  }

  async function onOnline(): Promise<void> {
    notBeforeMs = 0;
    failedPasses = 0;
    try {
      await makeWaitingDue(mirror);
      await retryFailedWishes(mirror);
    } catch {
      // The database is closing; who opens it next finds the same rows.
    }
    wake();
  }

  /** Away there is nothing to send: the archive is asked whether it is back, and its answer wakes the rows. */
  function wake(): void {
    if (abort.signal.aborted) return;
    if (running) {
      isWantedAgain = true;
      return;
    }
    if (isAway(reachability.name())) return;
    if (clock.now() < notBeforeMs && notBeforeMs - clock.now() <= longestBackoffMs) return;
    running = pass().finally(() => {
      running = null;
      if (!isWantedAgain) return;
      isWantedAgain = false;
      wake();
    });
  }

  async function drain(): Promise<FlushResult> {
    // Nothing before the first content needs it.
    const { flushOutbox, releaseHeld } = await import('./flush.ts');
    if (isFirstPass) await releaseHeld(mirror);
    isFirstPass = false;
    return flushOutbox({ mirror, api, isStreaming, random, signal: abort.signal });
  }

  async function pass(): Promise<void> {
    cancelNext();
    try {
      const result = await leader.lead(drain, progressOfOutbox);
      if (abort.signal.aborted) return;
      if (result) afterPass(result);
      else if (await isAnythingWaiting()) lookAgainIn(lookAgainMs);
    } catch {
      // A database that was closed under the pass, a lock that was taken from it, a part that did not load: the rows say how far it came.
      if (!abort.signal.aborted) lookAgainIn(lookAgainMs);
    }
  }

  function afterPass({ end, nextTryAtMs }: FlushResult): void {
    if (end === 'drained') failedPasses = 0;
    if (end === 'other-account') onOtherAccount?.();
    if (end === 'server-error' || end === 'too-many') {
      failedPasses += 1;
      notBeforeMs = Math.max(nextTryAtMs ?? 0, clock.now() + backoffMs(failedPasses, random));
      lookAgainIn(notBeforeMs - clock.now());
    } else if (end === 'unreachable' || end === 'captive' || end === 'signed-out') {
      // The client's listener has voted; where the ping answers after all, this pass failed for a reason of its own.
      failedPasses += 1;
      notBeforeMs = clock.now() + backoffMs(failedPasses, random);
      lookAgainIn(notBeforeMs - clock.now());
      if (end !== 'signed-out') void reachability.probe();
    } else if (end === 'drained' && nextTryAtMs !== null) {
      lookAgainIn(Math.max(0, nextTryAtMs - clock.now()));
    }
  }

  function lookAgainIn(ms: number): void {
    cancelNext();
    cancelNext = clock.after(ms, wake);
  }

  async function progressOfOutbox(): Promise<string> {
    const rows = await db.outbox.toArray();
    return JSON.stringify(rows.filter((row) => row.state.name !== 'parked').map(({ sequence, state, attempts }) => [sequence, state.name, attempts])[0] ?? []);
  }

  async function isAnythingWaiting(): Promise<boolean> {
    return (await db.outbox.where('state.name').anyOf('waiting', 'sent', 'held').count()) > 0;
  }

  function lookEverywhere(): void {
    if (isAway(reachability.name()) || reachability.name() === 'signed-out') void reachability.probe();
    else wake();
  }

  return {
    start() {
      endTriggers = watchTriggers({
        db,
        clock,
        page,
        // Away, a change asks whether the archive is back: a person who taps expects it to be tried.
        onOutboxChange: () => (isAway(reachability.name()) ? void reachability.probe() : wake()),
        onVisible: lookEverywhere,
        onNetworkHint: () => {
          reachability.hint();
          wake();
        },
        onMinute: lookEverywhere,
      });
      cancelFirstProbe = clock.after(firstProbeAfterMs, () => {
        if (!hasVoted) void reachability.probe();
      });
      wake();
    },
    async stop() {
      abort.abort();
      endTriggers();
      cancelNext();
      cancelFirstProbe();
      reachability.stop();
      await running;
    },
    vote(outcome) {
      hasVoted = true;
      reachability.vote(outcome);
    },
    probe: () => reachability.probe(),
    connection: () => reachability.name(),
  };
}
