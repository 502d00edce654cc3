import type { FailureReason } from '../../player/player-state.ts';
import type { View } from '../../queries/views.ts';

export type ReadFailure = NonNullable<Extract<View<unknown>, { state: 'ready' }>['failure']>;

/** What it means for playing that the details could not be read. Pure. */
export function playerFailureOf(failure: ReadFailure): FailureReason {
  switch (failure) {
    case 'signed-out':
    case 'forbidden':
      return 'refused';
    case 'not-found':
      return 'missing';
    case 'unreachable':
    case 'captive':
    case 'refused':
    case 'server-error':
    case 'bad-answer':
      return 'unreachable';
  }
}
