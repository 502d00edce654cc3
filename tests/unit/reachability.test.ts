import { expect, test } from 'vitest';
import { failed, ok } from '../../src/lib/result.ts';
import type { ApiError } from '../../src/network/api-error.ts';
import type { PingAnswer } from '../../src/network/archive-api.ts';
import { createReachability, transition, type ReachabilityEvent, type ReachabilityName, type ReachabilityState } from '../../src/network/reachability.ts';
import { steppedClock, settled } from '../builders/mirror-copy.ts';

const vote = (outcome: (ReachabilityEvent & { kind: 'vote' })['outcome']): ReachabilityEvent => ({ kind: 'vote', outcome });
const probe = (outcome: (ReachabilityEvent & { kind: 'probe' })['outcome'], hasNetwork = true): ReachabilityEvent => ({ kind: 'probe', outcome, hasNetwork });
const degradedState: ReachabilityState = { name: 'degraded', answersInARow: 0 };

const table: [from: ReachabilityState, event: ReachabilityEvent, to: ReachabilityName, needsPing: boolean][] = [
  [{ name: 'online' }, vote('answered'), 'online', false],
  [{ name: 'online' }, vote('not-found'), 'online', false],
  [{ name: 'online' }, vote('unreachable'), 'online', true],
  [{ name: 'online' }, vote('captive'), 'online', true],
  [{ name: 'online' }, vote('proxy-login'), 'online', true],
  [{ name: 'online' }, vote('forbidden'), 'online', true],
  [{ name: 'online' }, vote('no-such-call'), 'online', true],
  [{ name: 'online' }, vote('server-error'), 'degraded', true],
  [{ name: 'online' }, vote('aborted'), 'online', false],
  [{ name: 'online' }, probe('unreachable'), 'unreachable', false],
  [{ name: 'online' }, probe('unreachable', false), 'offline', false],
  [{ name: 'online' }, probe('server-error'), 'unreachable', false],
  [{ name: 'online' }, probe('captive'), 'captive', false],
  [{ name: 'online' }, probe('proxy-login'), 'proxy-login', false],
  [{ name: 'signed-out' }, probe('proxy-login'), 'proxy-login', false],
  [{ name: 'online' }, probe('signed-out'), 'signed-out', false],
  [{ name: 'online' }, { kind: 'hint', hasNetwork: false }, 'online', true],
  [degradedState, probe('pong'), 'degraded', false],
  [degradedState, vote('answered'), 'degraded', false],
  [{ name: 'degraded', answersInARow: 2 }, vote('answered'), 'online', false],
  [{ name: 'unreachable', probes: 2 }, vote('unreachable'), 'unreachable', false],
  [{ name: 'unreachable', probes: 2 }, vote('no-such-call'), 'unreachable', false],
  [{ name: 'unreachable', probes: 2 }, probe('pong'), 'online', false],
  [{ name: 'unreachable', probes: 2 }, vote('answered'), 'online', false],
  [{ name: 'captive', probes: 2 }, probe('pong'), 'online', false],
  [{ name: 'proxy-login', probes: 2 }, probe('pong'), 'online', false],
  [{ name: 'proxy-login', probes: 2 }, vote('proxy-login'), 'proxy-login', false],
  [{ name: 'offline', probes: 2 }, { kind: 'hint', hasNetwork: true }, 'offline', true],
  [{ name: 'signed-out' }, vote('forbidden'), 'signed-out', false],
  [{ name: 'signed-out' }, probe('pong'), 'online', false],
];

test.each(table)('from %j, %j leads to %s (a ping is needed: %s)', (from, event, to, needsPing) => {
  const outcome = transition(from, event);
  expect(outcome.next.name).toBe(to);
  expect(outcome.needsProbe).toBe(needsPing);
});

test.each(['captive', 'proxy-login'] as const)('pings are repeated while the answer is %s, and the first pong reports the archive as online', async (kind) => {
  const { clock, reachability, setAnswer, onlineCount } = setup();
  setAnswer({ kind });
  reachability.vote(kind);
  await settled();
  expect(reachability.name()).toBe(kind);
  setAnswer(null);
  clock.advance(1_000);
  await settled();
  expect(reachability.name()).toBe('online');
  expect(onlineCount()).toBe(1);
});

test('a proxy that answers 404 to every call, a ping included, while the archive is stopped counts as unreachable', async () => {
  const { reachability, setAnswer } = setup();
  setAnswer({ kind: 'no-such-call' });
  reachability.vote('no-such-call');
  await settled();
  expect(reachability.name()).toBe('unreachable');
});

