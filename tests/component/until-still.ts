import { expect } from 'vitest';

/** Waits until a place no longer moves. Elements above the place may still be loading, and may differ in height from their placeholders. */
export async function untilStill(place: () => number | undefined): Promise<void> {
  let lastPlace: number | undefined;
  const isStill = (): boolean => lastPlace === (lastPlace = place());
  await expect.poll(isStill, { interval: 150 }).toBe(true);
}
