// How the archive can be reached, in seven states. Pure.

export type ConnectionName = 'online' | 'degraded' | AwayName;

type AwayName = 'captive' | 'proxy-login' | 'unreachable' | 'offline' | 'signed-out';

/** What needs the archive now cannot be done: it is away, or does not know us any more. */
export function cannotAsk(name: ConnectionName): name is AwayName {
  return name !== 'online' && name !== 'degraded';
}
