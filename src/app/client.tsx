// Constructs every part of the client once per document and passes it to the others. Used by main.tsx, and by the component tests
// with scripted answers.
import type { ReactNode } from 'react';
import { createCommands, type CommandPorts, type Commands } from '../commands/commands.ts';
import { CommandsContext } from '../commands/commands-context.tsx';
import { gateBySignOut } from '../commands/sign-out-gate.ts';
import type { FirstQueries } from '../commands/load-account.ts';
import { openSession } from '../commands/start-session.ts';
import { systemClock } from '../lib/clock.ts';
import { runOnceFree } from '../lib/locks.ts';
import { setPictureArchive } from '../lib/picture-address.ts';
import { isPrefetchOn, isUnmetered } from '../lib/prefetch-setting.ts';
import { createWebLocks } from '../lib/web-locks.ts';
import type { Mirror, RegistryDatabase } from '../mirror/database.ts';
import { signInLock } from '../mirror/fence.ts';
import { newUuid } from '../mirror/open-mirror.ts';
import { findCurrentAccount, lockAccount, watchAccount } from '../mirror/registry.ts';
import { commentsKey, navKey, videoKey } from '../mirror/resource-keys.ts';
import { requestRefresh } from '../mirror/refresh-requests.ts';
import type { AccountRow } from '../mirror/rows.ts';
import { mutationKinds } from '../mutations/kinds/table.ts';
import type { ArchiveApi, Owner } from '../network/archive-api.ts';
import { createArchiveClient } from '../network/archive-client.ts';
import { connectionStore } from '../queries/connection-store.ts';
import { RegistryProvider } from '../queries/mirror-context.tsx';
import { createBrowserPage } from '../sync/browser-page.ts';
import { createSavedLink, type SavedLink } from '../saved-media/saved-link.ts';
import { createSyncEngine, type SyncEngine } from '../sync/engine.ts';
import type { FlushApi } from '../sync/flush.ts';
import type { Pull } from '../sync/pull.ts';
import { createRevalidation, type Revalidation } from '../sync/revalidate.ts';
import { isPlaying } from './playing.ts';
import { browsedCopy, canSave, clearIdleWork, readCookie, whenIdle } from './ports.ts';
import { Router } from './router.tsx';
import { createScrollPositions } from './scroll-positions.ts';
import { createSessionStore } from './session.ts';

interface ClientOptions {
  registry: RegistryDatabase;
  /** Defaults to the browser's `fetch`. */
  fetch?: typeof fetch;
  /** Drawn above every page, once the page is idle. */
  notices: ReactNode;
  /** Called at a first start, once the user's settings are known. Returns the lists of videos that the page shows first. */
  firstQueries: FirstQueries;
  /** Called if there is a copy on the device. Resolves when the first frame can be drawn without a skeleton. */
  preload: (mirror: Mirror) => Promise<void>;
  /** Called just before the account is shown. */
  onShow: (mirror: Mirror, account: AccountRow) => void;
  /** Called once sync has started. `savedLink`: null where videos cannot be saved. */
  onReady: (mirror: Mirror, savedLink: SavedLink | null) => void;
  /** Called when the user clears this device; awaited before the account's databases are deleted. */
  onClearDevice: () => Promise<unknown>;
  /** Whether the databases are in this page's memory; then no video can be saved. */
  isInMemory?: boolean;
  /** Called if the browser provides no storage. Resolves to true if a client whose databases are in memory takes over. */
  continueInMemory?: () => Promise<boolean>;
}

export interface Client {
  /** All screens, inside the providers they read from. */
  screens: ReactNode;
  /** Opens the session. Resolves when it has settled. The account gate draws every outcome, including failures. */
  start(): Promise<void>;
  /** The mirror of the open account; null when none is open. */
  mirror(): Mirror | null;
  /** Stops sync. Only tests need this, because in the page sync ends with the document. */
  stop(): Promise<void>;
}

const reload = (): void => location.reload();

/** Calls `onBack` each time the connection state becomes `online`. */
function onReconnect(connection: ReturnType<typeof connectionStore>, onBack: () => void): () => void {
  let previousName = connection.read()?.name;
  return connection.subscribe(() => {
    const name = connection.read()?.name;
    if (name === 'online' && previousName !== 'online') onBack();
    previousName = name;
  });
}

