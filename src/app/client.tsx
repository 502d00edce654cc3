// The client of one document: each part constructed once and handed to the others. Drawn by main.tsx in the page, by the component tests
// against scripted answers.
import type { ReactNode } from 'react';
import { createCommands, type Commands } from '../commands/commands.ts';
import { CommandsContext } from '../commands/commands-context.tsx';
import type { SessionPorts } from '../commands/load-account.ts';
import { gateBySignOut } from '../commands/sign-out-gate.ts';
import { openSession } from '../commands/start-session.ts';
import { systemClock } from '../lib/clock.ts';
import { createWebLocks } from '../lib/web-locks.ts';
import type { Mirror, RegistryDatabase } from '../mirror/database.ts';
import { newUuid } from '../mirror/open-mirror.ts';
import { watchAccount } from '../mirror/registry.ts';
import type { AccountRow } from '../mirror/rows.ts';
import { mutationKinds } from '../mutations/kinds/table.ts';
import { createArchiveClient } from '../network/archive-client.ts';
import { RegistryProvider } from '../queries/mirror-context.tsx';
import { createBrowserPage } from '../sync/browser-page.ts';
import { createSyncEngine, type SyncEngine } from '../sync/engine.ts';
import type { FlushApi } from '../sync/flush.ts';
import { createPull, type Pull } from '../sync/pull.ts';
import { createRevalidation, type Revalidation } from '../sync/revalidate.ts';
import { isPlaying } from './playing.ts';
import { browsedCopy, readCookie } from './ports.ts';
import { Router } from './router.tsx';
import { createScrollPlaces } from './scroll-places.ts';
import { createSessionStore } from './session.ts';

interface ClientOptions {
  registry: RegistryDatabase;
  /** The browser's own where it is left out. */
  fetch?: typeof fetch;
  /** Above every page. */
  notices: ReactNode;
  /** Of a copy on the device: resolves when the first frame can be drawn whole. */
  readAhead: (mirror: Mirror) => Promise<void>;
  /** The account is about to be shown. */
  onShow: (mirror: Mirror, account: AccountRow) => void;
  /** What reads and writes behind the screens has started. */
  onReady: (mirror: Mirror) => void;
  /** The person clears this device: awaited before the account's databases go. */
  onClearDevice: () => Promise<void>;
}

export interface Client {
  /** Every screen, with what it reads from. */
  screens: ReactNode;
  /** Resolves when the session has settled, whatever it is: each outcome is a state of the account gate. */
  start(): Promise<void>;
  /** Of the account that is shown. */
  mirror(): Mirror | null;
  /** Ends what reads and writes behind the screens. A page never does: its end is the document's. */
  stop(): Promise<void>;
}

const reload = (): void => location.reload();
const toLogin = (): void => location.replace('/login/');

export function createClient({ registry, fetch, notices, readAhead, onShow, onReady, onClearDevice }: ClientOptions): Client {
  const locks = createWebLocks();
  const page = createBrowserPage();
  const places = createScrollPlaces();
  let revalidation: Revalidation | null = null;
  let engine: SyncEngine | null = null;
  let pull: Pull | null = null;
  /** Someone is signing in, or opening another copy, in this document: the screen for it is open, and loads the new one itself. */
  let isChangingAccount = false;
  const ends: (() => void)[] = [];

  const api = gateBySignOut(
    createArchiveClient({
      ...(fetch ? { fetch } : {}),
      readCookie,
      onOutcome: (outcome) => engine?.vote(outcome),
      onStartTimestamp: (startTimestamp) => revalidation?.onStartTimestamp(startTimestamp),
      onSlow: () => void engine?.probe(), // its answer is the engine's to show
    }),
    registry,
  );

  const ports: SessionPorts = {
    api,
    registry,
    clock: systemClock,
    newKey: newUuid,
    kinds: mutationKinds,
    origin: location.origin,
    // Another tab upgrades the copy or has cleared it: this document belongs to what was.
    onTakenAway: (why) => (why === 'deleted' ? toLogin() : reload()),
  };

  const session = createSessionStore({
    open: () => openSession(ports),
    isBrowsingCopy: browsedCopy.is,
    hadSession: () => readCookie('csrftoken') !== null,
    readAhead,
    onShow(mirror, account) {
      onShow(mirror, account);
      ends.push(watchAccount(mirror, () => (isChangingAccount ? session.close() : toLogin())));
      // From here on every outcome counts; nothing is sent before the session is known to be this account's.
      engine = createSyncEngine({ mirror, api, flushApi, locks, page, isStreaming: isPlaying, onOtherAccount: reload });
    },
    onReady(mirror, isCopyToRefresh) {
      revalidation = createRevalidation(mirror, null);
      pull = createPull({ mirror, api, locks, onOtherAccount: reload });
      if (isCopyToRefresh) revalidation.onOpenedCopy();
      ends.push(page.onVisible(() => revalidation?.onVisible()));
      engine?.start();
      onReady(mirror);
    },
    reload,
  });

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
      if (choice.clearDevice) {
        places.forget();
        await onClearDevice();
      }
      return commands.logout(choice);
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
      for (const end of ends) end();
      pull?.stop();
      await engine?.stop();
    },
  };
}
