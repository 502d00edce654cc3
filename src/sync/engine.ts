// The sync engine of one tab: starts a flush whenever something may be sent, one tab at a time, and keeps the state of the
// connection. Constructed by app/client.tsx for the open account. It holds nothing that a crash could lose: rows say what is to be
// done, and a tab that starts takes up what another has left.
import { backoffMs, longestBackoffMs } from '../lib/backoff.ts';
import type { Locks } from '../lib/locks.ts';
import type { Mirror } from '../mirror/database.ts';
import { makeWaitingDue } from '../mirror/outbox.ts';
import type { Connection } from '../mirror/rows.ts';
import type { OutcomeListener, SessionApi } from '../network/archive-api.ts';
import { createReachability, isAway, type ReachabilityName } from '../network/reachability.ts';
import type { FlushApi, FlushResult } from './flush.ts';
import { createLeader } from './leader.ts';
import { retryFailedWishes } from '../mirror/wanted.ts';
import { watchTriggers, type Page } from './triggers.ts';

export interface SyncEngineOptions {
  mirror: Mirror;
  api: Pick<SessionApi, 'ping'>;
  /** What flush calls: no start waits for it. Rejects where this part of the client could not be fetched. */
  flushApi(): Promise<FlushApi>;
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

/** One pass over the outbox at a time. */
type Passing = { is: 'idle' } | { is: 'scheduled'; cancel: () => void } | Running;

interface Running {
  is: 'running';
  /** Something changed while it was under way. */
  isWantedAgain: boolean;
  end: Promise<void>;
}

/** Passes have failed: no other one begins before its time. */
interface Pause {
  failedPasses: number;
  notBeforeMs: number;
}

/** Whether any request has told of the archive. */
type Contact = { is: 'none' } | { is: 'awaited'; cancel: () => void } | { is: 'made' };

export function createSyncEngine({ mirror, api, flushApi, locks, page, isStreaming, random = Math.random, onOtherAccount }: SyncEngineOptions): SyncEngine {
  const { clock, db } = mirror;
  const abort = new AbortController();
  const leader = createLeader({ locks, clock, name: `stowaway-flush|${mirror.accountKey}` });
  let passing: Passing = { is: 'idle' };
  let pause: Pause | null = null;
  let contact: Contact = { is: 'none' };
  let isFirstPass = true;
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
    pause = null;
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
    if (passing.is === 'running') return void (passing.isWantedAgain = true);
    if (isAway(reachability.name())) return;
    const pauseMs = (pause?.notBeforeMs ?? 0) - clock.now();
    if (pauseMs > 0 && pauseMs <= longestBackoffMs) return;
    if (passing.is === 'scheduled') passing.cancel();
    const running: Running = { is: 'running', isWantedAgain: false, end: pass().then(rest) };
    passing = running;

    function rest(inMs: number | null): void {
      passing = inMs === null || abort.signal.aborted ? { is: 'idle' } : { is: 'scheduled', cancel: clock.after(inMs, wakeAtTime) };
      if (running.isWantedAgain) wake();
    }
  }

  function wakeAtTime(): void {
    passing = { is: 'idle' };
    wake();
  }

  async function drain(): Promise<FlushResult> {
    // Nothing before the first content needs it.
    const [{ flushOutbox, releaseHeld }, calls] = await Promise.all([import('./flush.ts'), flushApi()]);
    if (isFirstPass) await releaseHeld(mirror);
    isFirstPass = false;
    return flushOutbox({ mirror, api: calls, isStreaming, random, signal: abort.signal });
  }

  /** Answers when to look again, in ms; null: not before something calls for it. */
  async function pass(): Promise<number | null> {
    try {
      const result = await leader.lead(drain, progressOfOutbox);
      if (abort.signal.aborted) return null;
      if (result) return afterPass(result);
      return (await isAnythingWaiting()) ? lookAgainMs : null;
    } catch {
      // A database that was closed under the pass, a lock that was taken from it, a part that did not load: the rows say how far it came.
      return lookAgainMs;
    }
  }

  function afterPass({ end, nextTryAtMs }: FlushResult): number | null {
    switch (end) {
      case 'drained':
        pause = null;
        return nextTryAtMs === null ? null : Math.max(0, nextTryAtMs - clock.now());
      case 'server-error':
      case 'too-many':
        return pauseFrom(nextTryAtMs ?? 0);
      case 'unreachable':
      case 'captive':
        // The client's listener has voted; where the ping answers after all, this pass failed for a reason of its own.
        void reachability.probe();
        return pauseFrom(0);
      case 'signed-out':
        return pauseFrom(0);
      case 'other-account':
        onOtherAccount?.();
        return null;
      case 'locked':
      case 'aborted':
        return null;
    }
  }

  function pauseFrom(leastAtMs: number): number {
    const failedPasses = (pause?.failedPasses ?? 0) + 1;
    pause = { failedPasses, notBeforeMs: Math.max(leastAtMs, clock.now() + backoffMs(failedPasses, random)) };
    return pause.notBeforeMs - clock.now();
  }

  async function progressOfOutbox(): Promise<string> {
    // A row of another version of the app stands still, however much the tab that has the lock is sending.
    const rows = (await db.outbox.toArray()).filter((row) => row.state.name !== 'parked' && db.kinds.of(row.mutation) !== null);
    return JSON.stringify(rows.map(({ sequence, state, attempts }) => [sequence, state.name, attempts])[0] ?? []);
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
      if (contact.is === 'none') contact = { is: 'awaited', cancel: clock.after(firstProbeAfterMs, () => void reachability.probe()) };
      wake();
    },
    async stop() {
      abort.abort();
      endTriggers();
      if (contact.is === 'awaited') contact.cancel();
      reachability.stop();
      if (passing.is === 'scheduled') passing.cancel();
      if (passing.is === 'running') await passing.end;
    },
    vote(outcome) {
      if (contact.is === 'awaited') contact.cancel();
      contact = { is: 'made' };
      reachability.vote(outcome);
    },
    probe: () => reachability.probe(),
    connection: () => reachability.name(),
  };
}
