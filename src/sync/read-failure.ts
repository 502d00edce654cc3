import type { WantedRow } from '../mirror/rows.ts';
import type { ApiError } from '../network/api-error.ts';

/** What a view says of a read that brought nothing. A 403 is not here, since a ping settles it first; nor is an answer to somebody else, which ends all reading. */
export function failureOf(error: Exclude<ApiError, { kind: 'forbidden' | 'other-account' }>): NonNullable<WantedRow['failure']> {
  switch (error.kind) {
    case 'unreachable':
    case 'aborted':
      return 'unreachable';
    case 'captive':
    case 'proxy-login':
      return error.kind;
    case 'server-error':
    case 'too-many':
      return 'server-error';
    case 'refused':
      return 'refused';
    case 'not-found':
      return 'not-found';
    case 'no-such-call':
    case 'bad-shape':
      return 'bad-answer';
  }
}
