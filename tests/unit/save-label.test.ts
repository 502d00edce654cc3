// The save control tells a screen reader what a press does. That the press opens a menu is said by the control itself (`aria-haspopup`).
import { expect, test } from 'vitest';
import { pressAction, saveLabel } from '../../src/features/saved/save-status-view.ts';
import type { SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { aSavedItem } from '../builders/saved-items.ts';

const statuses: SavedItem['status'][] = [
  { state: 'queued', reason: null },
  { state: 'preparing', reason: null },
  { state: 'saving', reason: null },
  { state: 'verifying', reason: null },
  { state: 'paused', reason: 'user' },
  { state: 'paused', reason: 'background' },
  { state: 'waiting-for-wifi', reason: null },
  { state: 'failed', reason: 'not-found' },
  { state: 'outdated', reason: null },
  { state: 'ready', reason: null },
  { state: 'gone-at-source', reason: null },
];

test.each(statuses)('a video that is $state ($reason)', (status) => {
  const item = aSavedItem({ status });
  const announced = { pause: '. Pause', resume: '. Resume', save: 'Save offline' };
  const label = saveLabel(item);
  const action = pressAction(item);
  expect(Object.entries(announced).filter(([, text]) => label.includes(text))).toEqual(action === 'menu' ? [] : [[action, announced[action]]]);
});

test('a video that is not saved', () => {
  expect([saveLabel(undefined), saveLabel(undefined, true)]).toEqual(['Save offline', 'Not on this device. Save when back']);
});
