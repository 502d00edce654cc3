import type { ApiError } from '../network/api-error.ts';
import type { SessionApi } from '../network/archive-api.ts';

export type BackendStatus = 'online' | 'signed-out' | 'unreachable' | 'captive' | 'proxy-login';

/** Whether the archive is reachable and recognises the session. A ping decides (docs/behaviour.md, Login, cookies, roles). */
export async function checkBackend(api: Pick<SessionApi, 'ping'>): Promise<BackendStatus> {
  const answer = await api.ping();
  return answer.ok ? 'online' : backendStatusOf(answer.error);
}

/** The meaning of a failed ping. */
export function backendStatusOf({ kind }: ApiError): Exclude<BackendStatus, 'online'> {
  if (kind === 'forbidden') return 'signed-out';
  return kind === 'captive' || kind === 'proxy-login' ? kind : 'unreachable';
}
