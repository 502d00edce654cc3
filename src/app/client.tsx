// Constructs every part of the client once for a document and passes it to the others. Used by main.tsx, and by the component tests
// with scripted answers.
import type { ReactNode } from 'react';
import { createCommands, type CommandPorts, type Commands } from '../commands/commands.ts';
import { CommandsContext } from '../commands/commands-context.tsx';
import { gateBySignOut } from '../commands/sign-out-gate.ts';
import { openSession } from '../commands/start-session.ts';
import { systemClock } from '../lib/clock.ts';
import { isMirrorAheadOn, mayFetchAhead } from '../lib/fetch-ahead.ts';
import { failed } from '../lib/result.ts';
import { createWebLocks } from '../lib/web-locks.ts';
import type { Mirror, RegistryDatabase } from '../mirror/database.ts';
import { newUuid } from '../mirror/open-mirror.ts';
import { currentAccount, lockAccount, watchAccount } from '../mirror/registry.ts';
import { commentsKey, navKey, videoKey } from '../mirror/resource-keys.ts';
import { wish } from '../mirror/wanted.ts';
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
import { browsedCopy, canSave, forgetIdleWork, readCookie, whenIdle } from './ports.ts';
import { Router } from './router.tsx';
import { createScrollPlaces } from './scroll-places.ts';
import { createSessionStore } from './session.ts';

interface ClientOptions {
  registry: RegistryDatabase;
  /** Defaults to the browser's. */
  fetch?: typeof fetch;
  /** Drawn above every page, once it is idle. */
  notices: ReactNode;
  /** With a copy on the device: resolves when the first frame can be drawn without a skeleton. */
  readAhead: (mirror: Mirror) => Promise<void>;
  /** Called just before the account is shown. */
  onShow: (mirror: Mirror, account: AccountRow) => void;
  /** Called once sync has started. `saved`: null where nothing can be. */
  onReady: (mirror: Mirror, saved: SavedLink | null) => void;
  /** Called when the user clears this device; awaited before the account's databases are deleted. */
  onClearDevice: () => Promise<unknown>;
  /** The databases are in this page's memory: no video can be saved. */
  isInMemory?: boolean;
  /** The browser provides no storage. Resolves to whether another client takes over. */
  goOnInMemory?: () => Promise<boolean>;
}

export interface Client {
  /** All screens, inside the providers they read from. */
  screens: ReactNode;
  /** Opens the session. Resolves when it has settled; every outcome is a state of the account gate. */
  start(): Promise<void>;
  /** The mirror of the open account; null when none is open. */
  mirror(): Mirror | null;
  /** Stops sync. For tests: in the page, sync ends with the document. */
  stop(): Promise<void>;
}

const reload = (): void => location.reload();

/** False: some files due for deletion are still here. Logging out does not wait for them. */
async function leaveSaved(saved: SavedLink | null, { clearDevice }: { clearDevice: boolean }): Promise<boolean> {
  try {
    await (clearDevice ? saved?.clear() : saved?.leave());
    return true;
  } catch (reason) {
    console.warn('What is saved could not be left behind', reason);
    return !clearDevice;
  }
}

/** Calls back each time the archive becomes reachable again. */
function onceBack(connection: ReturnType<typeof connectionStore>, onBack: () => void): () => void {
  let was = connection.read()?.name;
  return connection.subscribe(() => {
    const now = connection.read()?.name;
    if (now === 'online' && was !== 'online') onBack();
    was = now;
  });
}

/** Requests all that the page of a saved video shows, so that it can be read from the copy without the network. */
async function wishPageOf(mirror: Mirror, videoId: string): Promise<void> {
  for (const key of [videoKey(videoId), commentsKey(videoId), navKey(videoId)]) await wish(mirror, key, 1);
}

