// The seven states of the connection to the archive. Pure.

export type ConnectionName = 'online' | 'degraded' | UnavailableName;

type UnavailableName = 'captive' | 'proxy-login' | 'unreachable' | 'offline' | 'signed-out';

/** Whether nothing that needs the archive is possible now: the archive is unreachable, or the session has ended. */
export function isUnavailable(name: ConnectionName): name is UnavailableName {
  return name !== 'online' && name !== 'degraded';
}
