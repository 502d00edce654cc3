// Playback speeds (SPEC §9): 0.25 to 3 in steps of 0.25. Pure.
export const speeds: readonly number[] = Array.from({ length: 12 }, (_none, index) => (index + 1) * 0.25);

/** The speeds that the menu lists. Its stepper reaches the others. */
export const commonSpeeds: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** The speed this many steps away, clamped to the range. */
export function speedAfter(speed: number, steps: number): number {
  const index = speeds.findIndex((candidate) => candidate >= speed - 0.001);
  return speeds[Math.min(speeds.length - 1, Math.max(0, (index < 0 ? speeds.length - 1 : index) + steps))] ?? 1;
}
