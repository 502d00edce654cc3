// What was read while the database was opened, so that the first frame needs no further read. Written by the start of a
// session, read once by each query that begins before its own first answer. In memory only.
import type { Mirror } from './database.ts';
import type { AccountDocument, Connection } from './rows.ts';

export interface FirstFrame {
  documents: AccountDocument[];
  connection: Connection | null;
}

const byMirror = new WeakMap<Mirror, FirstFrame>();

export async function readFirstFrame({ db, registry }: Mirror): Promise<FirstFrame> {
  const [documents, connection] = await Promise.all([db.documents.toArray(), registry.connection.get('connection')]);
  return { documents, connection: connection?.value ?? null };
}

export function keepFirstFrame(mirror: Mirror, frame: FirstFrame): void {
  byMirror.set(mirror, frame);
}

export function firstFrameOf(mirror: Mirror): FirstFrame | null {
  return byMirror.get(mirror) ?? null;
}
