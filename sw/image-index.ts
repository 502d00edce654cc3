// Stores the size of each cached picture, and when it was last compared with the server's picture. The pictures themselves are in a cache.
// Called by images.ts. Every access is by key or along an index; only the self-check of the device reads all rows. If a crash leaves a
// picture in the cache without its row, the picture is counted at its next check.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

export interface ImageRow {
  /** The id under which the archive's pictures are kept (`pictures` of ShownArchive). */
  archive: string;
  /** Path and query. */
  address: string;
  bytes: number;
  /** When the server last answered a request for this picture. Viewing a picture triggers requests, so viewed pictures stay longest. */
  checkedAtMs: number;
}

export interface ImageLimits {
  count: number;
  bytes: number;
}

/** `archive`: the archive's id. `pictures`: the id under which its pictures are kept, which differs for a copy moved from another id. */
export interface ShownArchive {
  pictures: string;
  archive: string;
}

export interface ImageIndex {
  get(archive: string, address: string): Promise<ImageRow | undefined>;
  put(row: ImageRow): Promise<void>;
  /** Removes the rows over the limits, starting with those not checked for longest, and returns them. */
  takeOverflow(limits: ImageLimits): Promise<ImageRow[]>;
  clear(): Promise<void>;
  /** Removes all rows but those to keep, and recounts the rest. Returns how many it removed, plus one if the totals were wrong. */
  keepOnly(isKept: (row: ImageRow) => boolean): Promise<number>;
  shownArchive(): Promise<ShownArchive | undefined>;
  setShownArchive(shown: ShownArchive): Promise<void>;
}

interface Schema extends DBSchema {
  images: { key: [archive: string, address: string]; value: ImageRow; indexes: { byCheckedAt: number } };
  totals: { key: 'all'; value: ImageLimits };
  /** A plain string if both ids are the same. */
  settings: { key: 'shown-archive'; value: string | ShownArchive };
}

const databaseName = 'stowaway-images';
const noImages: ImageLimits = { count: 0, bytes: 0 };
/** The share of the limits that remains used after a trim: below 1, so that a full cache is not trimmed at every picture. */
const trimTargetShare = 0.95;

export function openImageIndex(): ImageIndex {
  let database: Promise<IDBPDatabase<Schema>> | null = null;
  const open = (): Promise<IDBPDatabase<Schema>> =>
    (database ??= openDB<Schema>(databaseName, 1, {
      upgrade(db) {
        db.createObjectStore('images', { keyPath: ['archive', 'address'] }).createIndex('byCheckedAt', 'checkedAtMs');
        db.createObjectStore('totals');
        db.createObjectStore('settings');
      },
      // Browsers may close the databases of background workers; the next use reopens this one.
      terminated: () => (database = null),
    }).catch((error: unknown) => {
      database = null;
      throw error;
    }));

  return {
    get: async (archive, address) => (await open()).get('images', [archive, address]),

    async put(row) {
      const transaction = (await open()).transaction(['images', 'totals'], 'readwrite');
      const [images, totals] = [transaction.objectStore('images'), transaction.objectStore('totals')];
      const [previousRow, total = noImages] = await Promise.all([images.get([row.archive, row.address]), totals.get('all')]);
      await images.put(row);
      await totals.put({ count: total.count + (previousRow ? 0 : 1), bytes: total.bytes + row.bytes - (previousRow?.bytes ?? 0) }, 'all');
      await transaction.done;
    },

    async takeOverflow(limits) {
      const transaction = (await open()).transaction(['images', 'totals'], 'readwrite');
      const total = (await transaction.objectStore('totals').get('all')) ?? noImages;
      const takenRows: ImageRow[] = [];
      if (total.count > limits.count || total.bytes > limits.bytes) {
        let { count, bytes } = total;
        let cursor = await transaction.objectStore('images').index('byCheckedAt').openCursor();
        while (cursor && (count > limits.count * trimTargetShare || bytes > limits.bytes * trimTargetShare)) {
          takenRows.push(cursor.value);
          count -= 1;
          bytes -= cursor.value.bytes;
          await cursor.delete();
          cursor = await cursor.continue();
        }
        await transaction.objectStore('totals').put({ count, bytes }, 'all');
      }
      await transaction.done;
      return takenRows;
    },

    async keepOnly(isKept) {
      const transaction = (await open()).transaction(['images', 'totals'], 'readwrite');
      const [images, totals] = [transaction.objectStore('images'), transaction.objectStore('totals')];
      const [rows, storedTotals = noImages] = await Promise.all([images.getAll(), totals.get('all')]);
      const countedBytes = rows.reduce((sum, row) => sum + row.bytes, 0);
      const wereTotalsRight = storedTotals.count === rows.length && storedTotals.bytes === countedBytes;
      const removedRows = rows.filter((row) => !isKept(row));
      for (const row of removedRows) await images.delete([row.archive, row.address]);
      const bytes = countedBytes - removedRows.reduce((sum, row) => sum + row.bytes, 0);
      await totals.put({ count: rows.length - removedRows.length, bytes }, 'all');
      await transaction.done;
      return removedRows.length + (wereTotalsRight ? 0 : 1);
    },

    async clear() {
      const transaction = (await open()).transaction(['images', 'totals'], 'readwrite');
      await Promise.all([transaction.objectStore('images').clear(), transaction.objectStore('totals').clear()]);
      await transaction.done;
    },

    async shownArchive() {
      const storedArchive = await (await open()).get('settings', 'shown-archive');
      return typeof storedArchive === 'string' ? { pictures: storedArchive, archive: storedArchive } : storedArchive;
    },
    async setShownArchive(shown) {
      await (await open()).put('settings', shown.pictures === shown.archive ? shown.archive : shown, 'shown-archive');
    },
  };
}
