// The sync engine of one tab: starts a flush whenever something may be sent, one tab at a time, and tracks the connection's state.
// Constructed by app/client.tsx for the open account. Keeps nothing that a crash could lose: rows say what is left to do, and any tab can
// continue another tab's work.
import { backoffMs, maxBackoffMs } from '../lib/backoff.ts';
import { isUnavailable } from '../lib/connection.ts';
import type { Locks } from '../lib/locks.ts';
import type { Mirror } from '../mirror/database.ts';
import { readFence, sendingLockName, watchSendingLock } from '../mirror/fence.ts';
import { makeWaitingDue } from '../mirror/outbox.ts';
import type { Connection } from '../mirror/rows.ts';
import { onSyncEvent } from '../mirror/sync-events.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import type { OutcomeListener, SessionApi } from '../network/archive-api.ts';
import { createReachability, isAway, type ReachabilityName } from '../network/reachability.ts';
import type { FlushApi, FlushResult } from './flush.ts';
import { createLeader } from './leader.ts';
import { retryFailedRequests } from '../mirror/refresh-requests.ts';
import { watchTriggers, type Page } from './triggers.ts';

export interface SyncEngineOptions {
  mirror: Mirror;
  api: Pick<SessionApi, 'ping'>;
  /** Loads the calls of flush, so that startup need not wait for them. Rejects when the chunk cannot be fetched. */
  flushApi(): Promise<FlushApi>;
  locks: Locks;
  page: Page;
  isStreaming(): boolean;
  /** The random numbers for the jitter of retries. */
  random?: () => number;
  /** Called when the archive's session belongs to another account. Nothing was sent. */
  onOtherAccount?: () => void;
}

export interface SyncEngine {
  start(): void;
  /** Stops the engine; resolves when none of its requests is under way. */
  stop(): Promise<void>;
  /** The listener for every outcome of the API client. */
  reportOutcome: OutcomeListener;
  /** Pings the archive now. */
  probe(): Promise<void>;
  connection(): ReachabilityName;
}

/** The delay until the next attempt while another tab is flushing. That tab may have read the outbox just before the last change. */
const recheckMs = 2_000;

/** If none of the app's own requests has had an outcome after this time, the engine pings. */
const firstProbeAfterMs = 2_000;

/** The state of the pass over the outbox. There is one pass at a time. */
type PassState = { is: 'idle' } | { is: 'scheduled'; cancel: () => void } | Running;

interface Running {
  is: 'running';
  /** Something changed during the pass. */
  needsRerun: boolean;
  end: Promise<void>;
}

/** Backoff after failed passes. */
interface Pause {
  failedPasses: number;
  /** The earliest next pass after a 429 or repeated server errors, even if the user retries; 0: no limit. */
  minUntilMs: number;
  notBeforeMs: number;
}

/** Whether any request has had an outcome yet. */
type ContactState = { is: 'none' } | { is: 'awaited'; cancel: () => void } | { is: 'made' };

