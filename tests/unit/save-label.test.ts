// The label of the save control names the action of a press; for some pauses it gives the reason instead. A menu is not named, because the
// control has the attribute `aria-haspopup`.
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

test.each(statuses)('the label of a video that is $state ($reason) names the action of a press, unless the press opens a menu', (status) => {
  const item = aSavedItem({ status });
  const actionTexts = { pause: '. Pause', resume: '. Resume', save: 'Save offline' };
  const label = saveLabel(item);
  const action = pressAction(item);
  expect(Object.entries(actionTexts).filter(([, text]) => label.includes(text))).toEqual(action === 'menu' ? [] : [[action, actionTexts[action]]]);
});

test('the label of a video that is not saved offers to save it, or says that this needs the archive', () => {
  expect([saveLabel(undefined), saveLabel(undefined, true)]).toEqual(['Save offline', 'Not on this device. Save when back']);
});
