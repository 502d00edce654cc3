// Whether the archive can be reached, in seven states. Pure.

export type ConnectionName = 'online' | 'degraded' | AwayName;

type AwayName = 'captive' | 'proxy-login' | 'unreachable' | 'offline' | 'signed-out';

/** Whether anything that needs the archive now is impossible: it is unreachable, or the session has ended. */
export function isUnavailable(name: ConnectionName): name is AwayName {
  return name !== 'online' && name !== 'degraded';
}
