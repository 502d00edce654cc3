/** After input, background copying pauses for this long, so that it does not slow down scrolling or a screen that opens. */
const quietMs = 1_000;

const inputTypes = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll'];

/** Returns a function that returns whether the page has had input within the last second. */
export function watchInput(): () => boolean {
  let lastInputAtMs = -Infinity;
  // Capturing, because scroll events do not bubble.
  for (const type of inputTypes) addEventListener(type, () => (lastInputAtMs = performance.now()), { capture: true, passive: true });
  return () => performance.now() - lastInputAtMs < quietMs;
}
