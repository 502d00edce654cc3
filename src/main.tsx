// Constructs the client and the link to the service worker, and renders the first frame, from the device's copy if there is one.
import './app/trusted-types.ts';
import './texts/load-language.ts';
import './theme/theme.css';
import { useSyncExternalStore } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createClient } from './app/client.tsx';
import type * as MemoryStorage from './app/memory-storage.tsx';
import { isPlaying, subscribePlaying } from './app/playing.ts';
import { whenIdle } from './app/ports.ts';
import { createWorkerLink } from './app/register-worker.ts';
import { reloadOnMissingChunk } from './app/reload-on-missing-chunk.ts';
import { signInQuery } from './lib/addresses.ts';
import { withFaults } from './lib/dev-faults.ts';
import { navigationType } from './lib/navigation.ts';
import { openRegistryDatabase, type Mirror } from './mirror/database.ts';
import { markAllStale } from './mirror/refresh-requests.ts';
import { homeQueries, preloadHome } from './queries/preload-home.ts';
import { lazyChunk } from './ui/lazy-chunk.tsx';

// The page was loaded with this query to bypass the service worker. Without the query, the worker can serve a reload without a network.
if (new URLSearchParams(location.search).has(signInQuery)) history.replaceState(null, '', location.pathname);

const worker = createWorkerLink({ isPlaying });

/** @param memory the loaded chunk that replaces storage; absent if the browser provides storage */
function begin(root: Root, memory?: typeof MemoryStorage): void {
  const client = createClient({
    registry: openRegistryDatabase(),
    ...(__DEV_TOOLS__ ? { fetch: withFaults(fetch) } : {}),
    notices: [memory && <memory.MemoryNotice key="memory" />, <Notices key="update" />],
    firstQueries: (config) => (isHome() ? homeQueries(config) : []),
    preload: readFirstPage,
    onShow(mirror, account) {
      // A reload asks the archive again, however recent the copy is.
      if (navigationType() === 'reload') markAllStale(mirror);
      void worker.showArchive(account); // fire and forget: the worker remembers the last archive, so only a change takes time
      memory?.guardUnsent(mirror);
    },
    onReady: (mirror, saved) => whenIdle(async () => (await import('./app/background-copy.ts')).startBackgroundCopy(mirror, saved)),
    onClearDevice: () => worker.clearImages(), // the worker deletes the pictures, because it also keeps their index
    isInMemory: memory !== undefined,
    continueInMemory: memory ? async () => false : () => beginInMemory(root),
  });
  void client.start(); // fire and forget: every outcome is a state of the account gate
  root.render(client.screens);
}

/** Starts the client without storage. Resolves to false if the chunk that it needs cannot be fetched. */
async function beginInMemory(root: Root): Promise<boolean> {
  const memory = await import('./app/memory-storage.tsx').catch(() => null);
  if (!memory) return false;
  memory.keepInMemory();
  begin(root, memory);
  return true;
}

const isHome = (): boolean => location.pathname === '/' && location.search === '';

/** If reading home's lists takes longer, home is drawn as a skeleton first. */
const preloadTimeoutMs = 300;

/** Reads home's lists before the first frame, so that home is not drawn as a skeleton first (docs/decisions/501). */
async function readFirstPage(mirror: Mirror): Promise<void> {
  if (isHome()) await Promise.race([preloadHome(mirror), new Promise((resolve) => setTimeout(resolve, preloadTimeoutMs))]);
}

const updatePrompt = lazyChunk(async () => (await import('./app/update-prompt.tsx')).UpdatePrompt);

function Notices() {
  return <updatePrompt.Component worker={worker} isPlaying={useSyncExternalStore(subscribePlaying, isPlaying)} />;
}

reloadOnMissingChunk({ isPlaying });
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
begin(createRoot(root));
whenIdle(() => void worker.start()); // fire and forget: nothing on the screen depends on it
