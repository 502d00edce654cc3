// A saved film as an address of this document, where the service worker cannot answer for it: none controls the page, or this browser's
// workers cannot read its private file system. Fetched only then. Of whole videos: the rest of another could not be added to it.
import { openLedger } from '../../saved-media/ledger/ledger.ts';
import { itemKeyOf, type SavedItem } from '../../saved-media/ledger/rows.ts';
import { readBytes } from '../../saved-media/store/part-files.ts';

/** Nothing is read before it plays. Null: its files are gone. Whoever asks revokes it. */
export async function openFilmBlob(item: SavedItem): Promise<string | null> {
  if (item.wholeRevision === null) return null;
  const ledger = openLedger();
  try {
    const revision = await ledger.revision([...itemKeyOf(item), item.wholeRevision]);
    if (!revision) return null;
    const bytes = await readBytes(await navigator.storage.getDirectory(), revision, 0, revision.totalBytes);
    return URL.createObjectURL(new Blob([bytes], { type: revision.contentType }));
  } catch (reason) {
    console.warn('A saved film could not be read', reason);
    return null;
  } finally {
    await ledger.close();
  }
}
