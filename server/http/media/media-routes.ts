// Sends media, subtitles and pictures under /youtube, /media and /cache. The session or the signature is checked, the address is looked up
// in the database, and the file found there is sent.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Archive } from '../../archive/archive.ts';
import { sendErrorPage } from '../error-pages.ts';
import { pictureFolders } from '../../backups/picture-folders.ts';
import type { FindCaller } from '../caller.ts';
import { mediaName, subtitleNames } from '../documents/media-paths.ts';
import type { QueuePictures } from '../../downloader/queue-pictures.ts';
import { insideFolder } from '../../library/inside-folder.ts';
import type { LibraryPlaces } from '../../library/library-places.ts';
import { pictureWidths, type PictureWidth } from '../../../src/contract/picture-widths.ts';
import type { Renditions } from '../../renditions/renditions.ts';
import type { ResizedPictures } from '../../resized-pictures/resized-pictures.ts';
import { sendRendition } from './send-rendition.ts';
import type { SignedPaths } from './signed-paths.ts';
import { sendFile } from './send-file.ts';

/** Headers for a cast receiver, which is a page of another origin and may read the file at its signed address. */
const castHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-length, content-range, accept-ranges',
  'cross-origin-resource-policy': 'cross-origin',
};

export interface MediaDeps {
  archive: Archive;
  findCaller: FindCaller;
  library: LibraryPlaces;
  signedPaths: SignedPaths;
  renditions: Renditions;
  resizedPictures: ResizedPictures;
  queuePictures: Pick<QueuePictures, 'folder' | 'fileOf'>;
}

/** @returns the absolute path of the picture in the width that is asked for; null: send the original */
type FindSmaller = (request: FastifyRequest, original: string) => Promise<string | null>;

export function addMediaRoutes(app: FastifyInstance, deps: MediaDeps): void {
  const { archive, findCaller, library, signedPaths, renditions, resizedPictures, queuePictures } = deps;
  // Pictures of imported TubeArchivist servers stay in their own folders.
  const folders = [...library.folders, queuePictures.folder, ...pictureFolders(archive.database)];

  const createFileHandler =
    (find: (name: string, isForProgram: boolean) => string | null, headers: Record<string, string> = {}, findSmaller: FindSmaller = async () => null) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const isSigned = isSignedRequest(request, signedPaths);
      const caller = isSigned ? null : findCaller(request);
      if (isSigned) reply.headers(castHeaders);
      else if (!caller?.account) return sendErrorPage(reply, 'forbidden');
      const file = find((request.params as Record<string, string>)['*'] ?? '', caller?.authMethod === 'token');
      if (file === null) return sendErrorPage(reply, 'notFound');
      const original = library.absolute(file);
      const smallerPicture = await findSmaller(request, original);
      reply.headers(headers);
      const sendOriginal = (): Promise<FastifyReply> => sendFile(request, reply, original, folders);
      // The smaller picture may have been removed meanwhile, and clients take a 404 as final.
      return smallerPicture === null ? sendOriginal() : sendFile(request, reply, smallerPicture, [resizedPictures.folder], sendOriginal);
    };

  const sendMediaFile = createFileHandler((name) => mediaFile(archive, name));
  const sendMedia = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const match = /^([\w-]{24})\/([\w-]{11})\.hls\/([\w.-]+)$/.exec((request.params as Record<string, string>)['*'] ?? '');
    if (!match) return sendMediaFile(request, reply);
    const isSigned = isSignedRequest(request, signedPaths);
    if (isSigned) reply.headers(castHeaders);
    else if (!findCaller(request).account) return sendErrorPage(reply, 'forbidden');
    const row = archive.videos.find(match[2] ?? '');
    if (!row || row.channelId !== match[1] || row.missingSince !== null || !renditions.isOffered(row)) return sendErrorPage(reply, 'notFound');
    return sendRendition(request, reply, { renditions, row, name: match[3] ?? '', query: isSigned ? `?${request.url.split('?')[1] ?? ''}` : '' });
  };
  /** Answers the preflight request that a browser sends before it reads a range from another origin. */
  const allowRanges = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!isSignedRequest(request, signedPaths)) return sendErrorPage(reply, 'notFound');
    const preflightHeaders = { 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': 'Range', 'access-control-max-age': '3600' };
    return reply
      .code(204)
      .headers({ ...castHeaders, ...preflightHeaders })
      .send();
  };
  for (const root of ['/youtube', '/cache']) app.route({ method: 'OPTIONS', url: `${root}/*`, handler: allowRanges });
  // Files are sent uncompressed, because ranges and strong ETags depend on that.
  const route = { method: ['GET', 'HEAD'], compress: false as const };
  for (const root of ['/youtube', '/media']) app.route({ ...route, url: `${root}/*`, handler: sendMedia });
  const findSmaller: FindSmaller = async (request, original) => {
    const width = widthOf(request);
    const file = width === null ? null : await insideFolder(original, folders);
    return file === null || width === null ? null : resizedPictures.find(file, width);
  };
  // Two archives may be served at the same address at different times. Each picture's answer names its archive, so that no cache confuses
  // their pictures.
  const archiveHeader = { 'x-archive-id': archive.archiveId };
  app.route({
    ...route,
    url: '/cache/*',
    handler: createFileHandler(
      (name, isForProgram) => pictureFile(archive, name, { fileOfQueued: queuePictures.fileOf, isForProgram }),
      archiveHeader,
      findSmaller,
    ),
  });
}

