// A device with the client's API client and its own copy, signed in to a real server; without a service worker or sync engine.
import { applyDocument } from '../../src/mirror/apply.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { createFlushApi } from '../../src/sync/flush-api.ts';
import { flushOutbox, type FlushApi, type FlushResult } from '../../src/sync/flush.ts';
import { askedAt } from './asked-at.ts';
import { aMirror, steppedClock, sharedLocks, type SteppedClock } from './mirror-copy.ts';
import type { ServerArchive } from './server-archive.ts';
import type { ApiSession } from './server-session.ts';

export interface ServerDevice {
  mirror: Mirror;
  api: ReturnType<typeof createFlushApi>;
  clock: SteppedClock;
  /** One pass over the outbox. */
  flush(): Promise<FlushResult>;
  session(): ApiSession;
  /** From now on the device's requests carry this session. */
  signInAs(session: ApiSession): void;
}

/** @param url the address at which the device reaches the server, such as a proxy's; default: the server's own */
export async function aServerDevice(
  server: ServerArchive,
  personName: 'staff' | 'guest',
  { url = server.url, timeoutMs }: { url?: string; timeoutMs?: number } = {},
): Promise<ServerDevice> {
  let session = await server.login(personName);
  const clock = steppedClock();
  const client = createArchiveClient({
    origin: url,
    readCookie: (name) => (name === 'csrftoken' ? session.cookies.csrftoken : null),
    onOutcome: () => {},
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    // Sends the cookies as a browser does.
    fetch(input, init) {
      const { sessionid, csrftoken } = session.cookies;
      return fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}` } });
    },
  });
  const api = createFlushApi(client);
  const ping = await api.ping();
  if (!ping.ok) throw new Error('not signed in');
  const mirror: Mirror = await aMirror({ clock });
  const account = await mirror.registry.accounts.get(mirror.accountKey);
  if (account) await mirror.registry.accounts.put({ ...account, userId: ping.value.user, archiveId: ping.value.archiveId });
  const config = await api.getUserConfig();
  if (config.ok) await applyDocument(mirror.db, { key: 'user-config', value: config.value }, askedAt(clock.now()));
  return {
    mirror,
    api,
    clock,
    flush() {
      const { signal } = new AbortController();
      const flushApi: FlushApi = api;
      return flushOutbox({ mirror, api: flushApi, locks: sharedLocks(), isStreaming: () => false, random: () => 0.5, signal, isAlone: true });
    },
    session: () => session,
    signInAs: (next) => void (session = next),
  };
}
