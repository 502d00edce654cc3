// Renders the real client (src/app/client.tsx), as main.tsx does, on the browser's IndexedDB; only the archive is scripted. There is no
// service worker, and the mirror prefetches nothing. Each test has its own account, registry and mirror; the ledger of saved videos is shared.
// All end with the browser.
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { createClient } from '../../src/app/client.tsx';
import { openRegistryDatabase, type Mirror } from '../../src/mirror/database.ts';
import { hanging } from '../doubles/fetch-script.ts';
import { scriptArchive, type ArchiveContent, type ScriptedArchive } from '../doubles/scripted-archive.ts';
import { recordCall } from './record-call.ts';

export const phone = { width: 390, height: 844 };
export const tablet = { width: 820, height: 1180 };
export const desktop = { width: 1440, height: 900 };

export interface Screen {
  archive: ScriptedArchive;
  /** The mirror of the open account. */
  mirror(): Mirror;
  /** Navigates within this document. */
  goTo(address: string): void;
  /** Addresses that the page tried to load as a new document; the test's page stays. */
  documentLoads: string[];
  /** Makes the archive refuse every connection, and triggers a check by the client. */
  stopArchive(): void;
  startArchive(): void;
  /** Renders the client again, as a new document on the same device does: only what is stored remains. */
  reload(address?: string): Promise<void>;
}

export interface ScreenOptions extends ArchiveContent {
  isStaff?: boolean;
  viewport?: { width: number; height: number };
}

let screenCount = 0;
let currentLoads: string[] = [];

// This listener is never removed, because a screen's last action may navigate after its test has ended, and the test runner lives in this
// document.
navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument) return;
  event.preventDefault();
  currentLoads.push(event.destination.url.replace(location.origin, ''));
});

/** Resolves when the session has settled; the screen itself appears when its data and code have loaded. */
export async function renderScreen(address: string, { isStaff = true, viewport = phone, ...content }: ScreenOptions = {}): Promise<Screen> {
  await page.viewport(viewport.width, viewport.height);
  const archive = scriptArchive({ ...content, account: { is_staff: isStaff, ...content.account } });
  const registryName = `registry-of-test-${++screenCount}`;
  const documentLoads: string[] = [];
  currentLoads = documentLoads;
  const addressBefore = location.href;
  localStorage.setItem('stowaway.mirror-ahead', 'off');
  let currentDocument = await openDocument(address, archive, registryName);
  onTestFinished(async () => {
    await currentDocument.close();
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', addressBefore);
  });
  return {
    archive,
    documentLoads,
    mirror: () => currentDocument.mirror(),
    goTo: (to) => currentDocument.goTo(to),
    stopArchive() {
      archive.stop();
      dispatchEvent(new Event('offline'));
    },
    startArchive() {
      archive.start();
      dispatchEvent(new Event('online'));
    },
    async reload(to = location.pathname + location.search) {
      await currentDocument.close();
      currentDocument = await openDocument(to, archive, registryName);
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
  let isClosed = false;
  let openMirror: Mirror | null = null;
  const client = createClient({
    registry: openRegistryDatabase(registryName),
    fetch(input, init) {
      if (isClosed) return hanging(null, init?.signal ?? null); // as in a document that has been left
      recordCall(init?.method ?? 'GET', input instanceof Request ? input.url : input.toString());
      return archive.fetch(input, init);
    },
    notices: null,
    firstQueries: () => [],
    preload: async () => {},
    onShow(mirror) {
      openMirror = mirror;
    },
    onReady() {},
    onClearDevice: async () => {},
  });
  const host = document.createElement('div');
  host.id = 'root';
  document.body.append(host);
  const root = createRoot(host);
  root.render(client.screens);
  await client.start();

  return {
    mirror() {
      if (!openMirror) throw new Error('No account is open');
      return openMirror;
    },
    goTo(to) {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    async close() {
      isClosed = true;
      root.unmount();
      host.remove();
      await client.stop();
    },
  };
}
