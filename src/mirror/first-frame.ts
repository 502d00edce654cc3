// The documents that were read while the database was opened, so that the first frame needs no further read. Kept in memory only, and set
// when an account's database is opened. A query shows them until its own first read ends.
import type { Mirror, MirrorDatabase } from './database.ts';
import { shownOf } from './fold-entities.ts';
import { settingsLane } from './lanes.ts';
import type { AccountDocument, Connection } from './rows.ts';

export interface FirstFrame {
  documents: AccountDocument[];
  connection: Connection | null;
}

const framesByMirror = new WeakMap<Mirror, FirstFrame>();

export async function readFirstFrame({ db, registry }: Mirror): Promise<FirstFrame> {
  const [documents, connection] = await Promise.all([
    db.transaction('r', [db.documents, db.folded], async () => withPendingSettings(db, await db.documents.toArray())),
    registry.connection.get('connection'),
  ]);
  return { documents, connection: connection?.value ?? null };
}

/** The documents, with pending changes applied to the settings. Call it inside a transaction that includes `folded`. */
export async function withPendingSettings<Document extends AccountDocument | undefined>(db: MirrorDatabase, documents: Document[]): Promise<Document[]> {
  const folded = await db.folded.get(settingsLane);
  if (!folded) return documents;
  return documents.map((document) => (document?.key === 'user-config' ? { ...document, value: shownOf('config', document.value, folded) } : document));
}

export function setFirstFrame(mirror: Mirror, frame: FirstFrame): void {
  framesByMirror.set(mirror, frame);
}

export function firstFrameOf(mirror: Mirror): FirstFrame | null {
  return framesByMirror.get(mirror) ?? null;
}
