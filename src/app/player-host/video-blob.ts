// Opens a saved video as a blob URL of this document. Used if the service worker cannot serve the video: no worker controls the page, or
// this browser's workers cannot read its private file system. A separate chunk, loaded only in that case. Works only for whole videos,
// because nothing can be appended to a blob while the rest of a video is saved.
import { openLedger } from '../../saved-media/ledger/ledger.ts';
import { itemKeyOf, type SavedItem } from '../../saved-media/ledger/rows.ts';
import { readBytes } from '../../saved-media/store/part-files.ts';

/** The video's bytes are read only during playback. Resolves to null if its files cannot be opened. The caller revokes the URL. */
export async function openVideoBlob(item: SavedItem): Promise<string | null> {
  if (item.wholeRevision === null) return null;
  const ledger = openLedger();
  try {
    const revision = await ledger.revision([...itemKeyOf(item), item.wholeRevision]);
    if (!revision) return null;
    const bytes = await readBytes(await navigator.storage.getDirectory(), revision, 0, revision.totalBytes);
    return URL.createObjectURL(new Blob([bytes], { type: revision.contentType }));
  } catch (reason) {
    console.warn('A saved video could not be opened', reason);
    return null;
  } finally {
    await ledger.close();
  }
}
