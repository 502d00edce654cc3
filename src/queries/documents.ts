// Small documents of the account, each under its key (mirror/rows.ts).
import type { PromiseExtended } from 'dexie';
import type { MirrorDatabase } from '../mirror/database.ts';
import type { AccountDocument } from '../mirror/rows.ts';

/** SPEC §9's default, until the account's own setting is known. */
const defaultPageSize = 12;

/** Undefined if the document was never stored. */
export function readDocument<Key extends AccountDocument['key']>(
  db: MirrorDatabase,
  key: Key,
): PromiseExtended<Extract<AccountDocument, { key: Key }> | undefined> {
  // The key determines the value's type.
  return db.documents.get(key) as PromiseExtended<Extract<AccountDocument, { key: Key }> | undefined>;
}

/** The account's page size. It is part of every list's key, because the archive uses it for all lists. */
export function readPageSize(db: MirrorDatabase): PromiseExtended<number> {
  return readDocument(db, 'user-config').then((config) => config?.value.page_size ?? defaultPageSize);
}
