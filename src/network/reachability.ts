// Determines whether the archive can be reached, as one of seven states. The outcomes of real requests vote, and a ping decides doubtful
// cases. The browser's view of the network only triggers a ping and, if the ping fails, decides between `offline` and `unreachable`. Called
// by each tab's engine, which passes in every outcome and records the last state. All tabs show the recorded state, and so does a page
// opened after a crash, until its first answer. Knows no database.
import type { Clock } from '../lib/clock.ts';
import { isUnavailable } from '../lib/connection.ts';
import type { ApiError } from './api-error.ts';
import type { SessionApi } from './archive-api.ts';

export type ReachabilityName = 'online' | 'degraded' | 'captive' | 'proxy-login' | 'unreachable' | 'offline' | 'signed-out';

export type ReachabilityEvent =
  /** The outcome of a real request. */
  | { kind: 'vote'; outcome: 'answered' | ApiError['kind'] }
  /** The outcome of a ping. `hasNetwork`: whether there is a network, according to the browser. */
  | { kind: 'probe'; outcome: 'pong' | 'signed-out' | 'captive' | 'proxy-login' | 'unreachable' | 'server-error'; hasNetwork: boolean }
  | { kind: 'hint'; hasNetwork: boolean };

type AwayName = Exclude<ReachabilityName, 'online' | 'degraded' | 'signed-out'>;

/** The states, with their data. */
export type ReachabilityState =
  | { name: 'online' | 'signed-out' }
  | { name: 'degraded'; answersInARow: number }
  /** `probes`: how many pings have failed in this state, not counting the one that led to it. */
  | { name: AwayName; probes: number };

export interface Transition {
  next: ReachabilityState;
  /** Whether a ping must decide, because one outcome is not enough. */
  needsProbe: boolean;
}

const withoutProbe = (next: ReachabilityState): Transition => ({ next, needsProbe: false });
const withProbe = (next: ReachabilityState): Transition => ({ next, needsProbe: true });

/** This many consecutive answers without a failure make a degraded server count as online again. */
const answersToRecover = 3;

export function isAway(name: ReachabilityName): name is AwayName {
  return name !== 'online' && name !== 'degraded' && name !== 'signed-out';
}

/** The away state of this name. Counts one more probe if `state` already has the name. */
function awayState(state: ReachabilityState, name: AwayName): ReachabilityState {
  return { name, probes: state.name === name ? state.probes + 1 : 0 };
}

export function transition(state: ReachabilityState, event: ReachabilityEvent): Transition {
  switch (event.kind) {
    case 'hint':
      return withProbe(state);
    case 'probe':
      return withoutProbe(afterProbe(state, event.outcome, event.hasNetwork));
    case 'vote':
      return afterVote(state, event.outcome);
  }
}

function afterProbe(state: ReachabilityState, outcome: (ReachabilityEvent & { kind: 'probe' })['outcome'], hasNetwork: boolean): ReachabilityState {
  switch (outcome) {
    case 'pong':
      // The ping succeeded where requests had failed, so the archive answers, but not every time.
      return state.name === 'degraded' ? state : { name: 'online' };
    case 'signed-out':
      return { name: 'signed-out' };
    case 'captive':
    case 'proxy-login':
      return awayState(state, outcome);
    case 'server-error':
    case 'unreachable':
      return awayState(state, hasNetwork ? 'unreachable' : 'offline');
  }
}

function afterVote(state: ReachabilityState, outcome: (ReachabilityEvent & { kind: 'vote' })['outcome']): Transition {
  switch (outcome) {
    case 'answered':
    case 'not-found':
    case 'refused':
      if (state.name !== 'degraded' || state.answersInARow + 1 >= answersToRecover) return withoutProbe({ name: 'online' });
      return withoutProbe({ name: 'degraded', answersInARow: state.answersInARow + 1 });
    case 'aborted':
    case 'other-account':
      return withoutProbe(state);
    case 'server-error':
    case 'too-many':
    case 'bad-shape':
      if (isUnavailable(state.name)) return withoutProbe(state);
      // The ping decides whether only this call failed, or the whole server is down behind a proxy's error page.
      return state.name === 'degraded' ? withoutProbe({ name: 'degraded', answersInARow: 0 }) : withProbe({ name: 'degraded', answersInARow: 0 });
    case 'unreachable':
    case 'captive':
    case 'proxy-login':
    case 'no-such-call':
      // While the archive is away, probes follow their own schedule.
      return isAway(state.name) ? withoutProbe(state) : withProbe(state);
    case 'forbidden':
      return state.name === 'signed-out' ? withoutProbe(state) : withProbe(state);
  }
}

/** Pings follow after 1, 2 and 4 s, then every 5 s, so that a restarted server is noticed within seconds. Each is one small request. */
const probeDelaysMs = [1_000, 2_000, 4_000, 5_000] as const;

/** "Last answer 2 min ago" needs no finer step, and each write wakes the views that show it. */
const answerStepMs = 60_000;

/** An archive that does not answer a ping within this time counts as unreachable; the same limit as the client's (archive-client.ts). */
const probeTimeoutMs = 4_000;

export interface ReachabilityPorts {
  api: Pick<SessionApi, 'ping'>;
  /** Called on each change, and at most once a minute for a later answer. `lastAnswerAtMs` is null until this tab has had an answer. */
  storeConnection(connection: { name: ReachabilityName; sinceMs: number; lastAnswerAtMs: number | null }): Promise<void>;
  clock: Clock;
  isVisible(): boolean;
  hasNetwork(): boolean;
  /** Called when the archive answers again after it was away or the session had ended. Everything that waits is then due. */
  onOnline(): void;
}

