import { expect, test } from 'vitest';
import { keepIdentity } from '../../src/lib/keep-identity.ts';

const passage = (videoId: string, start: number) => ({ videoId, start });

test('equal items stay the same objects, even when an id occurs several times', () => {
  const first = [passage('fog', 3), passage('tug', 4), passage('fog', 90), passage('fog', 12)];
  expect(keepIdentity(first, structuredClone(first))).toBe(first);
  // In another order the list is a new one, which the next call returns unchanged.
  const moved = keepIdentity(first, structuredClone([first[2], first[0], first[1], first[3]]));
  expect(moved).toEqual([first[2], first[0], first[1], first[3]]);
  expect(keepIdentity(moved, structuredClone(moved))).toBe(moved);
});

test('a card keeps its identity when one before it is removed', () => {
  const cards = [passage('fog', 1), passage('tug', 2), passage('rail', 3)];
  const remaining = keepIdentity(cards, structuredClone(cards.slice(1)));
  expect(remaining[0]).toBe(cards[1]);
  expect(remaining[1]).toBe(cards[2]);
});
