// What the page knows of saved videos, and the wishes about them. Constructed for each open account; small, since it comes with the first
// screen: what it does is loaded later (saved-device.ts).
import type { Clock } from '../lib/clock.ts';
import type { Locks } from '../lib/locks.ts';
import type { SavedItem } from './ledger/rows.ts';
import type { SavedDevice } from './saved-device.ts';

export interface SavedLink {
  /** Undefined: not saved, or not read yet. The same object until it changes. */
  item(videoId: string): SavedItem | undefined;
  /** All of them. The same array until one changes. */
  items(): readonly SavedItem[];
  subscribe(listener: () => void): () => void;
  /** False: nothing was ever saved here, so that nobody waits for `open`. */
  mayHaveSaved(): boolean;
  /** Reads what is saved, once. */
  open(): Promise<void>;
  /** Each is in the ledger when it resolves. Rejects where the ledger cannot be written. */
  wishes: Pick<SavedDevice, 'save' | 'tell' | 'remove' | 'undoRemove'>;
  /** The archive answers again. */
  onBack(): void;
  leave(): Promise<void>;
  clear(): Promise<void>;
  close(): void;
}

/** Set at the first save: a start without it reads no ledger before it plays. */
const markName = 'stowaway.has-saved';

interface Ports {
  account: string;
  locks: Locks;
  clock: Clock;
  newKey(): string;
  /** Asks for all that the page of a video shows. */
  wishPage(videoId: string): Promise<void>;
}

export function createSavedLink(ports: Ports): SavedLink {
  const items = new Map<string, SavedItem>();
  const listeners = new Set<() => void>();
  let all: readonly SavedItem[] = [];
  let device: Promise<SavedDevice> | null = null;

  async function load(): Promise<SavedDevice> {
    const { openSavedDevice } = await import('./saved-device.ts');
    return openSavedDevice({
      ...ports,
      onItem(videoId, item) {
        if (item) items.set(videoId, item);
        else items.delete(videoId);
        all = [...items.values()];
        for (const listener of listeners) listener();
      },
    });
  }

  const open = (): Promise<SavedDevice> =>
    (device ??= load().catch((reason: unknown) => {
      device = null;
      throw reason;
    }));

  return {
    mayHaveSaved: () => localStorage.getItem(markName) !== null,
    item: (videoId) => items.get(videoId),
    items: () => all,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: async () => void (await open()),
    wishes: {
      async save(videoId) {
        localStorage.setItem(markName, '1');
        await (await open()).save(videoId);
        await ports.wishPage(videoId);
      },
      tell: async (videoId, event) => (await open()).tell(videoId, event),
      remove: async (videoId) => (await open()).remove(videoId),
      undoRemove: async (videoId) => (await open()).undoRemove(videoId),
    },
    onBack: () => void device?.then((opened) => opened.onBack()),
    leave: async () => (await open()).leave(),
    clear: async () => (await open()).clear(),
    close: () => void device?.then((opened) => opened.close()),
  };
}
