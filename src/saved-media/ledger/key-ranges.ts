// Key ranges of related ledger rows. Pure.
import { savedAddress } from '../../contract/saved-address.ts';
import type { RevisionKey } from './rows.ts';

export const everything = (prefix: readonly string[]): IDBKeyRange => IDBKeyRange.bound([...prefix], [...prefix, []]);
export const everythingOf = (key: RevisionKey): IDBKeyRange => IDBKeyRange.bound([...key], [...key, []]);
/** The playlists of a stream, which are small files below the address of its revision. */
export function listsOf([account, videoId, rendition, revision]: RevisionKey): IDBKeyRange {
  const address = savedAddress({ videoId, rendition, revision });
  return IDBKeyRange.bound([account, `${address}/`], [account, `${address}/\uffff`]);
}
