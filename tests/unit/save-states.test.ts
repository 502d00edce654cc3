import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { saveTable, statusAfter, type SaveEvent, type SaveState, type SaveStatus } from '../../src/saved-media/ledger/save-states.ts';

const statusBefore: Record<SaveState, SaveStatus> = {
  queued: { state: 'queued', reason: null },
  preparing: { state: 'preparing', reason: null },
  saving: { state: 'saving', reason: null },
  paused: { state: 'paused', reason: 'offline' },
  'waiting-for-wifi': { state: 'waiting-for-wifi', reason: null },
  verifying: { state: 'verifying', reason: null },
  ready: { state: 'ready', reason: null },
  outdated: { state: 'outdated', reason: null },
  'gone-at-source': { state: 'gone-at-source', reason: null },
  failed: { state: 'failed', reason: 'not-found' },
};

/** The state table a second time, so that a change of the table by mistake fails. A state that is not named ignores the event. */
const expectedStatuses: Record<SaveEvent, Partial<Record<SaveState, string>>> = {
  'slot-free': { queued: 'preparing' },
  'small-files-saved': { preparing: 'saving' },
  stalled: { saving: 'saving slow' },
  'bytes-arrived': { saving: 'saving' },
  pause: {
    queued: 'paused user',
    preparing: 'paused user',
    saving: 'paused user',
    paused: 'paused user',
    'waiting-for-wifi': 'paused user',
    verifying: 'paused user',
  },
  resume: { paused: 'queued' },
  interrupted: { preparing: 'paused background', saving: 'paused background', verifying: 'paused background' },
  'network-lost': { preparing: 'paused offline', saving: 'paused offline' },
  'signed-out': { preparing: 'paused signed-out' },
  metered: { queued: 'waiting-for-wifi', preparing: 'waiting-for-wifi', saving: 'waiting-for-wifi' },
  'storage-full': {
    queued: 'paused storage-full',
    preparing: 'paused storage-full',
    saving: 'paused storage-full',
    verifying: 'paused storage-full',
  },
  'obstacle-gone': { paused: 'queued', 'waiting-for-wifi': 'queued' },
  'all-bytes-saved': { saving: 'verifying' },
  differs: { verifying: 'queued' },
  'differs-too-often': { verifying: 'failed unverified' },
  verified: { verifying: 'ready' },
  'not-found': { preparing: 'failed not-found', saving: 'failed not-found' },
  unplayable: { preparing: 'failed unplayable', saving: 'failed unplayable' },
  'no-length': { saving: 'failed no-length' },
  'source-changed': { ready: 'outdated' },
  'source-gone': { preparing: 'gone-at-source', saving: 'gone-at-source', ready: 'gone-at-source', outdated: 'gone-at-source' },
  'source-back': { 'gone-at-source': 'ready' },
  update: { outdated: 'queued' },
  'cancel-update': {
    queued: 'outdated',
    preparing: 'outdated',
    saving: 'outdated',
    paused: 'outdated',
    'waiting-for-wifi': 'outdated',
    verifying: 'outdated',
    failed: 'outdated',
  },
  'try-again': { failed: 'queued' },
  'taken-away': { ready: 'failed taken-away', outdated: 'failed taken-away', 'gone-at-source': 'failed taken-away' },
  'found-damaged': { ready: 'failed damaged', outdated: 'failed damaged', 'gone-at-source': 'failed damaged' },
};

test.each(Object.entries(expectedStatuses) as [SaveEvent, Partial<Record<SaveState, string>>][])(
  'on the event %s, a video changes its state as expected, or ignores the event',
  (event, expected) => {
    const statuses: Record<string, string> = {};
    for (const [state, before] of Object.entries(statusBefore)) {
      const after = statusAfter(before, event);
      if (after !== null) statuses[state] = after.reason === null ? after.state : `${after.state} ${after.reason}`;
    }
    expect(statuses).toEqual(expected);
  },
);

test('docs/saved.md contains the table of states', () => {
  const rows = saveTable.map(({ from, event, to }) => `| ${from.join(', ')} | ${event} | ${to.reason === null ? to.state : `${to.state} (${to.reason})`} |`);
  const [, section = ''] = readFileSync('docs/saved.md', 'utf8').split('\n## States\n');
  const lines = section.split('\n## ')[0]?.split('\n') ?? [];
  expect(lines.filter((line) => line.startsWith('| ')).slice(1)).toEqual(rows);
});

test('no pair of state and event occurs twice in the table', () => {
  const pairs = saveTable.flatMap(({ from, event }) => from.map((state) => `${state} ${event}`));
  expect(pairs.toSorted()).toEqual([...new Set(pairs)].toSorted());
});

test('a save that a person paused continues only when the person resumes it', () => {
  expect(statusAfter({ state: 'paused', reason: 'user' }, 'obstacle-gone')).toBeNull();
  expect(statusAfter({ state: 'paused', reason: 'user' }, 'resume')).toEqual({ state: 'queued', reason: null });
});
