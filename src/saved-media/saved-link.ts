// The page's view of saved videos, and its requests about them. Constructed for each open account. Small, because it is in the first
// screen's chunk; the implementation is loaded later (saved-device.ts).
import { hasLedger } from './ledger/has-ledger.ts';
import type { SavedItem, SavePlans } from './ledger/rows.ts';
import type { SavedDevice, SavedDevicePorts } from './device/device-port.ts';
import { inBackground } from '../lib/in-background.ts';

export interface SavedLink {
  /** The item, which is the same object until it changes; undefined if it is not saved or not read yet. */
  item(videoId: string): SavedItem | undefined;
  /** All items; the same array until one of them changes. */
  items(): readonly SavedItem[];
  /** False while something may be saved, but has not been read yet. */
  isRead(): boolean;
  /** The plans, which are the same object until they change; null if they are not read yet. */
  plans(): SavePlans | null;
  subscribe(listener: () => void): () => void;
  /** Whether anything may ever have been saved on this device; if not, callers need not wait for `open`. */
  mayHaveSaved(): boolean;
  /** Reads the saved items, once. */
  open(): Promise<void>;
  /** Like `open`, but only if anything was ever saved, so that a device that never saved gets no ledger. */
  openIfUsed(): Promise<void>;
  /** When an action resolves, its change is in the ledger. Rejects if the ledger cannot be written; on a full device, `remove` does not. */
  actions: SavedDeviceActions;
  /** Whether this device keeps the video, or is about to. True if the ledger does not open, because it may contain the video. */
  hasItem(videoId: string): Promise<boolean>;
  /** Deletes the copies of videos that this client has deleted at the archive. */
  onDeleted(videoIds: readonly string[]): void;
  /** Call when the archive answers again. */
  onBack(): void;
  leave(): Promise<void>;
  clear(): Promise<void>;
  /** Called after `leave` or `clear` if the account stays open after all, so that its videos play and are saved again. */
  stay(): Promise<void>;
  close(): void;
}

export type SavedDeviceActions = Omit<SavedDevice, 'onDeleted' | 'onBack' | 'leave' | 'clear' | 'close'>;

/** Set at the first save, policy or trip. Without this key, playback does not wait for the ledger. */
const hasSavedKey = 'stowaway.has-saved';

export function createSavedLink(ports: Omit<SavedDevicePorts, 'onItem' | 'onPlans' | 'onGone'>): SavedLink {
  const items = new Map<string, SavedItem>();
  const listeners = new Set<() => void>();
  let allItems: readonly SavedItem[] = [];
  let plans: SavePlans | null = null;
  let device: Promise<SavedDevice> | null = null;
  let hasRead = false;

  async function load(): Promise<SavedDevice> {
    const { openSavedDevice } = await import('./saved-device.ts');
    const openedDevice = await openSavedDevice({
      ...ports,
      onPlans(newPlans) {
        plans = newPlans;
        notify();
      },
      onItem(videoId, item) {
        if (item) items.set(videoId, item);
        else items.delete(videoId);
        allItems = [...items.values()];
        notify();
      },
      onGone() {
        device = null;
        localStorage.removeItem(hasSavedKey);
        items.clear();
        [allItems, plans] = [[], null];
        notifyRead();
      },
    });
    notifyRead();
    return openedDevice;
  }

  function notifyRead(): void {
    hasRead = true;
    notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  const open = (): Promise<SavedDevice> =>
    (device ??= load().catch((reason: unknown) => {
      device = null;
      notifyRead(); // no further change will follow
      throw reason;
    }));

  const mayHaveSaved = (): boolean => localStorage.getItem(hasSavedKey) !== null;
  const withDevice = async (work?: (openedDevice: SavedDevice) => unknown): Promise<void> => {
    const isKnown = device || mayHaveSaved();
    // Browsers write localStorage to disk seconds later, so after a crash there may be a ledger without this key.
    if (!isKnown && !(await hasLedger())) return;
    const openedDevice = await open();
    // Not written earlier, because `isRead` would then turn false until the ledger is read.
    if (!isKnown) localStorage.setItem(hasSavedKey, '1');
    await work?.(openedDevice);
  };
  /** A device that cannot be opened has nothing to do, and its failure is reported where it is opened. */
  const ifOpen = (work: (openedDevice: SavedDevice) => unknown): void => void device?.then(work, () => {});
  /** Called when another tab saves something for the first time. */
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === hasSavedKey) inBackground(withDevice(), 'Saved videos not read');
  };
  window.addEventListener('storage', onStorage);

  // Each call is forwarded by name to the implementation, which is loaded by the first call.
  const actions = new Proxy({} as SavedDeviceActions, {
    get: (_target, name: keyof SavedDeviceActions) =>
      async function action(...args: never[]): Promise<unknown> {
        if (/^(save|put)/.test(name)) localStorage.setItem(hasSavedKey, '1');
        return ((await open())[name] as (...given: never[]) => unknown)(...args);
      },
  });

  return {
    mayHaveSaved,
    item: (videoId) => items.get(videoId),
    items: () => allItems,
    isRead: () => hasRead || !mayHaveSaved(),
    plans: () => plans,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: async () => void (await open()),
    openIfUsed: () => withDevice(),
    actions,
    hasItem: (videoId) =>
      withDevice().then(
        () => items.has(videoId),
        () => true,
      ),
    onDeleted: (videoIds) =>
      inBackground(
        withDevice((openedDevice) => openedDevice.onDeleted(videoIds)),
        'Copies of deleted videos stay',
      ),
    onBack: () => ifOpen((openedDevice) => openedDevice.onBack()),
    leave: () => withDevice((openedDevice) => openedDevice.leave()),
    clear: () => withDevice((openedDevice) => openedDevice.clear()),
    stay() {
      ifOpen((openedDevice) => openedDevice.close());
      device = null;
      return withDevice();
    },
    close() {
      window.removeEventListener('storage', onStorage);
      ifOpen((openedDevice) => openedDevice.close());
    },
  };
}
