import type { Session } from '../../queries/views.ts';
import { shellTexts } from '../../texts/shell.ts';

/** The server's version, or the client's until a server has reported one, and the available update, if there is one (SPEC §1). */
export function versionText(server: Session['server']): { current: string; update: string | null } {
  return {
    current: shellTexts.version(server?.version ?? __VERSION__),
    update: server?.update ? shellTexts.updateAvailable(server.update.version, server.update.isBreaking) : null,
  };
}
