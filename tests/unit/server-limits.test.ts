import { expect, test } from 'vitest';
import { createSpaceReservations } from '../../server/media-files/space-reservations.ts';
import { createFfmpegLimiter } from '../../server/media-files/ffmpeg-limiter.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('reserved space is not reserved twice, and no longer counts once it is written or released', async () => {
  let freeBytes = 100;
  const reservations = createSpaceReservations(async () => {
    await nextTurn();
    return { device: 1, freeBytes };
  });
  const request = { folder: '/', bytes: 40, spareBytes: 10 };
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => reservations.reserve(request)));
  expect(outcomes.map((outcome) => (outcome.ok ? 'reserved' : outcome.freeBytes))).toEqual(['reserved', 'reserved', 20, 20]);
  const [firstReservation, secondReservation] = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.reservation] : []));
  firstReservation?.setWritten(40);
  freeBytes = 60;
  expect(await reservations.reserve(request)).toMatchObject({ ok: false, freeBytes: 20 });
  secondReservation?.release();
  expect(await reservations.reserve(request)).toMatchObject({ ok: true });
});

test('at most two ffmpeg processes run at a time, and background work leaves one slot free', async () => {
  const limiter = createFfmpegLimiter();
  let runningCount = 0;
  const maxCounts = { all: 0, background: 0 };
  let backgroundCount = 0;
  const run = async (isBackground: boolean): Promise<void> => {
    runningCount += 1;
    backgroundCount += Number(isBackground);
    maxCounts.all = Math.max(maxCounts.all, runningCount);
    maxCounts.background = Math.max(maxCounts.background, backgroundCount);
    await nextTurn();
    runningCount -= 1;
    backgroundCount -= Number(isBackground);
  };
  await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? limiter.background(() => run(true)) : limiter.interactive(() => run(false)))));
  expect(maxCounts).toEqual({ all: 2, background: 1 });
});
