// Key ranges of related ledger rows. Pure.
import { savedAddress } from '../../contract/saved-address.ts';
import type { RevisionKey } from './rows.ts';

export const keysWithPrefix = (prefix: readonly string[]): IDBKeyRange => IDBKeyRange.bound([...prefix], [...prefix, []]);
export const keysOfRevision = (key: RevisionKey): IDBKeyRange => IDBKeyRange.bound([...key], [...key, []]);
/** The playlists of a stream, which are small files below the address of its revision. */
export function playlistKeysOf([account, videoId, rendition, revision]: RevisionKey): IDBKeyRange {
  const address = savedAddress({ videoId, rendition, revision });
  return IDBKeyRange.bound([account, `${address}/`], [account, `${address}/\uffff`]);
}