/** Requests all data that a saved video's page shows, so that the page works without the network. */
async function requestVideoPage(mirror: Mirror, videoId: string): Promise<void> {
  for (const key of [videoKey(videoId), commentsKey(videoId), navKey(videoId)]) await requestRefresh(mirror, key, 1);
}

export function createClient(options: ClientOptions): Client {
  const { registry, fetch, notices, firstQueries, preload, onShow, onReady, onClearDevice, isInMemory = false, continueInMemory = async () => false } = options;
  const locks = createWebLocks();
  const page = createBrowserPage();
  const scrollPositions = createScrollPositions();
  let revalidation: Revalidation | null = null;
  let engine: SyncEngine | null = null;
  let pull: Pull | null = null;
  /**
   * Whether the user is signing in or opening another copy in this document. The login screen loads the new document itself after a success;
   * after a failure, this document goes on with the account that it shows.
   */
  let isChangingAccount = false;
  let isStopped = false;
  /** Whether the document is being left (logout, or a session of another account), so the account watch must not navigate. */
  let isLeaving = false;
  /** Whether the open account was locked or cleared, in this tab or another one. */
  let isAccountGone = false;
  let savedLink: SavedLink | null = null;
  const cleanups: (() => void)[] = [];

  /** Whether the server's answers name the user. All API clients share this object and update it. */
  const server = { namesUser: false };
  const apiOf = (owner: Owner | null): ArchiveApi =>
    gateBySignOut(
      createArchiveClient({
        ...(fetch ? { fetch } : {}),
        readCookie,
        owner,
        server,
        onOutcome: (outcome) => (outcome === 'other-account' ? onOtherAccount() : engine?.reportOutcome(outcome)),
        onStartTimestamp: (startTimestamp) => revalidation?.onStartTimestamp(startTimestamp),
        onSlow: () => void engine?.probe(), // the engine handles the answer
      }),
      registry,
    );
  /** Sends requests in the current session, whoever it belongs to. Used before an account is open, and to change accounts. */
  const sessionApi = apiOf(null);
  /** Sends requests as the open account. */
  let api = sessionApi;

  /** Called when the open account was locked or cleared, in any tab. Called a second time if a failed logout keeps this document open. */
  function onAccountGone(): void {
    isAccountGone = true;
    if (isLeaving) return;
    if (isChangingAccount) session.close();
    else void leaveAccount();
  }

  /**
   * Called when the open account was locked or deleted. The new document shows an account that is unlocked, otherwise the login. A login in
   * another tab locks all accounts before it unlocks one, so its end is awaited, but no longer than five seconds. Tabs without shared locks
   * (plain http) show the login at once.
   */
  const leaveAccount = (): Promise<void> =>
    runOnceFree({ locks, clock: systemClock }, signInLock, async () => ((await findCurrentAccount(registry)) ? reload() : location.replace('/login/')));

  /** Called when the session belongs to another person or another archive. The new document asks the archive whose session it is. */
  function onOtherAccount(): void {
    const openMirror = mirror();
    if (!openMirror || isChangingAccount) return;
    isLeaving = true; // the document reloads instead of going to the login
    void lockAccount(openMirror).catch(console.warn).then(reload);
  }

  const ports: CommandPorts = {
    api: sessionApi,
    apiOf,
    firstQueries,
    importFirstLists: () => import('../sync/store-first-lists.ts'),
    accountApi: () => api,
    locks,
    registry,
    clock: systemClock,
    newKey: newUuid,
    kinds: mutationKinds,
    origin: location.origin,
    onDeleted: (videoIds) => savedLink?.onDeleted(videoIds),
    // Another tab is upgrading the copy or has deleted it, so this document can no longer use it.
    onDatabaseLost: (why) => (why === 'deleted' ? void leaveAccount() : reload()),
  };

  const session = createSessionStore({
    open: () => openSession(ports),
    isBrowsingCopy: browsedCopy.is,
    hadSession: () => sessionApi.sessionMark() !== null,
    continueInMemory,
    preload,
    onShow(mirror, account) {
      api = apiOf(account);
      setPictureArchive(account.archiveId);
      onShow(mirror, account);
      cleanups.push(watchAccount(mirror, onAccountGone));
      // From here on, API outcomes determine the connection state. Changes are sent only after onReady, once the session is known to be
      // this account's.
      engine = createSyncEngine({ mirror, api, flushApi, locks, page, isStreaming: isPlaying, onOtherAccount });
      if (!canSave() || isInMemory) return null;
      const link = createSavedLink({
        account,
        isOpen: async () => (await registry.accounts.get(account.accountKey))?.isLocked === 0,
        locks,
        clock: systemClock,
        newKey: newUuid,
        requestPage: (videoId) => requestVideoPage(mirror, videoId),
        fetchStreamPlayer: async () => (await import('../player/media-attachment.ts')).fetchHlsPlayer(),
      });
      cleanups.push(link.close, onReconnect(connectionStore(mirror), link.onBack));
      whenIdle(() => link.openIfUsed());
      whenIdle(async () => cleanups.push((await import('../queries/saved-sources.ts')).watchSources(mirror, link, () => isPrefetchOn() && isUnmetered())));
      savedLink = link;
      return link;
    },
    onReady(mirror, copyState) {
      revalidation = createRevalidation(mirror, null);
      void startPull(mirror);
      cleanups.push(onReconnect(connectionStore(mirror), () => void startPull(mirror)));
      if (copyState === 'refresh-now') revalidation.onOpenedCopy();
      cleanups.push(page.onVisible(() => revalidation?.onVisible()));
      // Without an outcome, the engine would ping soon, and on a slow connection pictures would delay that ping too long.
      if (copyState === 'just-filled') engine?.reportOutcome('answered');
      engine?.start();
      whenIdle(prefetchFlush);
      whenIdle(async () => (await import('../mutations/undo-change.ts')).deleteOldUndos(mirror));
      // A logout that cleared the device may have left a database that another tab had open.
      whenIdle(async () => (await import('../commands/logout.ts')).finishClearing(ports));
      onReady(mirror, savedLink);
    },
    reload,
  });

  /** Fetches the code for pulling, which the first frame does not need. A failed fetch is retried when the archive is back. */
  async function startPull(mirror: Mirror): Promise<void> {
    const chunk = await import('../sync/pull.ts').catch(() => null);
    if (!chunk || pull || isStopped) return;
    pull = chunk.createPull({
      mirror,
      api,
      locks,
      onVisible: page.onVisible,
      isSaved: async (videoId) => savedLink?.hasItem(videoId) ?? false,
      onOtherAccount,
    });
  }

  /**
   * Fetches the code that sends changes, before it is needed. The first change may be made while the archive is away, when the code cannot
   * be fetched.
   */
  async function prefetchFlush(): Promise<void> {
    await Promise.all([import('../sync/flush.ts'), flushApi()]);
  }

  async function flushApi(): Promise<FlushApi> {
    return (await import('../sync/flush-api.ts')).createFlushApi(api);
  }

  function mirror(): Mirror | null {
    const current = session.read();
    return current.kind === 'open' ? current.mirror : null;
  }

  const commands = createCommands(ports, mirror);
  const pageCommands: Commands = {
    ...commands,
    checkDevice: async (options) => (await import('./background-copy.ts')).checkDevice(mirror(), savedLink, options),
    async login(credentials) {
      isChangingAccount = true;
      const result = await commands.login(credentials);
      isChangingAccount = result.ok;
      return result;
    },
    async openCopy(accountKey) {
      isChangingAccount = true;
      try {
        await commands.openCopy(accountKey);
      } catch (reason) {
        isChangingAccount = false;
        throw reason;
      }
      browsedCopy.remember(accountKey);
    },
    async logout(choice) {
      isLeaving = true;
      try {
        if (choice.clearDevice) {
          scrollPositions.forget();
          await onClearDevice();
        }
        const chunk = await import('./background-copy.ts').catch(() => null);
        if (chunk) return await chunk.logOut(choice, savedLink, commands.logout);
        await savedLink?.leave().catch(console.warn);
        return await commands.logout(choice);
      } catch (reason) {
        isLeaving = false;
        await savedLink?.stay().catch(console.warn);
        if (isAccountGone) onAccountGone();
        throw reason;
      }
    },
  };

  return {
    screens: (
      <CommandsContext value={pageCommands}>
        <RegistryProvider value={registry}>
          <Router store={session} positions={scrollPositions} notices={notices} />
        </RegistryProvider>
      </CommandsContext>
    ),
    start: session.start,
    mirror,
    async stop() {
      isStopped = true;
      clearIdleWork();
      for (const cleanUp of cleanups) cleanUp();
      pull?.stop();
      await engine?.stop();
    },
  };
}
