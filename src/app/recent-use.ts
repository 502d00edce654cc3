/**
 * After each event in `eventTypes`, background copying pauses for this long. Copying would otherwise slow down scrolling, a screen that
 * opens, or a video that starts, seeks or loads. `progress` is fired several times a second while a video loads, so on a slow line the
 * video loads before copying continues.
 */
const quietMs = 1_000;

const eventTypes = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll', 'play', 'seeking', 'waiting', 'progress'];

/** The returned function tells whether one of these events has fired within the last second. */
export function watchUse(): () => boolean {
  let lastUseAtMs = -Infinity;
  // The listeners capture, because scroll events and the events of videos do not bubble.
  for (const type of eventTypes) addEventListener(type, () => (lastUseAtMs = performance.now()), { capture: true, passive: true });
  return () => performance.now() - lastUseAtMs < quietMs;
}
