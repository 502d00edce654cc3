// The state of the copy of the whole catalogue is one document, so that a closed tab loses nothing and all tabs see the same state. Written
// by the user's choices (src/queries/catalogue.ts) and by the catalogue walk (src/sync/catalogue-walk.ts).
import { walkKeyPrefixes, noCatalogue, type Catalogue } from './catalogue-state.ts';
import type { MirrorDatabase } from './database.ts';

export async function readCatalogue({ documents }: Pick<MirrorDatabase, 'documents'>): Promise<Catalogue> {
  const document = await documents.get('catalogue');
  return document?.key === 'catalogue' ? document.value : noCatalogue;
}

/** `change` gets the current state and returns the new one, or null to keep it. Call inside a transaction over documents or outside any. */
export function updateCatalogue(db: MirrorDatabase, change: (current: Catalogue) => Catalogue | null | Promise<Catalogue | null>): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const newState = await change(await readCatalogue(db));
    if (newState) await db.documents.put({ key: 'catalogue', value: newState, fetchedAtMs: 0 });
  });
}

/**
 * When the copy is switched off, the rows already read are kept like those of visited pages: they may be evicted, and lists built from them
 * may be incomplete.
 */
export function setCatalogueOn(db: MirrorDatabase, isOn: boolean): Promise<void> {
  return db.transaction('rw', db.documents, db.listPages, async () => {
    if (!isOn) await deleteWalkPages(db);
    await updateCatalogue(db, (current) => ({
      ...current,
      choice: isOn ? 'whole' : 'none',
      isPaused: false,
      ...(isOn ? {} : { walk: null, last: null }),
    }));
  });
}

/** Call inside a transaction over list pages, or outside any. */
export async function deleteWalkPages({ listPages }: Pick<MirrorDatabase, 'listPages'>): Promise<void> {
  await listPages
    .where('key')
    .startsWithAnyOf([...walkKeyPrefixes])
    .delete();
}

export function setCataloguePaused(db: MirrorDatabase, isPaused: boolean): Promise<void> {
  return updateCatalogue(db, (current) => ({ ...current, isPaused }));
}

/** Requests the catalogue again, however recent the copy is. */
export function requestCatalogueReread(db: MirrorDatabase): Promise<void> {
  return updateCatalogue(db, (current) => ({ ...current, isAskedAgain: true, isPaused: false }));
}
