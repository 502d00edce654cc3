// The text that says why signing in failed (SPEC §8). Independent of React.
import { loginTexts } from '../../texts/login.ts';

export interface LoginFailure {
  kind: 'refused' | 'too-many' | 'maybe-signed-in' | 'unreachable' | 'no-database';
  message: string | null;
  retryAfterMs?: number | undefined;
}

/** The text after 'Failed to login.': the server's own message if it sent one, otherwise a fixed text. */
export function loginFailureText(failure: LoginFailure): string {
  if (failure.message) return failure.message;
  switch (failure.kind) {
    case 'refused':
      return loginTexts.unknownError;
    case 'too-many':
      return loginTexts.tooMany(failure.retryAfterMs === undefined ? null : Math.ceil(failure.retryAfterMs / 1000));
    case 'maybe-signed-in':
      return loginTexts.maybeSignedIn;
    case 'unreachable':
      return loginTexts.unreachable;
    case 'no-database':
      return loginTexts.noDatabase;
  }
}
