// Accesses a place that may never answer. On a share whose server is gone, every call hangs and blocks one of the few threads through which
// this server reads all files. So only one access per place is pending at a time; further accesses fail immediately.
import { WordedError } from '../texts/wording.ts';

export class NoAnswerError extends WordedError {
  constructor() {
    super(({ texts }) => texts.backups.folder.noAnswer);
  }
}

/** The accessing function calls this at each sign of life, with the time in milliseconds that its next step may take. */
export type Heartbeat = (withinMs: number) => void;

/** @returns a function that accesses `place` and fails with NoAnswerError after `timeoutMs` without a sign of life */
export function createTimeoutGuard(timeoutMs: number): <Answer>(place: string, access: (heartbeat: Heartbeat) => Promise<Answer>) => Promise<Answer> {
  const pendingPlaces = new Set<string>();
  return async (place, access) => {
    if (pendingPlaces.has(place)) throw new NoAnswerError();
    pendingPlaces.add(place);
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        const heartbeat: Heartbeat = (withinMs) => {
          clearTimeout(timer);
          timer = setTimeout(() => reject(new NoAnswerError()), withinMs);
          timer.unref();
        };
        heartbeat(timeoutMs);
        void access(heartbeat)
          .finally(() => pendingPlaces.delete(place))
          .then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
    }
  };
}