export interface Reachability {
  name(): ReachabilityName;
  vote(outcome: 'answered' | ApiError['kind']): void;
  hint(): void;
  probe(): Promise<void>;
  /** Called when another tab has recorded a different state: pings, and records the outcome even if it does not change this tab's state. */
  verify(): void;
  stop(): void;
}

/** The state of reachability's own pings. While the archive is away, the next one is scheduled unless the page is hidden. */
type ProbeState =
  | { name: 'idle' }
  /** `needsRerun`: a network hint came during the ping, whose answer may predate the change. */
  | { name: 'asking'; needsRerun: boolean }
  | { name: 'scheduled'; cancel: () => void }
  | { name: 'stopped' };

/** The last record: when the state began, and the time of the last answer; null if there was none or it could not be recorded. */
type ConnectionRecord = { name: 'nothing' } | { name: 'since'; sinceMs: number; answerAtMs: number | null };

export function createReachability({ api, storeConnection, clock, isVisible, hasNetwork, onOnline }: ReachabilityPorts): Reachability {
  let state: ReachabilityState = { name: 'online' };
  let lastRecord: ConnectionRecord = { name: 'nothing' };
  let lastAnswerAtMs: number | null = null;
  let probeState: ProbeState = { name: 'idle' };

  const probe = singleFlight(async () => {
    if (probeState.name === 'stopped') return;
    if (probeState.name === 'scheduled') probeState.cancel();
    try {
      while (await pingOnce());
    } finally {
      probeState = nextProbeState(probeState);
    }
  });

  /** Resolves to whether another ping is needed. */
  async function pingOnce(): Promise<boolean> {
    const askingState: ProbeState = { name: 'asking', needsRerun: false };
    probeState = askingState;
    const answer = await api.ping(probeTimeoutMs);
    handle({ kind: 'probe', outcome: answer.ok ? 'pong' : probeOutcomeOf(answer.error), hasNetwork: hasNetwork() });
    return probeState === askingState && askingState.needsRerun;
  }

  function nextProbeState(currentState: ProbeState): ProbeState {
    if (currentState.name === 'stopped') return currentState;
    if (!('probes' in state) || !isVisible()) return { name: 'idle' };
    const delayMs = probeDelaysMs[Math.min(state.probes, probeDelaysMs.length - 1)] ?? 5_000;
    return { name: 'scheduled', cancel: clock.after(delayMs, () => void probe()) };
  }

  function handle(event: ReachabilityEvent): void {
    if (probeState.name === 'stopped') return;
    // Votes are ignored during a ping, because the ping decides. The ping's own outcome arrives here twice: as a vote, and then as a probe.
    if (probeState.name === 'asking' && event.kind === 'vote') return;
    const previousName = state.name;
    const { next, needsProbe } = transition(state, event);
    state = next;
    const { name } = next;
    const isAnswer =
      (event.kind === 'vote' && (event.outcome === 'answered' || event.outcome === 'not-found' || event.outcome === 'refused')) ||
      (event.kind === 'probe' && event.outcome === 'pong');
    if (isAnswer) lastAnswerAtMs = clock.now();
    if (lastRecord.name === 'nothing' || name !== previousName) void record(clock.now());
    else if (isAnswer && Math.abs(clock.now() - (lastRecord.answerAtMs ?? 0)) >= answerStepMs) void record(lastRecord.sinceMs);
    if (probeState.name === 'asking') probeState.needsRerun ||= event.kind === 'hint';
    else if (needsProbe) void probe();
    // Nothing was sent while the archive was away or the user was signed out, so everything that waits is due now.
    if (isUnavailable(previousName) && !isUnavailable(name)) onOnline();
  }

  async function record(sinceMs: number): Promise<void> {
    const newRecord: ConnectionRecord = { name: 'since', sinceMs, answerAtMs: lastAnswerAtMs };
    lastRecord = newRecord;
    try {
      await storeConnection({ name: state.name, sinceMs, lastAnswerAtMs });
    } catch {
      // The state could not be recorded. This tab still has it, and records it at the next answer.
      newRecord.answerAtMs = null;
    }
  }

  return {
    name: () => state.name,
    vote: (outcome) => handle({ kind: 'vote', outcome }),
    hint: () => handle({ kind: 'hint', hasNetwork: hasNetwork() }),
    probe,
    verify() {
      lastRecord = { name: 'nothing' };
      if (probeState.name === 'asking') probeState.needsRerun = true;
      else void probe();
    },
    stop() {
      if (probeState.name === 'scheduled') probeState.cancel();
      probeState = { name: 'stopped' };
    },
  };
}

function probeOutcomeOf({ kind }: ApiError): (ReachabilityEvent & { kind: 'probe' })['outcome'] {
  switch (kind) {
    case 'forbidden':
      return 'signed-out';
    case 'captive':
    case 'proxy-login':
      return kind;
    case 'server-error':
    case 'too-many':
      return 'server-error';
    default:
      return 'unreachable';
  }
}

/** While a call runs, further calls get its promise. */
function singleFlight<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let pendingCall: Promise<Value> | null = null;
  return () => {
    pendingCall ??= work().finally(() => (pendingCall = null));
    return pendingCall;
  };
}