export function createClient(options: ClientOptions): Client {
  const { registry, fetch, notices, readAhead, onShow, onReady, onClearDevice, isInMemory = false, goOnInMemory = async () => false } = options;
  const locks = createWebLocks();
  const page = createBrowserPage();
  const places = createScrollPlaces();
  let revalidation: Revalidation | null = null;
  let engine: SyncEngine | null = null;
  let pull: Pull | null = null;
  /** The user is signing in or opening another copy in this document. The login screen loads the new document itself. */
  let isChangingAccount = false;
  let isStopped = false;
  /** The document is being left (logout, or a session of another account): the account watch must not navigate as well. */
  let isLeaving = false;
  let savedOfAccount: SavedLink | null = null;
  const ends: (() => void)[] = [];

  const server = { namesUser: false };
  const apiOf = (owner: Owner | null): ArchiveApi =>
    gateBySignOut(
      createArchiveClient({
        ...(fetch ? { fetch } : {}),
        readCookie,
        owner,
        server,
        onOutcome: (outcome) => (outcome === 'other-account' ? onOtherAccount() : engine?.vote(outcome)),
        onStartTimestamp: (startTimestamp) => revalidation?.onStartTimestamp(startTimestamp),
        onSlow: () => void engine?.probe(), // the engine handles the answer
      }),
      registry,
    );
  /** Sends under the current session, whoever's it is: before an account is open, and to change accounts. */
  const sessionApi = apiOf(null);
  /** Sends as the open account. */
  let api = sessionApi;

  /** The account is gone from this document. If another copy has taken its place or was opened, the new document shows that one. */
  const leaveAccount = async (): Promise<void> => ((await currentAccount(registry)) ? reload() : location.replace('/login/'));

  /** The session belongs to another person or another archive. The next start asks which. */
  function onOtherAccount(): void {
    const open = mirror();
    if (!open || isChangingAccount) return;
    isLeaving = true; // the document reloads instead of going to the login
    void lockAccount(open)
      .catch((reason: unknown) => console.warn('The copy could not be locked', reason))
      .then(reload);
  }

  const ports: CommandPorts = {
    api: sessionApi,
    accountApi: () => api,
    locks,
    registry,
    clock: systemClock,
    newKey: newUuid,
    kinds: mutationKinds,
    origin: location.origin,
    onDeleted: (videoIds) => savedOfAccount?.onDeleted(videoIds),
    // Another tab is upgrading the copy or has deleted it: this document can no longer use it.
    onTakenAway: (why) => (why === 'deleted' ? void leaveAccount() : reload()),
  };

  const session = createSessionStore({
    open: () => openSession(ports),
    isBrowsingCopy: browsedCopy.is,
    hadSession: () => readCookie('csrftoken') !== null,
    goOnInMemory,
    readAhead,
    onShow(mirror, account) {
      api = apiOf(account);
      onShow(mirror, account);
      ends.push(watchAccount(mirror, () => isLeaving || (isChangingAccount ? session.close() : void leaveAccount())));
      // From here on, API outcomes vote on reachability. Sending waits for onReady: the session must be this account's.
      engine = createSyncEngine({ mirror, api, flushApi, locks, page, isStreaming: isPlaying, onOtherAccount });
      if (!canSave() || isInMemory) return null;
      const saved = createSavedLink({
        account: account.accountKey,
        isOpen: async () => (await registry.accounts.get(account.accountKey))?.isLocked === 0,
        locks,
        clock: systemClock,
        newKey: newUuid,
        wishPage: (videoId) => wishPageOf(mirror, videoId),
        fetchStreamPlayer: async () => (await import('../player/media-attachment.ts')).fetchStreamPlayer(),
      });
      ends.push(saved.close, onceBack(connectionStore(mirror), saved.onBack));
      whenIdle(() => saved.openIfUsed());
      whenIdle(async () => ends.push((await import('../queries/saved-sources.ts')).watchSources(mirror, saved, () => isMirrorAheadOn() && mayFetchAhead())));
      savedOfAccount = saved;
      return saved;
    },
    onReady(mirror, isCopyToRefresh) {
      revalidation = createRevalidation(mirror, null);
      void startPull(mirror);
      ends.push(onceBack(connectionStore(mirror), () => void startPull(mirror)));
      if (isCopyToRefresh) revalidation.onOpenedCopy();
      ends.push(page.onVisible(() => revalidation?.onVisible()));
      engine?.start();
      whenIdle(prefetchFlush);
      whenIdle(async () => (await import('../mutations/take-back.ts')).forgetOldUndos(mirror));
      // Logging out also works without a network.
      whenIdle(async () => (await import('../commands/logout.ts')).finishClearing(ports));
      onReady(mirror, savedOfAccount);
    },
    reload,
  });

  /** The first frame from a copy does not need this code. If it cannot be fetched, it is fetched when the archive is back. */
  async function startPull(mirror: Mirror): Promise<void> {
    const part = await import('../sync/pull.ts').catch(() => null);
    if (!part || pull || isStopped) return;
    pull = part.createPull({
      mirror,
      api,
      locks,
      isKept: async (videoId) => savedOfAccount?.keeps(videoId) ?? false,
      onOtherAccount,
    });
  }

  /** Fetched before the first change: when the archive is away, the code that sends changes cannot be fetched either. */
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
  const commandsOfPage: Commands = {
    ...commands,
    checkDevice: async (options) => (await import('./copy-ahead.ts')).checkDevice(mirror(), savedOfAccount, options),
    login(credentials) {
      isChangingAccount = true;
      return commands.login(credentials);
    },
    async openCopy(accountKey) {
      isChangingAccount = true;
      await commands.openCopy(accountKey);
      browsedCopy.remember(accountKey);
    },
    async logout(choice) {
      isLeaving = true;
      if (choice.clearDevice) {
        places.forget();
        await onClearDevice();
      }
      const isLeft = await leaveSaved(savedOfAccount, choice);
      const done = await commands.logout(choice);
      // Again: another tab may have opened the saved videos before it could know (saved-device.ts).
      await leaveSaved(savedOfAccount, { clearDevice: false });
      return done.ok && !isLeft ? failed({ kind: 'not-cleared' }) : done;
    },
  };

  return {
    screens: (
      <CommandsContext value={commandsOfPage}>
        <RegistryProvider value={registry}>
          <Router store={session} places={places} notices={notices} />
        </RegistryProvider>
      </CommandsContext>
    ),
    start: session.start,
    mirror,
    async stop() {
      isStopped = true;
      forgetIdleWork();
      for (const end of ends) end();
      pull?.stop();
      await engine?.stop();
    },
  };
}
