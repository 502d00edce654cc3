// How complete the copy of the whole catalogue is: one document, so that a closed tab loses nothing and all tabs see the same. Written by this
// device's settings and src/sync/catalogue-run.ts; read by the lists that are built here.
import { beginningsOfWalk, noCatalogue, type Catalogue } from './catalogue-state.ts';
import type { MirrorDatabase } from './database.ts';

export async function readCatalogue({ documents }: Pick<MirrorDatabase, 'documents'>): Promise<Catalogue> {
  const document = await documents.get('catalogue');
  return document?.key === 'catalogue' ? document.value : noCatalogue;
}

/** `change` gets the current state and returns the new one; null: unchanged. Inside a transaction over documents, or alone. */
export function changeCatalogue(db: MirrorDatabase, change: (standing: Catalogue) => Catalogue | null | Promise<Catalogue | null>): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const changed = await change(await readCatalogue(db));
    if (changed) await db.documents.put({ key: 'catalogue', value: changed, fetchedAtMs: 0 });
  });
}

/** When switched off, what was read is kept like anything browsed: it may be evicted, and lists built from it say that they may be incomplete. */
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

/** Inside a transaction over list pages, or alone. */
export async function dropPagesOfWalk({ listPages }: Pick<MirrorDatabase, 'listPages'>): Promise<void> {
  await listPages
    .where('key')
    .startsWithAnyOf([...beginningsOfWalk])
    .delete();
}

export function pauseCatalogue(db: MirrorDatabase, isPaused: boolean): Promise<void> {
  return changeCatalogue(db, (standing) => ({ ...standing, isPaused }));
}

/** Reads it again, however recent the copy is. */
export function readCatalogueAgain(db: MirrorDatabase): Promise<void> {
  return changeCatalogue(db, (standing) => ({ ...standing, isAskedAgain: true, isPaused: false }));
}
