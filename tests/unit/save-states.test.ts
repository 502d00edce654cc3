import { expect, test } from 'vitest';
import { saveTable, statusAfter, type SaveEvent, type SaveState, type SaveStatus } from '../../src/saved-media/ledger/save-states.ts';

const statusWithoutReason = (state: string): SaveStatus => ({ state, reason: null }) as SaveStatus;

test.each(saveTable.flatMap(({ from, event, to }) => from.map((state) => [state, event, to] as const)))(
  'a video that is %s follows the table on the event %s',
  (state, event, to) => {
    const statusBefore: SaveStatus =
      state === 'paused' ? { state, reason: 'offline' } : state === 'failed' ? { state, reason: 'not-found' } : statusWithoutReason(state);
    expect(statusAfter(statusBefore, event)).toEqual(to);
  },
);

test('no pair of state and event occurs twice in the table', () => {
  const pairs = saveTable.flatMap(({ from, event }) => from.map((state) => `${state} ${event}`));
  expect(pairs.toSorted()).toEqual([...new Set(pairs)].toSorted());
});

test('a save that a person paused continues only when the person resumes it', () => {
  expect(statusAfter({ state: 'paused', reason: 'user' }, 'obstacle-gone')).toBeNull();
  expect(statusAfter({ state: 'paused', reason: 'user' }, 'resume')).toEqual(statusWithoutReason('queued'));
});

test.each([
  ['ready', 'pause'],
  ['ready', 'network-lost'],
  ['failed', 'obstacle-gone'],
  ['queued', 'verified'],
  ['saving', 'verified'],
] satisfies [SaveState, SaveEvent][])('a video that is %s ignores %s', (state, event) => {
  expect(statusAfter(statusWithoutReason(state), event)).toBeNull();
});
