// Sends a rendition's files: its playlists, which may still grow, as text; its segments as files.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VideoRow } from '../../archive/video-rows.ts';
import { masterPlaylist, mediaPlaylist } from '../../renditions/hls-plan.ts';
import type { Renditions } from '../../renditions/renditions.ts';
import { sendErrorPage } from '../error-pages.ts';
import { sendFile } from './send-file.ts';

interface RenditionRequest {
  renditions: Renditions;
  row: VideoRow;
  /** The name in the address; only its characters have been checked. */
  name: string;
  /** Appended to the addresses in the playlists: empty, or the query of a signed address. */
  query: string;
}

const listType = 'application/vnd.apple.mpegurl';

export async function sendRendition(request: FastifyRequest, reply: FastifyReply, { renditions, row, name, query }: RenditionRequest): Promise<FastifyReply> {
  const sendNotFound = (): FastifyReply => sendErrorPage(reply, 'notFound');
  if (name === 'master.m3u8') return sendList(reply, masterPlaylist(row, query));
  if (name === 'index.m3u8') {
    const list = await renditions.playlist(row);
    return list === null ? sendNotFound() : sendList(reply, mediaPlaylist(list, query));
  }
  if (!/^(init\.mp4|seg-\d{5,9}\.m4s)$/.test(name)) return sendNotFound();
  const file = await renditions.file(row, name);
  return file === null ? sendNotFound() : sendFile(request, reply, file, [renditions.folder]);
}

function sendList(reply: FastifyReply, list: string): FastifyReply {
  return reply.type(listType).header('cache-control', 'no-store').send(list);
}
