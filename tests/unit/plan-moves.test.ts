import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planMoves, type Move } from '../../src/sync/plan-moves.ts';

const letters = (text: string): string[] => [...text];

/** Moves one video at a time, as an archive does. */
function applyMoves(initialIds: string[], moves: Move[]): string[] {
  return moves.reduce((ids, { videoId, action }) => {
    const oldIndex = ids.indexOf(videoId);
    const otherIds = ids.filter((id) => id !== videoId);
    const newIndex = { top: 0, up: Math.max(0, oldIndex - 1), down: oldIndex + 1, bottom: otherIds.length }[action];
    return otherIds.toSpliced(newIndex, 0, videoId);
  }, initialIds);
}

const examples: [rule: string, initialOrder: string, targetOrder: string, moves: number][] = [
  ['a playlist that is in order needs no call', 'abcde', 'abcde', 0],
  ['a step up in the middle is one call', 'abcdefgh', 'abdcefgh', 1],
  ['a step down in the middle is one call', 'abcdefgh', 'acbdefgh', 1],
  ['a move to the top is one call from anywhere', 'abcdefgh', 'habcdefg', 1],
  ['a move to the bottom is one call from anywhere', 'abcdefgh', 'bcdefgha', 1],
  ['a move over two places is two calls', 'abcdefgh', 'abecdfgh', 2],
  ['a swap of the first and last videos is two calls', 'abcdefgh', 'hbcdefga', 2],
];

test.each(examples)('%s', (_rule, initialOrder, targetOrder, count) => {
  const moves = planMoves(letters(initialOrder), letters(targetOrder), false);
  expect(applyMoves(letters(initialOrder), moves).join('')).toBe(targetOrder);
  expect(moves).toHaveLength(count);
});

test('every order can be reached from every other, even if only moves to the ends are used and each move is sent twice', () => {
  const permutationOf = (ids: string[]) => fc.shuffledSubarray(ids, { minLength: ids.length, maxLength: ids.length });
  const ids = letters('abcdefgh');
  fc.assert(
    fc.property(permutationOf(ids), permutationOf(ids), (initialIds, targetIds) => {
      expect(applyMoves(initialIds, planMoves(initialIds, targetIds, false))).toEqual(targetIds);
      const endMoves = planMoves(initialIds, targetIds, true);
      expect(applyMoves(initialIds, endMoves)).toEqual(targetIds);
      const doubledMoves = endMoves.flatMap((move) => [move, move]);
      expect(applyMoves(initialIds, doubledMoves)).toEqual(targetIds);
      expect(endMoves.every(({ action }) => action === 'top' || action === 'bottom')).toBe(true);
    }),
    { numRuns: 300 },
  );
});
