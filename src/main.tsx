// Constructs everything once and renders the first frame: from the device where it holds a copy.
import './app/trusted-types.ts';
import './theme/theme.css';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { isPlaying, subscribePlaying } from './app/playing.ts';
import { browsedCopy, readCookie, whenIdle } from './app/ports.ts';
import { createWorkerLink } from './app/register-worker.ts';
import { reloadOnLostParts } from './app/register-worker-reload.ts';
import { Router } from './app/router.tsx';
import { createScrollPlaces } from './app/scroll-places.ts';
import { createSessionStore } from './app/session.ts';
import { UpdatePrompt } from './app/update-prompt.tsx';
import { createCommands, type Commands } from './commands/commands.ts';
import { CommandsContext } from './commands/commands-context.tsx';
import type { SessionPorts } from './commands/load-account.ts';
import { gateBySignOut } from './commands/sign-out-gate.ts';
import { openSession } from './commands/start-session.ts';
import { systemClock } from './lib/clock.ts';
import { isMirrorAheadOn, mayFetchAhead } from './lib/fetch-ahead.ts';
import { withFaults } from './lib/dev-faults.ts';
import { navigationType } from './lib/navigation.ts';
import { createWebLocks } from './lib/web-locks.ts';
import { openRegistryDatabase, type Mirror } from './mirror/database.ts';
import { outdate } from './mirror/wanted.ts';
import { newUuid } from './mirror/open-mirror.ts';
import { watchAccount } from './mirror/registry.ts';
import type { AccountRow } from './mirror/rows.ts';
import { mutationKinds } from './mutations/kinds/table.ts';
import { createArchiveClient } from './network/archive-client.ts';
import { readHomeAhead } from './queries/home-ahead.ts';
import { RegistryProvider } from './queries/mirror-context.tsx';
import { createBrowserPage } from './sync/browser-page.ts';
import { createSyncEngine, type SyncEngine } from './sync/engine.ts';
import type { FlushApi } from './sync/flush.ts';
import { createPull, fetchPart } from './sync/pull.ts';
import { createRevalidation, type Revalidation } from './sync/revalidate.ts';

const reload = (): void => location.reload();
const registry = openRegistryDatabase();
const locks = createWebLocks();
const page = createBrowserPage();
const places = createScrollPlaces();
let revalidation: Revalidation | null = null;
let engine: SyncEngine | null = null;
/** Someone is signing in, or opening another copy, in this document: the screen for it is open, and loads the new one itself. */
let isChangingAccount = false;

const api = gateBySignOut(
  createArchiveClient({
    ...(__DEV_TOOLS__ ? { fetch: withFaults(fetch) } : {}),
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
  onTakenAway: (why) => (why === 'deleted' ? location.replace('/login/') : reload()),
};

const worker = createWorkerLink({ isPlaying });
const session = createSessionStore({
  open: () => openSession(ports),
  isBrowsingCopy: browsedCopy.is,
  hadSession: () => readCookie('csrftoken') !== null,
  readAhead: readFirstPage,
  onShow: beforeFirstFrame,
  onReady: startBehind,
  reload,
});

/** A device that is slower than that is shown the skeleton meanwhile. */
const readAheadPatienceMs = 300;

/** Home alone: with its lists in the first frame it is drawn once, not as a skeleton first (docs/decisions/501). */
async function readFirstPage(mirror: Mirror): Promise<void> {
  if (location.pathname !== '/' || location.search !== '') return;
  await Promise.race([readHomeAhead(mirror), new Promise((resolve) => setTimeout(resolve, readAheadPatienceMs))]);
}

function beforeFirstFrame(mirror: Mirror, account: AccountRow): void {
  // Who loads a page anew wants to see what the archive has now, however young the copy is.
  if (navigationType() === 'reload') outdate(mirror);
  void worker.showArchive(account.archiveId); // the worker keeps the last one: only a change takes time
  watchAccount(mirror, () => (isChangingAccount ? session.close() : location.replace('/login/')));
  // From here on every outcome counts; nothing is sent before the session is known to be this account's.
  engine = createSyncEngine({ mirror, api, flushApi, locks, page, isStreaming: isPlaying, onOtherAccount: reload });
}

async function flushApi(): Promise<FlushApi> {
  return (await import('./sync/flush-api.ts')).createFlushApi(api);
}

/** What reads and writes behind the screens, for as long as the document lives. */
function startBehind(mirror: Mirror, isCopyToRefresh: boolean): void {
  revalidation = createRevalidation(mirror, null);
  createPull({ mirror, api, locks, onOtherAccount: reload });
  if (isCopyToRefresh) revalidation.onOpenedCopy();
  page.onVisible(() => revalidation?.onVisible());
  engine?.start();
  whenIdle(() => void mirrorAhead(mirror));
}

async function mirrorAhead(mirror: Mirror): Promise<void> {
  const { startMirrorAhead } = await import('./sync/mirror-ahead.ts');
  startMirrorAhead({ mirror, isVisible: page.isVisible, mayFetch: () => mayFetchAhead() && isMirrorAheadOn() });
}

const commands = createCommands(ports, () => {
  const current = session.read();
  return current.kind === 'open' ? current.mirror : null;
});
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
      await worker.clearImages(); // the worker keeps a list of them, too
    }
    return commands.logout(choice);
  },
};

function Notices() {
  return <UpdatePrompt worker={worker} isPlaying={useSyncExternalStore(subscribePlaying, isPlaying)} />;
}

reloadOnLostParts({ isPlaying });
void session.start(); // every outcome is a state of the gate
void fetchPart(); // pull asks for it again, and says what came of it
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <CommandsContext value={commandsOfPage}>
    <RegistryProvider value={registry}>
      <Router store={session} places={places} notices={<Notices />} />
    </RegistryProvider>
  </CommandsContext>,
);
whenIdle(() => void worker.start()); // nothing on the screen waits for it
