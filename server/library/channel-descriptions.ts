// The library's own descriptions of one channel, for whoever takes it out: without them the next import would bring it back.
import { createCollectionReader } from './read-collections.ts';
import { groupFiles } from './group-files.ts';
import { scanLibrary } from './scan-library.ts';

/** Paths relative to the root: descriptions and the pictures beside them. */
export async function channelDescriptions(root: string, channelId: string, signal: AbortSignal): Promise<string[]> {
  const scan = await scanLibrary(root, signal);
  const groups = scan.folders.map(groupFiles);
  const { collections } = await createCollectionReader(root)(groups);
  const described = new Set(collections.flatMap((found) => (found.kind === 'channel' && found.channel.id === channelId ? [found.file] : [])));
  return groups
    .flatMap((group) => group.loneInfos)
    .filter(({ info }) => described.has(info.path))
    .flatMap(({ info, pictures }) => [info.path, ...[...pictures.values()].map((picture) => picture.path)]);
}
