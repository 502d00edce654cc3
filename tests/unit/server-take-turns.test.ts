// One refresh takes stale items from every site in turn.
import { expect, test } from 'vitest';
import { takeTurns, type StaleItem } from '../../server/tasks/take-turns.ts';

const itemsOf = (site: string, channelId: string, count: number): StaleItem[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${site} ${channelId} ${index + 1}`, address: `https://${site}.example/${index}`, channelId }));

test('sites take turns, the channels of a site take turns, and the oldest items of a channel come first', async () => {
  const items = [...itemsOf('dead', 'quay', 50), ...itemsOf('alive', 'pier', 3), ...itemsOf('alive', 'reef', 1), { id: 'own', address: null }];
  expect(await takeTurns(items, 8)).toEqual([
    'dead quay 1',
    'alive pier 1',
    'own',
    'dead quay 2',
    'alive reef 1',
    'dead quay 3',
    'alive pier 2',
    'dead quay 4',
  ]);
});

test('if there are fewer items than requested, all of them are taken', async () => {
  expect(await takeTurns([...itemsOf('dead', 'quay', 2), ...itemsOf('alive', 'pier', 1)], 50)).toEqual(['dead quay 1', 'alive pier 1', 'dead quay 2']);
});
