// The save control tells a screen reader what a press does.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { pressAction, saveLabel, statusViewOf } from '../../src/features/saved/save-status-view.ts';
import type { SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { SaveDisc } from '../../src/ui/save-disc.tsx';
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
  const disc = renderToStaticMarkup(createElement(SaveDisc, { status: statusViewOf(item), label: saveLabel(item) }));
  const announced = { pause: '. Pause"', resume: '. Resume"', menu: 'aria-haspopup="menu"', save: 'Save offline"' };
  const action = pressAction(item);
  expect(Object.entries(announced).filter(([, text]) => disc.includes(text))).toEqual([[action, announced[action]]]);
});

test('a video that is not saved', () => {
  expect([saveLabel(undefined), saveLabel(undefined, true)]).toEqual(['Save offline', 'Not on this device. Save when back']);
});
