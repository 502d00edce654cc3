import type { Mirror } from '../mirror/database.ts';
import { firstFrameOf } from '../mirror/first-frame.ts';
import type { Connection, RefreshRequest } from '../mirror/rows.ts';
import { createLiveStore, storeFor, type Store } from './live-store.ts';

/** The state of the connection to the archive. Null until a tab has determined it. */
export function connectionStore(mirror: Mirror): Store<Connection | null> {
  return storeFor(mirror, 'connection', (onIdle) =>
    createLiveStore({
      clock: mirror.clock,
      query: async () => (await mirror.registry.connection.get('connection'))?.value ?? null,
      initial: firstFrameOf(mirror)?.connection ?? null,
      onIdle,
    }),
  );
}

/** Why nothing can be fetched in this state, as the failure of a request; null if fetching is possible. */
export function failureOfConnection(connection: Connection | null): NonNullable<RefreshRequest['failure']> | null {
  switch (connection?.name) {
    case 'offline':
    case 'unreachable':
      return 'unreachable';
    case 'captive':
    case 'proxy-login':
    case 'signed-out':
      return connection.name;
    default:
      return null;
  }
}
