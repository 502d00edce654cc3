// Constructs the client and the link to the service worker, and renders the first frame, from the device's copy if there is one.
import './app/trusted-types.ts';
import './theme/theme.css';
import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from './app/client.tsx';
import { isPlaying, subscribePlaying } from './app/playing.ts';
import { whenIdle } from './app/ports.ts';
import { createWorkerLink } from './app/register-worker.ts';
import { reloadOnLostParts } from './app/register-worker-reload.ts';
import { UpdatePrompt } from './app/update-prompt.tsx';
import { isMirrorAheadOn, mayFetchAhead } from './lib/fetch-ahead.ts';
import { withFaults } from './lib/dev-faults.ts';
import { navigationType } from './lib/navigation.ts';
import { openRegistryDatabase, type Mirror } from './mirror/database.ts';
import { outdate } from './mirror/wanted.ts';
import { readHomeAhead } from './queries/home-ahead.ts';

const worker = createWorkerLink({ isPlaying });
const client = createClient({
  registry: openRegistryDatabase(),
  ...(__DEV_TOOLS__ ? { fetch: withFaults(fetch) } : {}),
  notices: <Notices />,
  readAhead: readFirstPage,
  onShow(mirror, account) {
    // A reload asks the archive again, however fresh the copy is.
    if (navigationType() === 'reload') outdate(mirror);
    void worker.showArchive(account.archiveId); // not awaited: the worker remembers the last archive, so only a change takes time
  },
  onReady: (mirror) => whenIdle(() => void mirrorAhead(mirror)),
  onClearDevice: () => worker.clearImages(), // by the worker, which also keeps an index of them
});

/** A slower device shows the skeleton meanwhile. */
const readAheadPatienceMs = 300;

/** Reads home's lists before the first frame, so that home is not drawn as a skeleton first (docs/decisions/501). */
async function readFirstPage(mirror: Mirror): Promise<void> {
  if (location.pathname !== '/' || location.search !== '') return;
  await Promise.race([readHomeAhead(mirror), new Promise((resolve) => setTimeout(resolve, readAheadPatienceMs))]);
}

async function mirrorAhead(mirror: Mirror): Promise<void> {
  const { startMirrorAhead } = await import('./sync/mirror-ahead.ts');
  startMirrorAhead({ mirror, isVisible: () => document.visibilityState === 'visible', mayFetch: () => mayFetchAhead() && isMirrorAheadOn() });
}

function Notices() {
  return <UpdatePrompt worker={worker} isPlaying={useSyncExternalStore(subscribePlaying, isPlaying)} />;
}

reloadOnLostParts({ isPlaying });
void client.start(); // not awaited: every outcome is a state of the account gate
import('./sync/pull.ts').catch(() => undefined); // a prefetch: the client imports it again and handles a failure
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(client.screens);
whenIdle(() => void worker.start()); // nothing on the screen waits for it
