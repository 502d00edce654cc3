// What interrupts the saver at a bad moment: nothing that is here is fetched again, given up, or tried without end.
import { expect, test } from 'vitest';
import { createSaving, type Saving } from '../doubles/saving.ts';

const quickly = { interval: 5 };
const becomes = (saving: Saving, words: string, videoId?: string): Promise<void> => expect.poll(() => saving.words(videoId), quickly).toBe(words);

test('a film that is all here is read back after an interruption, and not fetched again', async () => {
  const saving = createSaving();
  let goOn = (): void => {};
  saving.disk.readable = new Promise((resolve) => (goOn = resolve));
  await saving.put();
  await saving.start();
  await becomes(saving, 'verifying');
  await saving.tell('pause');
  goOn();
  await saving.settle();
  await saving.tell('resume');
  await becomes(saving, 'ready');
  expect([saving.asked, (await saving.item())?.wholeRevision]).toEqual([[0], 1]);
});
