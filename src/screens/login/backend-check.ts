// Checks each second whether the archive answers, until it does. Independent of React.
import type { Clock } from '../../lib/clock.ts';

export type BackendAnswer = 'online' | 'signed-out' | 'unreachable' | 'captive' | 'proxy-login';

export type BackendState =
  | { name: 'checking' }
  /** `failedCount`: checks that have failed since `watchBackend` was called. `answer`: the last one. */
  | { name: 'waiting'; failedCount: number; answer: Exclude<BackendAnswer, 'online' | 'signed-out'> }
  | { name: 'ready' };

/** SPEC §9: ping retry 1 s; the help box after more than 10 failed checks. */
export const retryMs = 1000;
export const helpAfterFailures = 10;

export function nextBackendState(last: BackendState, answer: BackendAnswer): BackendState {
  if (answer === 'online' || answer === 'signed-out') return { name: 'ready' };
  return { name: 'waiting', failedCount: (last.name === 'waiting' ? last.failedCount : 0) + 1, answer };
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
    if (state.name === 'waiting') cancel = clock.after(retryMs, () => void checkOnce()); // it reports its own result
  }

  void checkOnce(); // it reports its own result
  return () => {
    isStopped = true;
    cancel?.();
  };
}
