// How far the copy of the whole catalogue is: one document, so that a closed tab loses nothing and all tabs see the same. Written by the
// settings of this device and by src/sync/catalogue-run.ts; read by the lists that are put together here.
import { beginningsOfWalk, noCatalogue, type Catalogue } from './catalogue-state.ts';
import type { MirrorDatabase } from './database.ts';

export async function readCatalogue({ documents }: Pick<MirrorDatabase, 'documents'>): Promise<Catalogue> {
  const document = await documents.get('catalogue');
  return document?.key === 'catalogue' ? document.value : noCatalogue;
}

/** `change` gets what stands, and answers what is to stand; null: as it was. Inside a transaction over documents, or alone. */
export function changeCatalogue(db: MirrorDatabase, change: (standing: Catalogue) => Catalogue | null | Promise<Catalogue | null>): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const changed = await change(await readCatalogue(db));
    if (changed) await db.documents.put({ key: 'catalogue', value: changed, fetchedAtMs: 0 });
  });
}

/** Switched off, what was read stays as what was browsed does: it may be evicted, and lists of it say that they may be incomplete. */
export function switchCatalogue(db: MirrorDatabase, isOn: boolean): Promise<void> {
  return db.transaction('rw', db.documents, db.listPages, async () => {
    if (!isOn) await dropPagesOfWalk(db);
    await changeCatalogue(db, (standing) => ({
      ...standing,
      choice: isOn ? 'whole' : 'none',
      isPaused: false,
      ...(isOn ? {} : { walk: null, last: null }),
    }));
  });
}

/** Inside a transaction over pages of lists, or alone. */
export async function dropPagesOfWalk({ listPages }: Pick<MirrorDatabase, 'listPages'>): Promise<void> {
  await listPages
    .where('key')
    .startsWithAnyOf([...beginningsOfWalk])
    .delete();
}

export function pauseCatalogue(db: MirrorDatabase, isPaused: boolean): Promise<void> {
  return changeCatalogue(db, (standing) => ({ ...standing, isPaused }));
}

/** Reads it once more, however young the copy is. */
export function readCatalogueAgain(db: MirrorDatabase): Promise<void> {
  return changeCatalogue(db, (standing) => ({ ...standing, isAskedAgain: true, isPaused: false }));
}
