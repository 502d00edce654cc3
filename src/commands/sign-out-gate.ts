// If somebody logged out while the archive was unreachable, the browser's cookie still contains their session. A note in the registry says
// so and survives a crash. No call is made until the server has ended that session. app/client.tsx wraps the API client in this gate.
import { failed, ok, type Result } from '../lib/result.ts';
import type { RegistryDatabase } from '../mirror/database.ts';
import { forgetPendingSignOut, hasPendingSignOut } from '../mirror/registry.ts';
import type { ApiError } from '../network/api-error.ts';
import type { ArchiveApi } from '../network/archive-api.ts';

export function gateBySignOut(api: ArchiveApi, registry: RegistryDatabase): ArchiveApi {
  let endingPromise: Promise<Result<void, ApiError>> | null = null;

  async function passGate(): Promise<Result<void, ApiError>> {
    // Without a registry nobody can have logged out on this device.
    if (!(await hasPendingSignOut(registry).catch(() => false))) return ok(undefined);
    endingPromise ??= endSession(api, registry).finally(() => (endingPromise = null));
    return endingPromise;
  }

  return new Proxy(api, {
    get(target, name: keyof ArchiveApi) {
      // A logout ends the old session and removes the note itself. Callers of callAtOnce have checked the note, or log in, which replaces
      // the old session. sessionMark and namesUser make no call.
      if (/^(logout|callAtOnce|sessionMark|namesUser)$/.test(name)) return target[name];
      return async (...args: unknown[]) => {
        const gate = await passGate();
        if (!gate.ok) return failed(gate.error);
        return (target[name] as (...args: unknown[]) => unknown)(...args);
      };
    },
  });
}

/** Ends the server's session and removes the note; a session that has already ended counts as success. */
export async function endSession(api: ArchiveApi, registry: RegistryDatabase): Promise<Result<void, ApiError>> {
  const answer = await api.logout();
  const isOver = answer.ok || answer.error.kind === 'forbidden' || answer.error.kind === 'not-found' || answer.error.kind === 'refused';
  if (!isOver) return answer;
  await forgetPendingSignOut(registry);
  return ok(undefined);
}
