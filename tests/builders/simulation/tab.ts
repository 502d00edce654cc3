// One tab: the client as src/app/client.tsx assembles it, without rendering. It can be killed at any moment; then its open transactions are
// rolled back, answers to its requests are dropped, and its timers and locks are gone.
import type Dexie from 'dexie';
import { createCommands, type CommandPorts, type Commands } from '../../../src/commands/commands.ts';
import { gateBySignOut } from '../../../src/commands/sign-out-gate.ts';
import { openSession } from '../../../src/commands/start-session.ts';
import { createSessionStore } from '../../../src/app/session.ts';
import { homeQueries } from '../../../src/queries/preload-home.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import type { Locks } from '../../../src/lib/locks.ts';
import { openRegistryDatabase, type Mirror } from '../../../src/mirror/database.ts';
import { lockAccount, watchAccount } from '../../../src/mirror/registry.ts';
import { deleteOldUndos } from '../../../src/mutations/undo-change.ts';
import { mutationKinds } from '../../../src/mutations/kinds/table.ts';
import type { ArchiveApi, Owner } from '../../../src/network/archive-api.ts';
import { createArchiveClient } from '../../../src/network/archive-client.ts';
import { createSyncEngine, type SyncEngine } from '../../../src/sync/engine.ts';
import { createFlushApi } from '../../../src/sync/flush-api.ts';
import { createPull, type Pull } from '../../../src/sync/pull.ts';
import { storeFirstLists } from '../../../src/sync/store-first-lists.ts';
import { createRevalidation, type Revalidation } from '../../../src/sync/revalidate.ts';
import type { Page } from '../../../src/sync/triggers.ts';
import { closeDatabases, endDatabases } from './storage.ts';
// The modules that the client imports on demand are loaded before the first run, because the time an import takes does not depend on the seed.
import '../../../src/commands/load-account.ts';
import '../../../src/commands/login.ts';
import '../../../src/commands/logout.ts';
import '../../../src/commands/archive-commands.ts';
import '../../../src/commands/clear-saved.ts';
import '../../../src/commands/download-commands.ts';
import '../../../src/mirror/lock-copies.ts';
import '../../../src/network/page-at.ts';
import '../../../src/saved-media/store/clear-account.ts';
import '../../../src/sync/flush.ts';
import '../../../src/sync/fetch-on-demand.ts';
import '../../../src/sync/fetch-downloads.ts';

export interface TabPorts {
  registryName: string;
  origin: string;
  clock: Clock;
  locks: Locks;
  page: Page;
  fetch: typeof fetch;
  readCookie: (name: string) => string | null;
  newKey: () => string;
  random: () => number;
  isAlive: () => boolean;
  /** Called where the client would reload its document. */
  onReload: () => void;
}

export type Tab = ReturnType<typeof openTab>;

export function openTab({ registryName, origin, clock, locks, page, fetch, readCookie, newKey, random, isAlive, onReload }: TabPorts) {
  const registry = openRegistryDatabase(registryName);
  const databases: Dexie[] = [registry];
  let revalidation: Revalidation | null = null;
  let engine: SyncEngine | null = null;
  let pull: Pull | null = null;
  let isChangingAccount = false;
  let isLeaving = false;
  let owner: Owner | null = null;
  const endCallbacks: (() => void)[] = [];

  const server = { namesUser: false };
  const apiOf = (requestOwner: Owner | null): ArchiveApi =>
    gateBySignOut(
      createArchiveClient({
        fetch,
        readCookie,
        owner: requestOwner,
        server,
        onOutcome: (outcome) => (outcome === 'other-account' ? onOtherAccount() : engine?.reportOutcome(outcome)),
        onStartTimestamp: (startTimestamp) => revalidation?.onStartTimestamp(startTimestamp),
        onSlow: () => void engine?.probe(),
      }),
      registry,
    );
  const sessionApi = apiOf(null);
  let api = sessionApi;

  function reload(): void {
    if (isAlive()) onReload();
  }

  function onOtherAccount(): void {
    const openMirror = mirror();
    if (!openMirror || isChangingAccount) return;
    void lockAccount(openMirror)
      .catch(() => undefined)
      .then(reload);
  }

  const ports: CommandPorts = {
    api: sessionApi,
    apiOf,
    firstQueries: homeQueries,
    importFirstLists: async () => ({ storeFirstLists }),
    accountApi: () => api,
    locks,
    registry,
    clock,
    newKey,
    kinds: mutationKinds,
    origin,
    onDatabaseLost: reload,
  };

  const session = createSessionStore({
    open: () => openSession(ports),
    isBrowsingCopy: () => false,
    hadSession: () => sessionApi.sessionMark() !== null,
    continueInMemory: async () => false,
    preload: async () => {},
    onShow(openMirror, account) {
      databases.push(openMirror.db);
      api = apiOf(account);
      owner = account;
      endCallbacks.push(watchAccount(openMirror, () => isLeaving || (isChangingAccount ? session.close() : reload())));
      engine = createSyncEngine({
        mirror: openMirror,
        api,
        flushApi: async () => createFlushApi(api),
        locks,
        page,
        isStreaming: () => false,
        random,
        onOtherAccount,
      });
      return null;
    },
    onReady(openMirror, copyState) {
      if (!isAlive()) return;
      revalidation = createRevalidation(openMirror, null);
      pull = createPull({ mirror: openMirror, api, locks, onVisible: page.onVisible, onOtherAccount });
      if (copyState === 'refresh-now') revalidation.onOpenedCopy();
      endCallbacks.push(page.onVisible(() => revalidation?.onVisible()));
      engine?.start();
      void deleteOldUndos(openMirror).catch(() => undefined);
    },
    reload,
  });

  function mirror(): Mirror | null {
    const sessionState = session.read();
    return sessionState.kind === 'open' ? sessionState.mirror : null;
  }

  const commands = createCommands(ports, mirror);
  return {
    session,
    mirror,
    api: () => api,
    /** The person for whom the tab sends requests; null before an account is open. */
    owner: () => owner,
    engine: () => engine,
    registry,
    commands: {
      ...commands,
      login(credentials) {
        isChangingAccount = true;
        return commands.login(credentials);
      },
      logout(choice) {
        isLeaving = true;
        return commands.logout(choice);
      },
    } satisfies Omit<Commands, 'checkDevice'>,
    /** Closes the tab's databases as the system does. */
    closeDatabases: (options: { isReported: boolean }): void => closeDatabases(databases, options),
    /** Kills the tab. */
    end(): void {
      endDatabases(databases);
      for (const end of endCallbacks) end();
      pull?.stop();
      void engine?.stop();
    },
  };
}
