// Finds the channel that a video belongs to, from its description or else from its folder. Pure; reads no files.
import { address, count, prose, text, texts, type Info } from './info-values.ts';
import { channelIdOf, isChannelId, type ArchiveId } from './derived-ids.ts';
import { siteOfInfo } from './video-facts.ts';

export interface ChannelFacts extends ArchiveId {
  name: string;
  originalId: string | null;
  sourceUrl: string | null;
  subscriberCount: number;
  description: string | null;
  tags: string[];
  /** See ChannelRecord. */
  handle?: string;
  /** Whether only a folder's name is known. */
  isNameOnly?: true;
}

/** @param folder relative to the root, empty for the root itself @param rootName the root's name */
export function channelOfVideo(info: Info | null, folder: string, rootName: string): ChannelFacts {
  const fromFolder = channelOfFolder(folder, rootName);
  if (info === null) return fromFolder;
  const site = siteOfInfo(info);
  const sourceId = text(info, 'channel_id', 'uploader_id', 'channel', 'uploader');
  if (sourceId === null) return fromFolder;
  const archiveId = channelIdOf({ site, id: sourceId });
  return {
    ...archiveId,
    name: text(info, 'channel', 'uploader', 'uploader_id') ?? (fromFolder.originalId === archiveId.id ? archiveId.id : fromFolder.name),
    originalId: sourceId,
    sourceUrl: address(info, 'channel_url', 'uploader_url'),
    subscriberCount: count(info, 'channel_follower_count'),
    description: null,
    tags: [],
    ...handleOf(info),
  };
}

/** Reads yt-dlp's description of a whole channel (`_type: playlist`, id `UC…`). */
export function channelOfCollection(info: Info): ChannelFacts | null {
  const sourceId = text(info, 'channel_id', 'uploader_id', 'id');
  if (sourceId === null) return null;
  const name = text(info, 'channel', 'uploader') ?? text(info, 'title')?.replace(/ - (Home|Videos|Shorts|Live|Playlists|Featured|Streams)$/, '') ?? sourceId;
  return {
    ...channelIdOf({ site: siteOfInfo(info), id: sourceId }),
    name,
    originalId: sourceId,
    sourceUrl: address(info, 'channel_url', 'uploader_url', 'webpage_url', 'original_url'),
    subscriberCount: count(info, 'channel_follower_count'),
    description: prose(info, 'description'),
    tags: texts(info, 'tags'),
    ...handleOf(info),
  };
}

function handleOf(info: Info): { handle?: string } {
  const uploaderId = text(info, 'uploader_id');
  return siteOfInfo(info) === 'youtube' && uploaderId?.startsWith('@') ? { handle: uploaderId.toLowerCase() } : {};
}

function channelOfFolder(folder: string, rootName: string): ChannelFacts {
  // Only a downloads folder outside the library is named `.downloads`.
  const name = folder.slice(folder.lastIndexOf('/') + 1).replace(/^\.downloads$/, 'Downloads');
  const unknownFacts = { originalId: null, sourceUrl: null, subscriberCount: 0, description: null, tags: [], isNameOnly: true as const };
  // The name may be the channel's id, as in TubeArchivist's layout, or end with it, as in `Name [UC…]`.
  const idMatch = /^(.*?)\s*[[({]?(UC[A-Za-z0-9_-]{22})[\])}]?$/u.exec(name);
  if (idMatch?.[2] !== undefined && isChannelId(idMatch[2])) {
    const id = idMatch[2];
    return {
      ...unknownFacts,
      ...channelIdOf({ site: 'youtube', id }),
      name: idMatch[1] || id,
      originalId: id,
      sourceUrl: `https://www.youtube.com/channel/${id}`,
    };
  }
  return { ...unknownFacts, ...channelIdOf({ site: 'folder', id: folder.normalize('NFC') }), name: (name || rootName).normalize('NFC') };
}
