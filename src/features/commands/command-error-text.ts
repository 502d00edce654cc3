// The text that says why a command failed. Independent of React.
import type { CommandFailure } from '../../commands/command-failure.ts';
import { errorTexts } from '../../texts/errors.ts';
import { pageErrorTexts } from '../../texts/page-errors.ts';
import { shellTexts } from '../../texts/shell.ts';

export function commandErrorText(failure: CommandFailure): string {
  switch (failure.kind) {
    case 'away':
      return pageErrorTexts.needsServer;
    case 'signed-out':
      return pageErrorTexts.needsLogin;
    case 'forbidden':
      return errorTexts.forbidden;
    case 'not-found':
      return pageErrorTexts.noLongerInArchive;
    case 'refused':
      return failure.message ?? errorTexts.badRequest;
    case 'server-error':
      return errorTexts.serverError;
    case 'not-stored':
      return shellTexts.notKept[failure.reason ?? 'other'];
  }
}
