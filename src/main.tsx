// Constructs the client and the service worker's link, and renders the first frame: from the device where it holds a copy.
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
import { fetchPart } from './sync/pull.ts';

const worker = createWorkerLink({ isPlaying });
const client = createClient({
  registry: openRegistryDatabase(),
  ...(__DEV_TOOLS__ ? { fetch: withFaults(fetch) } : {}),
  notices: <Notices />,
  readAhead: readFirstPage,
  onShow(mirror, account) {
    // Who loads a page anew wants to see what the archive has now, however young the copy is.
    if (navigationType() === 'reload') outdate(mirror);
    void worker.showArchive(account.archiveId); // the worker keeps the last one: only a change takes time
  },
  onReady: (mirror) => whenIdle(() => void mirrorAhead(mirror)),
  onClearDevice: () => worker.clearImages(), // the worker keeps a list of them, too
});

/** A device that is slower than that is shown the skeleton meanwhile. */
const readAheadPatienceMs = 300;

/** Home alone: with its lists in the first frame it is drawn once, not as a skeleton first (docs/decisions/501). */
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
void client.start(); // every outcome is a state of the gate
void fetchPart(); // pull asks for it again, and says what came of it
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(client.screens);
whenIdle(() => void worker.start()); // nothing on the screen waits for it
