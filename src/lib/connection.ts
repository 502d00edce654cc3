// The seven states of the connection to the archive. Pure.

export type ConnectionName = 'online' | 'degraded' | UnavailableName;

type UnavailableName = 'captive' | 'proxy-login' | 'unreachable' | 'offline' | 'signed-out';

/** Whether the archive cannot be used now, because it is unreachable or the session has ended. */
export function isUnavailable(name: ConnectionName): name is UnavailableName {
  return name !== 'online' && name !== 'degraded';
}
