/** The pause varies randomly by up to half in both directions (SPEC §5). @param seconds null or 0 for no pause @param random from 0 to 1 */
export function pauseMs(seconds: number | null, random: number): number {
  return seconds === null || seconds <= 0 ? 0 : Math.round(seconds * 1000 * (0.5 + random));
}

/** Resolves after the pause, or immediately when aborted. */
export function pauseBetween(seconds: number | null, signal: AbortSignal): Promise<void> {
  const ms = pauseMs(seconds, Math.random());
  if (ms === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
  });
}
