// Sends one file of the archive, with ranges, conditional requests and back-pressure. The file is closed when the client disconnects. The
// path comes from the database, never from the address. The path with all links resolved must be inside one of the given folders.
import { constants } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isTemporary } from '../../disk/shortage.ts';
import { fileTag } from '../../library/file-tag.ts';
import { insideFolder } from '../../library/inside-folder.ts';
import { sendErrorPage } from '../error-pages.ts';
import { matchesEtag } from '../match-etag.ts';
import { byteRange } from './byte-range.ts';
import { typeByContent, typeByName } from './content-types.ts';

/** Measured over loopback: 64 KiB chunks reach 0.41 times nginx's rate, 1 MiB chunks 1.5 times. */
const chunkBytes = 1024 * 1024;

/** @param otherwise what is sent if the file cannot be opened; by default an error */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  folders: string[],
  otherwise?: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const handle = await openInside(file, folders).catch((error: unknown) => {
    if (otherwise === undefined) throw error;
    return null; // `otherwise` answers
  });
  if (!handle) return otherwise === undefined ? sendErrorPage(reply, 'notFound') : otherwise();
  let isStreaming = false;
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) return sendErrorPage(reply, 'notFound');
    const size = Number(stats.size);
    const etag = fileTag(stats);
    const modifiedAt = new Date(Math.floor(Number(stats.mtimeMs) / 1000) * 1000);
    reply.headers({
      etag,
      'last-modified': modifiedAt.toUTCString(),
      'accept-ranges': 'bytes',
      // `private`, because the file is only for the signed-in user; `no-cache`, because new pictures get the same address.
      'cache-control': 'private, no-cache',
    });
    if (isUnchanged(request, etag, modifiedAt)) return reply.code(304).send();
    reply.type(typeByName(file) ?? (await typeByContent(handle)));

    const range = request.method === 'GET' && isRangeCurrent(request, etag, modifiedAt) ? byteRange(request.headers.range, size) : ({ kind: 'whole' } as const);
    if (range.kind === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).type('text/plain').send('');
    const { start, end } = range.kind === 'part' ? range : { start: 0, end: size - 1 };
    if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    reply.header('content-length', end - start + 1);
    if (request.method === 'HEAD' || size === 0) return reply.send(request.method === 'HEAD' ? undefined : '');
    isStreaming = true;
    // The stream closes the file at its end, and when the client disconnects.
    const stream = handle.createReadStream({ start, end, highWaterMark: chunkBytes, autoClose: true });
    // If the file became shorter while it was sent, the client would wait for the rest until an idle connection is closed.
    stream.once('end', () => {
      if (stream.bytesRead < end - start + 1) reply.raw.once('finish', () => request.raw.socket.destroySoon());
    });
    return reply.send(stream);
  } finally {
    if (!isStreaming) await handle.close();
  }
}

/**
 * Null if the file does not exist, cannot be read or is elsewhere.
 * @throws the system's error if another try may succeed, because clients take a 404 as final
 */
async function openInside(file: string, folders: string[]): Promise<FileHandle | null> {
  try {
    const realFile = await insideFolder(file, folders);
    if (realFile === null) {
      await stat(file); // fails if the file's disk does not answer
      return null;
    }
    // O_NONBLOCK: opening a pipe that somebody put into the library must not hang. O_NOFOLLOW: a link created since `insideFolder` resolved
    // the path must not be followed.
    return await open(realFile, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (isTemporary(error)) throw error;
    return null;
  }
}

function isUnchanged(request: FastifyRequest, etag: string, modifiedAt: Date): boolean {
  const noneMatch = request.headers['if-none-match'];
  if (noneMatch !== undefined) return matchesEtag(noneMatch, etag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && modifiedAt.getTime() <= since;
}

/** Evaluates If-Range: a part is sent only if the client has this version of the file. */
function isRangeCurrent(request: FastifyRequest, etag: string, modifiedAt: Date): boolean {
  const condition = request.headers['if-range'];
  if (typeof condition !== 'string') return true;
  if (condition.startsWith('"') || condition.startsWith('W/')) return condition === etag;
  return Date.parse(condition) === modifiedAt.getTime();
}
