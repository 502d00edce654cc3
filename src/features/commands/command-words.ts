// Why something that needs the server now was not done, in words. Knows nothing of React.
import type { CommandFailure } from '../../commands/command-failure.ts';
import { errorTexts } from '../../texts/errors.ts';

export function commandWords(failure: CommandFailure): string {
  switch (failure.kind) {
    case 'away':
      return errorTexts.needsServer;
    case 'signed-out':
      return errorTexts.needsLogin;
    case 'forbidden':
      return errorTexts.forbidden;
    case 'not-found':
      return errorTexts.goneThere;
    case 'refused':
      return failure.message ?? errorTexts.badRequest;
    case 'server-error':
      return errorTexts.serverError;
  }
}
