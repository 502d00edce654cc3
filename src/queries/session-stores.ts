// Who is signed in, and with which settings, read from the account's documents. An account's database is created with its documents, so
// they exist whenever an account is open.
import type { Mirror, RegistryDatabase } from '../mirror/database.ts';
import { firstFrameOf, withPendingSettings } from '../mirror/first-frame.ts';
import { addLiveKey } from '../mirror/live-keys.ts';
import type { AccountDocument, AccountRow } from '../mirror/rows.ts';
import { isFresh, requestRefresh } from '../mirror/refresh-requests.ts';
import { systemClock } from '../lib/clock.ts';
import { createLiveStore, storeFor, type LiveStore, type Store } from './live-store.ts';
import type { Session } from './views.ts';

const refreshedKeys = ['user-config', 'account', 'app-settings'] as const;

interface SessionDocuments {
  session: Session | null;
  fetchedAtMs: Record<(typeof refreshedKeys)[number], number | null>;
}

export interface SessionStore extends Store<Session | null> {
  /** Resolves when the documents have been read. */
  whenRead: Promise<void>;
}

export function sessionStore(mirror: Mirror): SessionStore {
  return storeFor(mirror, 'session', (onIdle) => {
    const frame = firstFrameOf(mirror);
    const documents = createLiveStore({
      clock: mirror.clock,
      query: () =>
        mirror.db.transaction('r', [mirror.db.documents, mirror.db.folded], async () =>
          readDocuments(await withPendingSettings(mirror.db, await mirror.db.documents.bulkGet(['user-config', 'account', 'app-settings', 'server']))),
        ),
      initial: readDocuments(frame?.documents ?? []),
      onIdle,
    });
    return { whenRead: documents.whenRead, read: () => documents.read().session, subscribe: (listener) => subscribe(mirror, documents, listener) };
  });
}

function subscribe(mirror: Mirror, documents: LiveStore<SessionDocuments>, listener: () => void): () => void {
  let lastSession = documents.read().session;
  const stop = documents.subscribe(() => {
    if (documents.read().session === lastSession) return;
    lastSession = documents.read().session;
    listener();
  });
  const removers = refreshedKeys.map((key) => addLiveKey(mirror.db, { key: () => key, rank: 0, fetchedAtMs: () => documents.read().fetchedAtMs[key] }));
  void documents.whenRead.then(async () => {
    for (const key of refreshedKeys) {
      if (!isFresh(mirror, documents.read().fetchedAtMs[key])) await requestRefresh(mirror, key, 0);
    }
  });
  return () => {
    stop();
    for (const remove of removers) remove();
  };
}

function readDocuments(rows: readonly (AccountDocument | undefined)[]): SessionDocuments {
  const find = <Key extends AccountDocument['key']>(key: Key): Extract<AccountDocument, { key: Key }> | undefined =>
    rows.find((row): row is Extract<AccountDocument, { key: Key }> => row?.key === key);
  const [config, account, settings, server] = [find('user-config'), find('account'), find('app-settings'), find('server')];
  const fetchedAtMs = { 'user-config': config?.fetchedAtMs ?? null, account: account?.fetchedAtMs ?? null, 'app-settings': settings?.fetchedAtMs ?? null };
  if (!config || !account) return { session: null, fetchedAtMs };
  const session = {
    account: account.value,
    userConfig: config.value,
    appSettings: settings?.value ?? null,
    server: server ? { version: server.value.version, update: server.value.update } : null,
    isStaff: account.value.is_staff || account.value.is_superuser,
  };
  return { session, fetchedAtMs };
}

/** Every account this device keeps, most recently used first. */
export function localAccountsStore(registry: RegistryDatabase): Store<AccountRow[]> {
  return storeFor(registry, 'kept-accounts', (onIdle) =>
    createLiveStore<AccountRow[]>({
      clock: systemClock,
      initial: [],
      query: async () => (await registry.accounts.toArray()).sort((left, right) => right.lastUsedAtMs - left.lastUsedAtMs),
      onIdle,
    }),
  );
}
