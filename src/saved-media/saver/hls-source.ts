// Presents an HLS stream as one file: the stream's files, one after another. This file has one length and one validator, so that it is
// saved, resumed and verified like any other. The stream's playlists are kept beside it, as byte ranges of the file. The length of each of
// the stream's files is requested before the first byte of any.
import pLimit from 'p-limit';
import { mainPlaylistName, savedPlaylistAddress } from '../../contract/saved-address.ts';
import { failed, ok, type Result } from '../../lib/result.ts';
import { sourceFailureOf, validatorOf, type ByteSource, type SourceFailure } from '../../network/byte-source.ts';
import { fileKey, isEncrypted, parseMaster, parseMediaPlaylist, type PlaylistFile, type MediaRange, type MediaPlaylist } from './hls-playlists.ts';

export const hlsContentType = 'application/vnd.apple.mpegurl';

/** How many lengths are requested in parallel. */
const maxParallelHeads = 6;
/** While the archive is still generating the stream, its playlist is requested again after this delay. */
const incompleteRetryMs = 10_000;

interface SourceFile extends PlaylistFile, MediaRange {
  /** The size of the whole file at the archive. */
  fileBytes: number;
  validator: string | null;
}

interface Stream {
  files: readonly SourceFile[];
  totalBytes: number;
  /** Changes when any of its files does. */
  validator: string;
  /** The stream's playlists, rewritten to refer to byte ranges of the saved file at `savedUrl`. */
  createPlaylists(savedUrl: string): { name: string; text: string }[];
}

/** A stream stays in memory until it is fetched to its end, so that resuming after an interruption requests no lengths again. */
export function createHlsSource(source: ByteSource, fetch: typeof globalThis.fetch) {
  const openedStreams = new Map<string, Stream>();

  const byteSource: ByteSource = async (url, { offset, state }, signal) => {
    const stream = openedStreams.get(url);
    const result = stream ? ok(stream) : await readStream(url, fetch, signal);
    if (!result.ok) return result;
    openedStreams.set(url, result.value);
    const { totalBytes, validator, files } = result.value;
    if (state && (state.validator !== validator || state.totalBytes !== totalBytes)) return failed({ kind: 'changed' });
    const body = concatFiles(files, offset, source, () => openedStreams.delete(url));
    return ok({ totalBytes, validator, contentType: hlsContentType, body, createPlaylists: result.value.createPlaylists });
  };
  return byteSource;
}

/**
 * The files one after another, from byte `offset` on. Fails when a file breaks off or has changed. `forget` is called when a file has
 * changed, and at the end. Requests end when the body is cancelled, because a hanging request would keep a connection.
 */
function concatFiles(files: readonly SourceFile[], offset: number, source: ByteSource, forget: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  const cancellation = new AbortController();
  let nextIndex = files.findIndex(({ first, bytes }) => first + bytes > offset);
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null = null;
  let remainingBytes = 0;

  async function open(file: SourceFile): Promise<void> {
    const offsetInFile = Math.max(0, offset - file.first);
    const from = (file.range?.first ?? 0) + offsetInFile;
    const openResult = await source(
      file.url,
      { offset: from, state: { totalBytes: file.fileBytes, validator: file.validator, contentType: '' } },
      cancellation.signal,
    );
    const isSame = openResult.ok && openResult.value.validator === file.validator && openResult.value.totalBytes === file.fileBytes;
    if (!openResult.ok || !isSame) {
      if (openResult.ok) await openResult.value.body.cancel();
      if (openResult.ok || openResult.error.kind === 'changed' || openResult.error.kind === 'not-found') forget();
      throw new TypeError('a file of the stream has changed or cannot be fetched');
    }
    reader = openResult.value.body.getReader();
    remainingBytes = file.bytes - offsetInFile;
  }

  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const file = files[nextIndex];
        if (nextIndex < 0 || !file) {
          forget();
          return controller.close();
        }
        if (!reader) await open(file);
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (value) {
          const chunk = value.subarray(0, remainingBytes);
          remainingBytes -= chunk.byteLength;
          if (remainingBytes > 0) return controller.enqueue(chunk);
          // The bytes after this piece are not needed.
          await reader?.cancel().catch(() => undefined);
          [reader, nextIndex] = [null, nextIndex + 1];
          if (chunk.byteLength > 0) return controller.enqueue(chunk);
        } else if (done) throw new TypeError('a file of the stream ended early');
      }
    },
    async cancel() {
      cancellation.abort();
      await reader?.cancel().catch(() => undefined); // the body may have broken off
    },
  });
}

