import { expect } from 'vitest';

/** Waits until a place no longer moves: what is above it may still be loading, and differ in height from its placeholder. */
export async function untilStill(place: () => number | undefined): Promise<void> {
  let last: number | undefined;
  const isStill = (): boolean => last === (last = place());
  await expect.poll(isStill, { interval: 150 }).toBe(true);
}