test('while the archive is away, it is pinged after 1, 2 and 4 seconds, then every 5, and one answer ends the pings', async () => {
  const { clock, reachability, pingCount, setAnswer, onlineCount } = setup();
  setAnswer({ kind: 'unreachable' });
  reachability.vote('unreachable');
  await settled();
  expect(reachability.name()).toBe('unreachable');
  expect(pingCount()).toBe(1);
  for (const [index, seconds] of [1, 2, 4, 5, 5].entries()) {
    clock.advance(seconds * 1_000 - 1);
    await settled();
    expect(pingCount()).toBe(index + 1);
    clock.advance(1);
    await settled();
    expect(pingCount()).toBe(index + 2);
  }
  setAnswer(null);
  clock.advance(5_000);
  await settled();
  expect(reachability.name()).toBe('online');
  expect(onlineCount()).toBe(1);
  clock.advance(60_000);
  await settled();
  expect(pingCount()).toBe(7);
});

test('an extra ping takes the place of the next scheduled one', async () => {
  const { clock, reachability, pingCount, setAnswer } = setup();
  setAnswer({ kind: 'unreachable' });
  reachability.vote('unreachable');
  await settled();
  clock.advance(500);
  reachability.hint();
  await settled();
  expect(pingCount()).toBe(2);
  clock.advance(1_999);
  await settled();
  expect(pingCount()).toBe(2);
  clock.advance(1);
  await settled();
  expect(pingCount()).toBe(3);
});

test('no more pings are sent after a stop, even if an answer was under way', async () => {
  const { clock, reachability, pingCount, setAnswer, holdAnswers } = setup();
  setAnswer({ kind: 'unreachable' });
  reachability.vote('unreachable');
  await settled();
  const answerNow = holdAnswers();
  clock.advance(1_000);
  await settled();
  reachability.stop();
  answerNow();
  await settled();
  clock.advance(60_000);
  await settled();
  expect(pingCount()).toBe(2);
  expect(reachability.name()).toBe('unreachable');
});

test('a change of the network during a ping causes one more ping', async () => {
  const { reachability, pingCount, setAnswer, holdAnswers } = setup();
  const answerNow = holdAnswers();
  reachability.hint();
  await settled();
  setAnswer({ kind: 'unreachable' });
  reachability.hint();
  reachability.hint();
  answerNow();
  await settled();
  expect(reachability.name()).toBe('unreachable');
  expect(pingCount()).toBe(2);
});

test('a hidden page sends no further pings', async () => {
  const { clock, reachability, pingCount, setAnswer, setVisible } = setup();
  setAnswer({ kind: 'unreachable' });
  setVisible(false);
  reachability.vote('unreachable');
  await settled();
  clock.advance(60_000);
  await settled();
  expect(pingCount()).toBe(1);
});

test('a 403 of one call signs nobody out while the ping succeeds', async () => {
  const { reachability, storedConnections } = setup();
  reachability.vote('answered');
  reachability.vote('forbidden');
  await settled();
  expect(reachability.name()).toBe('online');
  expect(storedConnections.map(({ name }) => name)).toEqual(['online']);
});

function setup() {
  const clock = steppedClock();
  let answer: ApiError | null = null;
  let pingCount = 0;
  let isVisible = true;
  let answerGate = Promise.resolve();
  let onlineCount = 0;
  const storedConnections: { name: ReachabilityName }[] = [];
  const pong: PingAnswer = { response: 'pong', user: 1, version: 'v0', ta_update: null, archiveId: null, startTimestamp: null };
  const reachability = createReachability({
    api: {
      async ping() {
        pingCount += 1;
        const answerAtRequest = answer; // the archive's state at the time of the request
        await answerGate;
        return answerAtRequest ? failed(answerAtRequest) : ok(pong);
      },
    },
    storeConnection: (connection) => (storedConnections.push(connection), Promise.resolve()),
    clock,
    isVisible: () => isVisible,
    hasNetwork: () => true,
    onOnline: () => (onlineCount += 1),
  });
  return {
    clock,
    reachability,
    pingCount: () => pingCount,
    /** Holds back the next answers until the returned function is called. */
    holdAnswers() {
      let release = (): void => {};
      answerGate = new Promise((resolve) => (release = resolve));
      return release;
    },
    onlineCount: () => onlineCount,
    storedConnections,
    setAnswer: (newAnswer: ApiError | null) => (answer = newAnswer),
    setVisible: (isNowVisible: boolean) => (isVisible = isNowVisible),
  };
}
