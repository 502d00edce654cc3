// Checks each second whether the archive answers, until it does. Independent of React.
import type { Clock } from '../../lib/clock.ts';

export type BackendAnswer = 'online' | 'signed-out' | 'unreachable' | 'captive' | 'proxy-login';

export type BackendState =
  | { name: 'checking' }
  /** `failedCount`: the number of checks that have failed since `watchBackend` was called. `answer`: the answer to the last check. */
  | { name: 'waiting'; failedCount: number; answer: Exclude<BackendAnswer, 'online' | 'signed-out'> }
  | { name: 'ready' };

/** SPEC §9: the ping is retried after 1 s, and the help box appears after more than 10 failed checks. */
export const retryMs = 1000;
export const helpAfterFailures = 10;

export function nextBackendState(previousState: BackendState, answer: BackendAnswer): BackendState {
  if (answer === 'online' || answer === 'signed-out') return { name: 'ready' };
  return { name: 'waiting', failedCount: (previousState.name === 'waiting' ? previousState.failedCount : 0) + 1, answer };
}

/** Checks until the archive answers or the returned function is called. Reports the state after each check. */
export function watchBackend(check: () => Promise<BackendAnswer>, clock: Clock, onState: (state: BackendState) => void): () => void {
  let isStopped = false;
  let cancel: (() => void) | null = null;
  let state: BackendState = { name: 'checking' };

  async function checkOnce(): Promise<void> {
    const answer = await check().catch((): BackendAnswer => 'unreachable');
    if (isStopped) return;
    state = nextBackendState(state, answer);
    onState(state);
    if (state.name === 'waiting') cancel = clock.after(retryMs, () => void checkOnce()); // fire and forget: it reports its own result
  }

  void checkOnce(); // fire and forget: it reports its own result
  return () => {
    isStopped = true;
    cancel?.();
  };
}
