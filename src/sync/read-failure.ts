import type { RefreshRequest } from '../mirror/rows.ts';
import type { ApiError } from '../network/api-error.ts';

/**
 * The failure that a view shows for a failed read. Two kinds of error never get here: a ping first settles what `forbidden` means
 * (pull.ts), and `other-account` ends all reading.
 */
export function failureOf(error: Exclude<ApiError, { kind: 'forbidden' | 'other-account' }>): NonNullable<RefreshRequest['failure']> {
  switch (error.kind) {
    case 'unreachable':
    case 'aborted':
      return 'unreachable';
    case 'captive':
    case 'proxy-login':
    case 'refused':
    case 'not-found':
      return error.kind;
    case 'server-error':
    case 'too-many':
      return 'server-error';
    case 'no-such-call':
    case 'bad-shape':
      return 'bad-answer';
  }
}
