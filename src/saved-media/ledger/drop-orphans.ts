// Deletes orphaned rows of the ledger: hashes of a missing revision, small files of a video that is not kept. Each write of these rows is
// one transaction, and so is this deletion, so rows of a save under way never look orphaned.
import type { IDBPDatabase } from 'idb';
import { keysWithPrefix } from './key-ranges.ts';
import type { Schema } from './schema.ts';

/** Returns how many orphaned rows there were. */
export async function dropOrphans(database: IDBPDatabase<Schema>, account: string): Promise<number> {
  const transaction = database.transaction(['items', 'revisions', 'digests', 'smallFiles'], 'readwrite');
  const [items, revisions, digests, files] = await Promise.all([
    transaction.objectStore('items').getAllKeys(keysWithPrefix([account])),
    transaction.objectStore('revisions').getAllKeys(keysWithPrefix([account])),
    transaction.objectStore('digests').getAllKeys(keysWithPrefix([account])),
    transaction.objectStore('smallFiles').getAllKeys(keysWithPrefix([account])),
  ]);
  const videoIds = new Set(items.map(([, videoId]) => videoId));
  const revisionKeys = new Set(revisions.map((key) => key.join(' ')));
  const orphanDigests = digests.filter((key) => !revisionKeys.has(key.slice(0, 4).join(' ')));
  const orphanFiles = files.filter(([, , videoId]) => !videoIds.has(videoId));
  for (const key of orphanDigests) await transaction.objectStore('digests').delete(key);
  for (const key of orphanFiles) await transaction.objectStore('smallFiles').delete(key);
  await transaction.done;
  return orphanDigests.length + orphanFiles.length;
}
