import { describe, expect, test } from 'vitest';
import { helpAfterFailures, nextBackendState, watchBackend, type BackendAnswer, type BackendState } from '../../src/screens/login/backend-check.ts';
import { loginFailureText } from '../../src/screens/login/login-failure-text.ts';
import { nextPath } from '../../src/screens/login/next-path.ts';
import { failureText } from '../../src/features/page/failure-text.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

describe('`next` is followed only to paths of our own origin', () => {
  test.each(['/', '/video/abc?t=30', '/channel/UC1/#top', '/search/?q=a%2F%2Fb'])('%s', (nextParameter) => {
    expect(nextPath(nextParameter, 'https://archive.example')).toBe(nextParameter);
  });

  test.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example/',
    '/\n/evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'video/abc',
    '/..//evil.example/',
    '/.//evil.example',
    '/login/?next=/',
    '/login',
  ])('%j leads home', (nextParameter) => {
    expect(nextPath(nextParameter, 'https://archive.example')).toBe('/');
  });
});

describe('waiting for the backend', () => {
  test('the backend is polled every second until it answers', async () => {
    const { clock, states, remainingAnswers, settle } = setup(['unreachable', 'proxy-login', 'signed-out']);
    await settle();
    clock.pass(999);
    await settle();
    expect(remainingAnswers).toHaveLength(2);
    clock.pass(1);
    await settle();
    clock.pass(1000);
    await settle();
    clock.pass(60_000);
    await settle();
    expect(states).toEqual([
      { name: 'waiting', failedCount: 1, answer: 'unreachable' },
      { name: 'waiting', failedCount: 2, answer: 'proxy-login' },
      { name: 'ready' },
    ]);
  });

  test('a check that throws counts as no answer', async () => {
    const states: BackendState[] = [];
    watchBackend(
      () => Promise.reject(new Error('no')),
      createManualClock(),
      (state) => states.push(state),
    );
    await settleChecks();
    expect(states).toEqual([{ name: 'waiting', failedCount: 1, answer: 'unreachable' }]);
  });

  test('nothing is reported or polled after the person has left the page', async () => {
    const { clock, states, remainingAnswers, stop, settle } = setup(['unreachable', 'unreachable']);
    stop();
    await settle();
    clock.pass(60_000);
    expect([states, remainingAnswers.length]).toEqual([[], 1]);
  });

  test('the help box appears with the eleventh failed check', () => {
    let state: BackendState = { name: 'checking' };
    for (let count = 0; count < 11; count += 1) state = nextBackendState(state, 'unreachable');
    expect(state).toMatchObject({ failedCount: 11 });
    expect(11 > helpAfterFailures && !(10 > helpAfterFailures)).toBe(true);
  });

  const settleChecks = async () => {
    for (let count = 0; count < 5; count += 1) await Promise.resolve();
  };

  function setup(scriptedAnswers: BackendAnswer[]) {
    const clock = createManualClock();
    const states: BackendState[] = [];
    const remainingAnswers = [...scriptedAnswers];
    const stop = watchBackend(
      () => Promise.resolve(remainingAnswers.shift() ?? 'online'),
      clock,
      (state) => states.push(state),
    );
    return { clock, states, remainingAnswers, stop, settle: settleChecks };
  }
});

describe('the reason for a failure', () => {
  test.each([
    [{ kind: 'refused', message: 'Invalid credentials.' }, 'Invalid credentials.'],
    [{ kind: 'refused', message: null }, 'Unknown Error'],
    [{ kind: 'too-many', message: null, retryAfterMs: 29_001 }, 'Too many tries. Try again in 30 s.'],
    [{ kind: 'unreachable', message: null }, 'The server did not answer.'],
    // The storage is full or blocked, before or after the session began.
    [{ kind: 'no-database', message: null }, 'This browser can’t store anything. Free some space, allow site data for this address, or use a normal window.'],
  ] as const)('is shown at the login: %j', (failure, text) => {
    expect(loginFailureText(failure)).toBe(text);
  });

  test.each([
    ['forbidden', null, 'Forbidden: Access denied.'],
    ['bad-answer', null, 'error fetching data: the answer is not from an archive'],
    ['full', null, 'Sync paused: this device is full. Free some space.'],
    ['refused', null, 'An error occurred while processing the request.'],
    ['refused', 'No such sort', 'No such sort'],
  ] as const)('is shown by a view: %s', (failure, message, text) => {
    expect(failureText(failure, message)).toBe(text);
  });
});
