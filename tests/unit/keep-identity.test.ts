import { expect, test } from 'vitest';
import { keepIdentity } from '../../src/lib/keep-identity.ts';

const passage = (videoId: string, start: number) => ({ videoId, start });

test('equal items stay the same objects, even when an id occurs several times', () => {
  const passages = [passage('fog', 3), passage('tug', 4), passage('fog', 90), passage('fog', 12)];
  expect(keepIdentity(passages, structuredClone(passages))).toBe(passages);
  // A list in another order becomes a new array, which the next call returns unchanged.
  const reordered = keepIdentity(passages, structuredClone([passages[2], passages[0], passages[1], passages[3]]));
  expect(reordered).toEqual([passages[2], passages[0], passages[1], passages[3]]);
  expect(keepIdentity(reordered, structuredClone(reordered))).toBe(reordered);
});

test('a card keeps its identity when a card before it is removed', () => {
  const cards = [passage('fog', 1), passage('tug', 2), passage('rail', 3)];
  const remaining = keepIdentity(cards, structuredClone(cards.slice(1)));
  expect(remaining[0]).toBe(cards[1]);
  expect(remaining[1]).toBe(cards[2]);
});
