// Registers the service worker's event handlers. The other modules define them.
import { systemClock } from '../src/lib/clock.ts';
import type { PageMessage } from '../src/contract/worker-messages.ts';
import { createAppShell, type BuiltFile } from './app-shell.ts';
import { createFirstScreen, inTime, readOpenAccountKey } from './first-screen.ts';
import { createHandOver } from './hand-over.ts';
import { openImageIndex } from './image-index.ts';
import { createImages } from './images.ts';
import { routeOf } from './routes.ts';
import { createSavedVideos } from './saved-videos.ts';
import { hasLedger } from '../src/saved-media/ledger/has-ledger.ts';
import { openLedger } from '../src/saved-media/ledger/ledger.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: BuiltFile[] };

const shell = createAppShell(self.__WB_MANIFEST, { clock: systemClock });
const firstScreen = createFirstScreen({ caches, clock: systemClock, findOpenAccount: readOpenAccountKey });
const handOver = createHandOver(self);
const images = createImages({ index: openImageIndex(), caches, fetch: (input, init) => fetch(input, init), clock: systemClock });

const savedVideos = createSavedVideos({
  ledger: openLedger(),
  clock: systemClock,
  hasLedger,
  findShownAccount: () => inTime(systemClock, readOpenAccountKey()),
  root: () => navigator.storage.getDirectory(),
  fetch: (input, init) => fetch(input, init),
});

self.addEventListener('install', (event) => shell.install(event));

self.addEventListener('activate', (event) => {
  shell.activate(event);
  // The worker controls the open pages at once, so that pictures and screens are cached from the first visit, not from the second.
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  shell.onRequest();
  switch (routeOf(event.request, self.location.origin)) {
    case 'document':
      return event.respondWith(handOver.activateWaiting(event).then((reload) => reload ?? documentOf(event)));
    case 'first-screen-styles':
      return event.respondWith(firstScreen.styles());
    case 'built-file':
      return event.respondWith(shell.answerBuiltFile(event));
    case 'image':
      return event.respondWith(images.answer(event, () => savedVideos.smallFile(event.request)));
    case 'saved-video':
      return event.respondWith(savedVideos.answer(event.request));
    case 'subtitle':
      return event.respondWith(savedVideos.smallFile(event.request).then((savedFile) => savedFile ?? fetch(event.request)));
    case 'network':
      return undefined;
  }
});

async function documentOf(event: FetchEvent): Promise<Response> {
  return firstScreen.addTo(await shell.answerDocument(event), event.request);
}

self.addEventListener('message', (event) => {
  const answerPromise = handleMessage(event.data as PageMessage);
  event.waitUntil(answerPromise.then((answer) => event.ports[0]?.postMessage(answer ?? true)));
});

async function handleMessage(message: PageMessage): Promise<number | boolean | void> {
  switch (message.type) {
    case 'SKIP_WAITING':
      return self.skipWaiting();
    case 'take-over':
      return handOver.takeOverTabs();
    case 'show-archive':
      return images.showArchive(message.archiveId, message.picturesOf);
    case 'clear-images':
      return images.clear();
    case 'sweep-images':
      return images.sweep(message.archives);
    case 'keep-chunks':
      return shell.cacheChunks(self.registration);
  }
}
