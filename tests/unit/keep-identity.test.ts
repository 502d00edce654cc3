import { expect, test } from 'vitest';
import { keepIdentity } from '../../src/lib/keep-identity.ts';

const passage = (videoId: string, start: number) => ({ videoId, start });

test('equal items stay the same objects, even when an id occurs several times', () => {
  const passages = [passage('fog', 3), passage('tug', 4), passage('fog', 90), passage('fog', 12)];
  expect(keepIdentity(passages, structuredClone(passages))).toBe(passages);
  // A list in another order becomes a new array, which the next call returns unchanged.
  const reorderedPassages = keepIdentity(passages, structuredClone([passages[2], passages[0], passages[1], passages[3]]));
  expect(reorderedPassages).toEqual([passages[2], passages[0], passages[1], passages[3]]);
  expect(keepIdentity(reorderedPassages, structuredClone(reorderedPassages))).toBe(reorderedPassages);
});

test('an item keeps its identity when an item before it is removed', () => {
  const passages = [passage('fog', 1), passage('tug', 2), passage('rail', 3)];
  const remainingPassages = keepIdentity(passages, structuredClone(passages.slice(1)));
  expect(remainingPassages[0]).toBe(passages[1]);
  expect(remainingPassages[1]).toBe(passages[2]);
});
