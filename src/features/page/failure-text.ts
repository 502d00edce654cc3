// The text that says why there is nothing to show. Independent of React.
import type { View } from '../../queries/views.ts';
import { errorTexts } from '../../texts/errors.ts';
import { shellTexts } from '../../texts/shell.ts';

export type Failure = Extract<View<unknown>, { state: 'missing' }>['failure'];

/** A fixed text for each failure (SPEC §8). For a server error or a refused request, the server's own message is used if it sent one. */
export function failureText(failure: Failure, message: string | null): string {
  switch (failure) {
    case 'unreachable':
      return errorTexts.unreachable;
    case 'captive':
      return errorTexts.captive;
    case 'proxy-login':
      return errorTexts.proxyLogin;
    case 'signed-out':
      return errorTexts.signedOut;
    case 'forbidden':
      return errorTexts.forbidden;
    case 'server-error':
      return message ?? errorTexts.serverError;
    case 'bad-answer':
      return errorTexts.notJson(message ?? errorTexts.badAnswer);
    case 'full':
      return shellTexts.deviceFull;
    case 'refused':
    case 'not-found':
      return message ?? errorTexts.badRequest;
  }
}
