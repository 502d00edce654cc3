import { expect, test } from 'vitest';
import { requestOfKey } from '../../src/player/shortcuts.ts';

const noModifiers = { ctrlKey: false, metaKey: false, altKey: false };

test.each([
  [' ', { kind: 'toggle-play' }],
  ['k', { kind: 'toggle-play' }],
  ['K', { kind: 'toggle-play' }],
  ['ArrowLeft', { kind: 'seek-by', seconds: -5 }],
  ['ArrowRight', { kind: 'seek-by', seconds: 5 }],
  ['m', { kind: 'toggle-muted' }],
  ['f', { kind: 'toggle-fullscreen' }],
  ['c', { kind: 'toggle-subtitles' }],
  ['<', { kind: 'change-speed', steps: -1 }],
  ['>', { kind: 'change-speed', steps: 1 }],
  ['t', { kind: 'toggle-theater' }],
  ['?', { kind: 'show-help' }],
  ['Escape', { kind: 'leave' }],
] as const)('%j asks for %j', (key, request) => {
  expect(requestOfKey({ key, ...noModifiers })).toEqual(request);
});

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)('with %s no key belongs to the player', (modifier) => {
  for (const key of [' ', 'k', 'ArrowLeft', 'ArrowRight', 'm', 'f', 'c', '<', '>', 't', '?', 'Escape'])
    expect(requestOfKey({ key, ...noModifiers, [modifier]: true }), key).toBeNull();
});

test.each(['x', 'Enter', 'Tab', 'ArrowUp', 'Unidentified', 'constructor', ''])('%j is not one of the player’s keys', (key) => {
  expect(requestOfKey({ key, ...noModifiers })).toBeNull();
});
