// Merges the entries of a custom playlist when an import is repeated. Pure.
import { fullOrder } from '../../trash/full-order.ts';
import type { ImportedPlaylist } from './documents.ts';

type Entry = ImportedPlaylist['entries'][number];

/**
 * If nobody has changed the playlist in Stowaway since the last import, TubeArchivist's entries replace it. Otherwise people's changes stay
 * in force (entries added, moved or removed), and only entries that TubeArchivist has added or removed since then are added or removed. An
 * added entry follows the entry that it follows in TubeArchivist.
 * @param ownEntries the entries in Stowaway @param importedEntries the entries in TubeArchivist
 * @param lastImportedIds the videos that the last import found; null if unknown, and then no entry counts as removed
 */
export function mergeEntries(ownEntries: readonly Entry[], importedEntries: readonly Entry[], lastImportedIds: readonly string[] | null): Entry[] {
  const isUnchanged = lastImportedIds?.length === ownEntries.length && ownEntries.every(({ videoId }, index) => videoId === lastImportedIds[index]);
  if (isUnchanged) return [...importedEntries];
  const lastIds = new Set(lastImportedIds);
  const importedIds = importedEntries.map(({ videoId }) => videoId);
  const stillImportedIds = new Set(importedIds);
  const keptIds = ownEntries.map(({ videoId }) => videoId).filter((videoId) => !lastIds.has(videoId) || stillImportedIds.has(videoId));
  const mergedIds = new Set(fullOrder(keptIds, importedIds, (videoId) => !lastIds.has(videoId)));
  const entriesById = new Map([...importedEntries, ...ownEntries].map((entry) => [entry.videoId, entry]));
  return [...mergedIds].flatMap((videoId) => entriesById.get(videoId) ?? []);
}
