import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planMoves, type Move } from '../../src/sync/plan-moves.ts';

const letters = (text: string): string[] => [...text];

/** Moves one video at a time, as an archive does. */
function applyMoves(present: string[], moves: Move[]): string[] {
  return moves.reduce((entries, { videoId, action }) => {
    const from = entries.indexOf(videoId);
    const rest = entries.filter((id) => id !== videoId);
    const place = { top: 0, up: Math.max(0, from - 1), down: from + 1, bottom: rest.length }[action];
    return rest.toSpliced(place, 0, videoId);
  }, present);
}

const examples: [rule: string, present: string, target: string, moves: number][] = [
  ['a playlist that is in order needs no call', 'abcde', 'abcde', 0],
  ['a step up in the middle is one call', 'abcdefgh', 'abdcefgh', 1],
  ['a step down in the middle is one call', 'abcdefgh', 'acbdefgh', 1],
  ['a move to the top is one call from anywhere', 'abcdefgh', 'habcdefg', 1],
  ['a move to the bottom is one call from anywhere', 'abcdefgh', 'bcdefgha', 1],
  ['a move over two places is two calls', 'abcdefgh', 'abecdfgh', 2],
  ['two videos swapped between the ends are two calls', 'abcdefgh', 'hbcdefga', 2],
];

test.each(examples)('%s', (_rule, present, target, count) => {
  const moves = planMoves(letters(present), letters(target), false);
  expect(applyMoves(letters(present), moves).join('')).toBe(target);
  expect(moves).toHaveLength(count);
});

test('any order is reached from any other, and moves to the ends alone reach it even when each is sent twice', () => {
  const shuffled = (ids: string[]) => fc.shuffledSubarray(ids, { minLength: ids.length, maxLength: ids.length });
  const ids = letters('abcdefgh');
  fc.assert(
    fc.property(shuffled(ids), shuffled(ids), (present, target) => {
      expect(applyMoves(present, planMoves(present, target, false))).toEqual(target);
      const endMoves = planMoves(present, target, true);
      expect(applyMoves(present, endMoves)).toEqual(target);
      const doubledMoves = endMoves.flatMap((move) => [move, move]);
      expect(applyMoves(present, doubledMoves)).toEqual(target);
      expect(endMoves.every(({ action }) => action === 'top' || action === 'bottom')).toBe(true);
    }),
    { numRuns: 300 },
  );
});
