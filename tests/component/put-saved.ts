// Writes rows of saved videos to the ledger of a screen's device. No saver runs (setup.ts), so each state stays as written.
import { onTestFinished } from 'vitest';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, type SavedItem, type SavedPreferences } from '../../src/saved-media/ledger/rows.ts';
import { savedChannelName, type SavedMessage } from '../../src/saved-media/messages.ts';
import { aSavedItem } from '../builders/saved-items.ts';
import type { Screen } from './screen.tsx';

export interface SavedLedger {
  account: string;
  items(): Promise<SavedItem[]>;
  item(videoId: string): Promise<SavedItem | undefined>;
  preferences(): Promise<SavedPreferences>;
  put(...items: Partial<SavedItem>[]): Promise<void>;
  /** Pauses all saving, as another tab does. */
  pauseAll(): Promise<void>;
  /** Counts fetched bytes as the saver does. */
  countFetched(bytes: number, nowMs: number): Promise<void>;
}

export async function putSaved(screen: Screen, ...items: Partial<SavedItem>[]): Promise<SavedLedger> {
  const account = screen.mirror().accountKey;
  const ledger = openLedger();
  const channel = new BroadcastChannel(savedChannelName);
  onTestFinished(async () => {
    channel.close();
    await ledger.close();
  });

  const savedLedger: SavedLedger = {
    account,
    items: () => ledger.itemsOf(account),
    item: (videoId) => ledger.item([account, videoId, 'original']),
    preferences: () => ledger.preferences(account),
    async put(...rows) {
      for (const overrides of rows) {
        const item = aSavedItem({ account, ...overrides });
        await ledger.change(itemKeyOf(item), () => item);
        channel.postMessage({ kind: 'changed', account, videoId: item.videoId } satisfies SavedMessage);
      }
    },
    async pauseAll() {
      await ledger.changePreferences(account, { isPaused: true });
      channel.postMessage({ kind: 'plans-changed', account } satisfies SavedMessage);
    },
    async countFetched(bytes, nowMs) {
      const [item] = await ledger.itemsOf(account);
      if (!item) throw new Error('Nothing is saved that could be fetched');
      ledger.countFetched(bytes, nowMs);
      await ledger.commit(await ledger.claim('a test'), { itemKey: itemKeyOf(item) });
      channel.postMessage({ kind: 'changed', account, videoId: item.videoId } satisfies SavedMessage);
    },
  };
  await savedLedger.put(...items);
  return savedLedger;
}

/** A complete copy. */
export function wholeItem(videoId: string, overrides: Partial<SavedItem> = {}): Partial<SavedItem> {
  const totalBytes = overrides.totalBytes ?? 612_000_000;
  return { videoId, status: { state: 'ready', reason: null }, wholeRevision: 1, totalBytes, savedBytes: totalBytes, ...overrides };
}
