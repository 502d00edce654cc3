// Draws a screen as main.tsx does: the real router, shell, mirror (IndexedDB of the browser), engine and pull, on an account of its own.
// Only the archive is a script. No service worker, nothing copied ahead. Each test has databases of its own; they go with the browser.
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { isPlaying } from '../../src/app/playing.ts';
import { browsedCopy, readCookie } from '../../src/app/ports.ts';
import { Router } from '../../src/app/router.tsx';
import { createScrollPlaces } from '../../src/app/scroll-places.ts';
import { createSessionStore } from '../../src/app/session.ts';
import { createCommands, type Commands } from '../../src/commands/commands.ts';
import { CommandsContext } from '../../src/commands/commands-context.tsx';
import type { SessionPorts } from '../../src/commands/load-account.ts';
import { gateBySignOut } from '../../src/commands/sign-out-gate.ts';
import { openSession } from '../../src/commands/start-session.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createWebLocks } from '../../src/lib/web-locks.ts';
import { openRegistryDatabase, type Mirror, type RegistryDatabase } from '../../src/mirror/database.ts';
import { newUuid } from '../../src/mirror/open-mirror.ts';
import { watchAccount } from '../../src/mirror/registry.ts';
import { mutationKinds } from '../../src/mutations/kinds/table.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { RegistryProvider } from '../../src/queries/mirror-context.tsx';
import { createBrowserPage } from '../../src/sync/browser-page.ts';
import { createSyncEngine, type SyncEngine } from '../../src/sync/engine.ts';
import { createFlushApi } from '../../src/sync/flush-api.ts';
import { createPull, type Pull } from '../../src/sync/pull.ts';
import { createRevalidation, type Revalidation } from '../../src/sync/revalidate.ts';
import { hanging } from '../doubles/fetch-script.ts';
import { scriptArchive, type ArchiveContent, type ScriptedArchive } from '../doubles/scripted-archive.ts';
import { noteCall } from './sees.ts';

export const phone = { width: 390, height: 844 };
export const tablet = { width: 820, height: 1180 };
export const desktop = { width: 1440, height: 900 };

export interface Screen {
  archive: ScriptedArchive;
  /** Of the open account. */
  mirror(): Mirror;
  /** As the browser's own address bar within this document. */
  goTo(address: string): void;
  /** Addresses that the page asked to be loaded as a new document; a test's page stays. */
  left: string[];
  /** The archive refuses every connection, and the client is told to look. */
  stopArchive(): void;
  startArchive(): void;
  /** A new document on the same device: everything but its storage is gone. */
  reload(address?: string): Promise<void>;
}

export interface ScreenOptions extends ArchiveContent {
  isStaff?: boolean;
  viewport?: { width: number; height: number };
}

let screens = 0;
let current: string[] = [];

// For ever: what a screen does last may lead away after its test has ended, and the runner stands in this document.
navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument) return;
  event.preventDefault();
  current.push(event.destination.url.replace(location.origin, ''));
});

/** Resolves when the session has settled; the screen itself comes when its data and code have. */
export async function renderScreen(address: string, { isStaff = true, viewport = phone, ...content }: ScreenOptions = {}): Promise<Screen> {
  await page.viewport(viewport.width, viewport.height);
  const archive = scriptArchive({ ...content, account: { is_staff: isStaff, ...content.account } });
  const registryName = `registry-of-test-${++screens}`;
  const left: string[] = [];
  current = left;
  const before = location.href;
  localStorage.setItem('stowaway.mirror-ahead', 'off');
  let opened = await openDocument(address, archive, registryName);
  onTestFinished(async () => {
    await opened.close();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', before);
  });
  return {
    archive,
    left,
    mirror: () => opened.mirror(),
    goTo: (to) => opened.goTo(to),
    stopArchive() {
      archive.stop();
      dispatchEvent(new Event('offline'));
    },
    startArchive() {
      archive.start();
      dispatchEvent(new Event('online'));
    },
    async reload(to = location.pathname + location.search) {
      await opened.close();
      opened = await openDocument(to, archive, registryName);
    },
  };
}

interface OpenDocument {
  mirror(): Mirror;
  goTo(address: string): void;
  close(): Promise<void>;
}

async function openDocument(address: string, archive: ScriptedArchive, registryName: string): Promise<OpenDocument> {
  history.replaceState(null, '', address);
  const locks = createWebLocks();
  const browserPage = createBrowserPage();
  const registry: RegistryDatabase = openRegistryDatabase(registryName);
  let revalidation: Revalidation | null = null;
  let engine: SyncEngine | null = null;
  let pull: Pull | null = null;
  let open: Mirror | null = null;
  let isClosed = false;
  let isChangingAccount = false;
  let endWatch = (): void => {};

  const api = gateBySignOut(
    createArchiveClient({
      fetch(input, init) {
        if (isClosed) return hanging(null, init?.signal ?? null); // as in a document that was left
        noteCall(init?.method ?? 'GET', input instanceof Request ? input.url : input.toString());
        return archive.fetch(input, init);
      },
      readCookie,
      onOutcome: (outcome) => engine?.vote(outcome),
      onStartTimestamp: (startTimestamp) => revalidation?.onStartTimestamp(startTimestamp),
      onSlow: () => void engine?.probe(),
    }),
    registry,
  );
  const reload = (): void => location.reload();
  const ports: SessionPorts = {
    api,
    registry,
    clock: systemClock,
    newKey: newUuid,
    kinds: mutationKinds,
    origin: location.origin,
    onTakenAway: (why) => (why === 'deleted' ? location.replace('/login/') : reload()),
  };
  const session = createSessionStore({
    open: () => openSession(ports),
    isBrowsingCopy: browsedCopy.is,
    hadSession: () => readCookie('csrftoken') !== null,
    readAhead: async () => {},
    onShow(mirror) {
      open = mirror;
      endWatch = watchAccount(mirror, () => (isChangingAccount ? session.close() : location.replace('/login/')));
      engine = createSyncEngine({
        mirror,
        api,
        flushApi: async () => createFlushApi(api),
        locks,
        page: browserPage,
        isStreaming: isPlaying,
        onOtherAccount: reload,
      });
    },
    onReady(mirror, isCopyToRefresh) {
      revalidation = createRevalidation(mirror, null);
      pull = createPull({ mirror, api, locks, onOtherAccount: reload });
      if (isCopyToRefresh) revalidation.onOpenedCopy();
      engine?.start();
    },
    reload,
  });
  const commands = createCommands(ports, () => open);
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
  };

  const host = document.createElement('div');
  host.id = 'root';
  document.body.append(host);
  const root = createRoot(host);
  root.render(
    <CommandsContext value={commandsOfPage}>
      <RegistryProvider value={registry}>
        <Router store={session} places={createScrollPlaces()} notices={null} />
      </RegistryProvider>
    </CommandsContext>,
  );
  await session.start();

  return {
    mirror() {
      if (!open) throw new Error('No account is open');
      return open;
    },
    goTo(to) {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    async close() {
      isClosed = true;
      root.unmount();
      host.remove();
      endWatch();
      pull?.stop();
      await engine?.stop();
    },
  };
}