async function readStream(url: string, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<Result<Stream, SourceFailure>> {
  const mainText = await readText(url, fetch, signal);
  if (!mainText.ok) return mainText;
  const master = parseMaster(mainText.value, url);
  const playlists: { name: string; playlist: MediaPlaylist }[] = [];
  for (const { name, url: playlistUrl } of master?.playlists ?? [{ name: 'video', url }]) {
    const text = master ? await readText(playlistUrl, fetch, signal) : mainText;
    if (!text.ok) return text;
    if (isEncrypted(text.value)) return failed({ kind: 'unplayable' });
    const playlist = parseMediaPlaylist(text.value, playlistUrl);
    if (!playlist.isComplete) return failed({ kind: 'server-error', retryAfterMs: incompleteRetryMs });
    playlists.push({ name, playlist });
  }
  const files = await withLengths(new Map(playlists.flatMap(({ playlist }) => playlist.files.map((file) => [fileKey(file), file] as const))), fetch, signal);
  if (!files.ok) return files;
  const rangeByKey = new Map(files.value.map((file) => [fileKey(file), file]));
  const rangeOf = (file: PlaylistFile): MediaRange => rangeByKey.get(fileKey(file)) ?? { first: 0, bytes: 0 };
  const totalBytes = files.value.reduce((sum, { bytes }) => sum + bytes, 0);
  return ok({
    files: files.value,
    totalBytes,
    validator: await streamValidator(files.value),
    createPlaylists(savedUrl) {
      const addressOf = (name: string): string => savedPlaylistAddress(savedUrl, name);
      const savedPlaylists = playlists.map(({ name, playlist }) => ({ name, text: playlist.rewrite(savedUrl, rangeOf) }));
      // A stream without a master playlist is opened by its only playlist.
      return master
        ? [{ name: mainPlaylistName, text: master.rewrite(addressOf) }, ...savedPlaylists]
        : savedPlaylists.map(({ text }) => ({ name: mainPlaylistName, text }));
    },
  });
}

async function readText(url: string, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<Result<string, SourceFailure>> {
  try {
    const answer = await fetch(url, { credentials: 'same-origin', cache: 'no-store', redirect: 'manual', signal });
    const failure = sourceFailureOf(answer);
    if (failure) return failed(failure);
    const text = await answer.text();
    return text.trimStart().startsWith('#EXTM3U') ? ok(text) : failed({ kind: 'captive' });
  } catch {
    return failed({ kind: signal.aborted ? 'aborted' : 'unreachable' });
  }
}

/** Adds the length of each file, and its place after the previous ones. */
async function withLengths(
  listedFiles: ReadonlyMap<string, PlaylistFile>,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Result<SourceFile[], SourceFailure>> {
  const limit = pLimit(maxParallelHeads);
  const urls = [...new Set([...listedFiles.values()].map(({ url }) => url))];
  const heads = await Promise.all(urls.map((url) => limit(() => headOf(url, fetch, signal))));
  const headByUrl = new Map(urls.map((url, index) => [url, heads[index]]));
  const files: SourceFile[] = [];
  let first = 0;
  for (const file of listedFiles.values()) {
    const head = headByUrl.get(file.url);
    if (!head?.ok) return head ?? failed({ kind: 'not-found' });
    const bytes = file.range?.bytes ?? head.value.fileBytes;
    files.push({ ...file, ...head.value, first, bytes });
    first += bytes;
  }
  return ok(files);
}

type Head = Pick<SourceFile, 'fileBytes' | 'validator'>;

async function headOf(url: string, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<Result<Head, SourceFailure>> {
  try {
    const answer = await fetch(url, { method: 'HEAD', credentials: 'same-origin', cache: 'no-store', redirect: 'manual', signal });
    const failure = sourceFailureOf(answer);
    if (failure) return failed(failure);
    const length = answer.headers.get('content-length');
    if (length === null || answer.headers.has('content-encoding')) return failed({ kind: 'no-length' });
    // An empty file has no ranges, so requesting it again is pointless.
    if (length === '0') return failed({ kind: 'not-found' });
    return ok({ fileBytes: Number(length), validator: validatorOf(answer.headers) });
  } catch {
    return failed({ kind: signal.aborted ? 'aborted' : 'unreachable' });
  }
}

/** A hash of the stream's files and their states, in the form of a strong ETag. */
async function streamValidator(files: readonly SourceFile[]): Promise<string> {
  const text = files.map((file) => `${fileKey(file)} ${file.bytes} ${file.validator ?? ''}`).join('\n');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `"${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}
