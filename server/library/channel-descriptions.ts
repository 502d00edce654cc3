// Finds the library's own descriptions of a channel. They are removed with the channel, because otherwise the next import would create the
// channel again.
import { createCollectionReader } from './read-collections.ts';
import { groupFiles, type LoneInfo } from './group-files.ts';
import type { ScannedPlaces } from './library-places.ts';
import { scanLibrary } from './scan-library.ts';

/** Paths of the descriptions and of the pictures beside them, relative to the root. */
export async function channelDescriptions(places: ScannedPlaces, channelId: string, signal: AbortSignal): Promise<string[]> {
  const loneInfos: LoneInfo[] = [];
  await scanLibrary(places, signal, (folder) => {
    for (const lone of groupFiles(folder).loneInfos) loneInfos.push(lone);
  });
  const { collections } = await createCollectionReader(places)({ loneInfos, m3uLists: [] });
  const descriptionFiles = new Set(
    collections.flatMap((collection) => (collection.kind === 'channel' && collection.channel.id === channelId ? [collection.file] : [])),
  );
  return loneInfos
    .filter(({ info }) => descriptionFiles.has(info.path))
    .flatMap(({ info, pictures }) => [info.path, ...[...pictures.values()].map((picture) => picture.path)]);
}
