// The worker's access to the ledger of saved videos: the complete videos and their subtitles. Never creates, upgrades or blocks the ledger,
// which is opened separately for each read.
import { openDB } from 'idb';
import { ledgerName, type SavedItem, type SmallFile } from '../saved-media/ledger/rows.ts';
import { keysWithPrefix } from '../saved-media/ledger/key-ranges.ts';

export interface SavedVideo {
  videoId: string;
  /** The revision that plays. */
  revision: number;
}

export interface SavedSubtitles {
  /** Videos that are complete and not removed. */
  videos(): Promise<SavedVideo[]>;
  tracksOf(videoId: string): Promise<Pick<SmallFile, 'url' | 'body'>[]>;
}

/** Reads the saved videos of this account only. Resolves to null if nothing was ever saved on this device. */
export async function readSaved<Value>(account: string, work: (saved: SavedSubtitles) => Promise<Value>, name = ledgerName): Promise<Value | null> {
  let isNew = false;
  const database = await openDB(name, undefined, {
    upgrade(_database, _from, _to, transaction) {
      isNew = true;
      transaction.done.catch(() => {}); // reported through `isNew`
      transaction.abort(); // reading creates nothing
    },
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  }).catch((reason: unknown) => {
    if (isNew) return null;
    throw reason;
  });
  if (!database) return null;
  try {
    return await work({
      async videos() {
        const items = (await database.getAll('items', keysWithPrefix([account]))) as SavedItem[];
        return items.flatMap(({ videoId, wholeRevision, removedAtMs }) =>
          wholeRevision === null || removedAtMs !== null ? [] : [{ videoId, revision: wholeRevision }],
        );
      },
      async tracksOf(videoId) {
        const files = (await database.getAllFromIndex('smallFiles', 'byVideo', [account, videoId])) as SmallFile[];
        return files.filter(({ url }) => /\.vtt(\?|$)/i.test(url));
      },
    });
  } finally {
    database.close();
  }
}