export function createSyncEngine({ mirror, api, flushApi, locks, page, isStreaming, random = Math.random, onOtherAccount }: SyncEngineOptions): SyncEngine {
  const { clock, db } = mirror;
  const abort = new AbortController();
  /** Aborts the requests of the pass under way. Replaced whenever the copy is locked. */
  let requestsAbort = new AbortController();
  const leader = createLeader({ locks, clock, name: sendingLockName(mirror.accountKey) });
  let passState: PassState = { is: 'idle' };
  let pause: Pause | null = null;
  let contact: ContactState = { is: 'none' };
  let isFirstPass = true;
  let endTriggers: () => void = () => {};
  let endWatch: () => void = () => {};
  let endEvents: () => void = () => {};
  let endRecords: () => void = () => {};
  /** The connection's state as any tab recorded it last. */
  let recordedName: ReachabilityName = 'online';

  const reachability = createReachability({
    api,
    storeConnection,
    clock,
    isVisible: page.isVisible,
    hasNetwork: page.hasNetwork,
    onOnline: () => void onOnline(),
  });

  async function storeConnection(connection: Connection): Promise<void> {
    const { registry } = mirror;
    await registry.transaction('rw', registry.connection, async () => {
      const lastAnswerAtMs = connection.lastAnswerAtMs ?? (await registry.connection.get('connection'))?.value.lastAnswerAtMs ?? null;
      await registry.connection.put({ key: 'connection', value: { ...connection, lastAnswerAtMs } });
    });
  }

  async function onOnline(): Promise<void> {
    pause = null;
    try {
      await makeWaitingDue(mirror);
      await retryFailedRequests(mirror);
    } catch {
      // The database is closing; the rows are kept for the next tab that opens it.
    }
    wake();
  }

  /**
   * Starts a pass, or another one after the pass under way. Does nothing during a pause or while the archive is away; the end of the pause
   * or a successful ping calls this again.
   */
  function wake(): void {
    if (abort.signal.aborted) return;
    if (passState.is === 'running') return void (passState.needsRerun = true);
    if (isAway(reachability.name())) return;
    // A pause longer than the longest backoff means that the clock was set back.
    const pauseMs = (pause?.notBeforeMs ?? 0) - clock.now();
    if (pauseMs > 0 && pauseMs <= maxBackoffMs) return;
    if (passState.is === 'scheduled') passState.cancel();
    const runningPass: Running = { is: 'running', needsRerun: false, end: runPass().then(scheduleNext) };
    passState = runningPass;

    function scheduleNext(inMs: number | null): void {
      passState = inMs === null || abort.signal.aborted ? { is: 'idle' } : { is: 'scheduled', cancel: clock.after(inMs, onTimer) };
      if (runningPass.needsRerun) wake();
    }
  }

  function onTimer(): void {
    passState = { is: 'idle' };
    // The pause is over, even if the clock was set back meanwhile and says otherwise.
    if (pause) pause.notBeforeMs = 0;
    wake();
  }

  async function drain(isAlone: boolean): Promise<FlushResult> {
    // Loaded only now, because the first content does not need it.
    const [{ flushOutbox, releaseDeferred }, calls] = await Promise.all([import('./flush.ts'), flushApi()]);
    if (isFirstPass) await releaseDeferred(mirror);
    isFirstPass = false;
    return flushOutbox({ mirror, api: calls, locks, isStreaming, random, signal: requestsAbort.signal, isAlone });
  }

  /** Resolves to the delay until the next pass in ms; null: no pass until something triggers one. */
  async function runPass(): Promise<number | null> {
    try {
      // Without unsent rows, the flush code is not loaded, because on a slow connection the first content would have to wait for it.
      if (!(await hasUnsentRows())) return null;
      const result = await leader.lead(drain, readProgress);
      if (abort.signal.aborted) return null;
      if (result) return nextDelay(result);
      return (await hasUnsentRows()) ? recheckMs : null;
    } catch {
      // The database was closed, the lock was stolen or a chunk did not load; the rows record the progress of the pass. The writes of the
      // pass itself wake the engine immediately, so only a pause keeps it from retrying in a tight loop.
      return backOff(0);
    }
  }

  function nextDelay({ end, nextTryAtMs }: FlushResult): number | null {
    switch (end) {
      case 'drained':
        pause = null;
        return nextTryAtMs === null ? null : Math.max(0, nextTryAtMs - clock.now());
      case 'server-error':
      case 'too-many':
        return backOff(nextTryAtMs ?? 0);
      case 'unreachable':
      case 'captive':
      case 'proxy-login':
        // The API client has already reported this outcome. If the ping succeeds after all, only this pass has failed.
        void reachability.probe();
        return backOff(0);
      case 'signed-out':
      case 'full':
        return backOff(0);
      case 'other-account':
        onOtherAccount?.();
        return null;
      case 'held':
        return recheckMs;
      case 'locked':
      case 'aborted':
        return null;
    }
  }

  function backOff(minUntilMs: number): number {
    const failedPasses = (pause?.failedPasses ?? 0) + 1;
    pause = { failedPasses, minUntilMs, notBeforeMs: Math.max(minUntilMs, clock.now() + backoffMs(failedPasses, random)) };
    return pause.notBeforeMs - clock.now();
  }

  /** A value that changes while the flushing tab is alive. A tab with an earlier version of the app writes no fence, but changes rows. */
  async function readProgress(): Promise<string> {
    const rows = await db.outbox.toArray();
    return JSON.stringify([await readFence(db), rows.map(({ sequence, state, attempts }) => [sequence, state.name, attempts])]);
  }

  async function hasUnsentRows(): Promise<boolean> {
    return (await db.outbox.where('state.name').anyOf('waiting', 'sent', 'held').count()) > 0;
  }

  function onLockChange(isLocked: boolean): void {
    if (!isLocked) return wake();
    requestsAbort.abort();
    requestsAbort = new AbortController();
  }

  function checkNow(): void {
    if (isUnavailable(reachability.name())) void reachability.probe();
    else wake();
    verifyRecord();
  }

  /** If this tab is visible, checks another tab's record that the archive is away, because that tab may be hidden and not ping again. */
  function verifyRecord(): void {
    if (isAway(recordedName) && !isAway(reachability.name()) && page.isVisible()) reachability.verify();
  }

  return {
    start() {
      endWatch = watchSendingLock(mirror, onLockChange);
      endEvents = onSyncEvent(db, ({ kind }) => {
        if (kind !== 'try-now') return;
        if (pause) pause.notBeforeMs = pause.minUntilMs;
        checkNow();
      });
      endRecords = watchQuery(
        clock,
        () => mirror.registry.connection.get('connection'),
        (record) => {
          recordedName = record?.value.name ?? 'online';
          verifyRecord();
        },
      );
      endTriggers = watchTriggers({
        db,
        clock,
        page,
        // While the archive is away, a change triggers a ping, because a user who taps expects an attempt.
        onOutboxChange: () => (isAway(reachability.name()) ? void reachability.probe() : wake()),
        onVisible: checkNow,
        onNetworkHint: () => {
          reachability.hint();
          wake();
        },
        onMinute: checkNow,
      });
      if (contact.is === 'none') contact = { is: 'awaited', cancel: clock.after(firstProbeAfterMs, () => void reachability.probe()) };
      wake();
    },
    async stop() {
      abort.abort();
      requestsAbort.abort();
      endWatch();
      endEvents();
      endRecords();
      endTriggers();
      if (contact.is === 'awaited') contact.cancel();
      reachability.stop();
      if (passState.is === 'scheduled') passState.cancel();
      if (passState.is === 'running') await passState.end;
    },
    reportOutcome(outcome) {
      if (contact.is === 'awaited') contact.cancel();
      contact = { is: 'made' };
      reachability.vote(outcome);
    },
    probe: () => reachability.probe(),
    connection: () => reachability.name(),
  };
}
