import type { ApiError } from '../network/api-error.ts';
import type { SessionApi } from '../network/archive-api.ts';
import { backendStatusOf } from './check-backend.ts';
import type { CommandFailure } from './command-failure.ts';

/** Why a call failed, for the user. A ping settles whether a 403 means signed out or not permitted. */
export async function commandFailureOf(api: Pick<SessionApi, 'ping'>, error: ApiError): Promise<CommandFailure> {
  switch (error.kind) {
    case 'unreachable':
    case 'captive':
    case 'proxy-login':
    case 'aborted':
      return { kind: 'away' };
    case 'other-account':
      return { kind: 'signed-out' };
    case 'not-found':
      return { kind: 'not-found' };
    case 'refused':
      return { kind: 'refused', status: error.status, message: error.message };
    case 'server-error':
    case 'too-many':
    case 'no-such-call':
    case 'bad-shape':
      return { kind: 'server-error' };
    case 'forbidden': {
      const ping = await api.ping();
      if (ping.ok) return { kind: 'forbidden' };
      return backendStatusOf(ping.error) === 'signed-out' ? { kind: 'signed-out' } : { kind: 'away' };
    }
  }
}