/** Null for any other value, because a static file server ignores the query. */
function widthOf(request: FastifyRequest): PictureWidth | null {
  const { width } = request.query as { width?: unknown };
  return pictureWidths.find((pictureWidth) => String(pictureWidth) === width) ?? null;
}

function isSignedRequest(request: FastifyRequest, signedPaths: SignedPaths): boolean {
  const [path = '', query] = request.url.split('?');
  return query !== undefined && signedPaths.isSigned(path, new URLSearchParams(query));
}

/** @param name `{channel_id}/{video_id}.{ext}` or `{channel_id}/{video_id}.{lang}.vtt` */
function mediaFile(archive: Archive, name: string): string | null {
  const match = /^([\w-]{24})\/(([\w-]{11})\.[\w.-]+)$/.exec(name);
  const row = match?.[3] === undefined ? null : archive.videos.find(match[3]);
  // Another video's file may be at a missing video's path by now.
  if (!row || row.channelId !== match?.[1] || row.missingSince !== null) return null;
  if (match[2] === mediaName(row)) return row.mediaFile;
  return subtitleNames(row).find((subtitle) => subtitle.name === match[2])?.subtitle.file ?? null;
}

interface PictureOptions {
  /** The path that a queued item's picture would have. */
  fileOfQueued: (videoId: string) => string;
  /** Whether to send substitutes for pictures that a channel lacks (channel-document.ts, withEveryPicture). */
  isForProgram: boolean;
}

function pictureFile(archive: Archive, name: string, { fileOfQueued, isForProgram }: PictureOptions): string | null {
  const videoMatch = /^videos\/([\w-])\/(([\w-])[\w-]{10})\.jpg$/.exec(name);
  if (videoMatch) {
    if (videoMatch[1] !== videoMatch[3]?.toLowerCase()) return null;
    const row = archive.videos.find(videoMatch[2] ?? '');
    return row ? row.thumbFile : fileOfQueued(videoMatch[2] ?? '');
  }
  const channelMatch = /^channels\/([\w-]{24})_(thumb|banner|tvart)\.jpg$/.exec(name);
  if (channelMatch) {
    const row = archive.channels.find(channelMatch[1] ?? '');
    if (!row) return null;
    const ownPicture = { thumb: row.thumbFile, banner: row.bannerFile, tvart: row.tvartFile }[channelMatch[2] as 'thumb' | 'banner' | 'tvart'];
    return ownPicture ?? (isForProgram ? archive.channels.substitutePicture(row, channelMatch[2] === 'thumb' ? 'thumb' : 'wide') : null);
  }
  const playlistId = /^playlists\/([\w-]+)\.jpg$/.exec(name)?.[1];
  if (playlistId === undefined) return null;
  const row = archive.playlists.find(playlistId);
  return row ? (row.thumbFile ?? archive.playlists.firstVideoPicture(playlistId)) : null;
}
