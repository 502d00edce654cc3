// Ends the process on a signal.
import process from 'node:process';

/** Work that has not ended within this time is aborted, so that a person who stops the server waits at most 2 s for the process to end. */
const maxShutdownMs = 1_500;

/**
 * Called before anything else, because a container's first process ignores a signal that it has no handler for. Until `onSignal` is called,
 * a signal simply stops the process, as a crash would.
 */
export function shutDownOnSignals(signals: Pick<NodeJS.Process, 'on'> = process): { onSignal(end: () => Promise<void>): void } {
  let end: () => Promise<void> = async () => {};
  let isEnding = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    signals.on(signal, () => {
      if (isEnding) {
        // A person pressed Ctrl-C again. A repeated SIGTERM is no second request, because a supervisor that signals all processes of a
        // group reaches the server directly and also through `npm start`.
        if (signal === 'SIGINT') process.exit(0);
        return;
      }
      isEnding = true;
      setTimeout(() => process.exit(0), maxShutdownMs).unref();
      // If something fails to end, it is ended with the process.
      void end().finally(() => process.exit(0));
    });
  }
  return { onSignal: (newEnd) => void (end = newEnd) };
}
