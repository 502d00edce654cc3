// One video, from where it stands: what is small first, so that what plays is whole, then the film, then a look at every byte of it. Each step is
// in the ledger before the next begins, and one that is already there is not done again.
import { savedAddress, savedListAddress } from '../../contract/saved-address.ts';
import type { Result } from '../../lib/result.ts';
import type { ByteSource, OpenSource, SourceFailure } from '../../network/byte-source.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { itemKeyOf, revisionKeyOf, windowBytes, type Revision, type SavedItem, type SaverClaim } from '../ledger/rows.ts';
import { statusAfter, type SaveEvent } from '../ledger/save-states.ts';
import type { Clock } from '../../lib/clock.ts';
import { deleteRevision, readBytes } from '../store/part-files.ts';
import { createPartWriter, partBytesHere } from '../store/part-writer.ts';
import { isFilm } from './media-check.ts';
import { saveFilm, type FilmFailure } from './save-film.ts';
import type { ItemOutcome } from './saver.ts';

/** Where a video's film and the small files of its page are on the archive: paths and queries. */
export interface VideoFiles {
  mediaUrl: string;
  /** It is a list of segments (hls-source.ts). */
  isStream: boolean;
  smallUrls: readonly string[];
}

export interface ItemPorts {
  ledger: Ledger;
  root: FileSystemDirectoryHandle;
  clock: Clock;
  source: ByteSource;
  /** Of streams. */
  streamSource: ByteSource;
  fetch: typeof fetch;
  /** Asks the archive. */
  filesOf(videoId: string, signal: AbortSignal): Promise<Result<VideoFiles, SourceFailure>>;
  onChange(videoId: string): void;
}

/** A copy that differs so often is not tried again by itself. */
const mostDiffering = 5;

/** @throws ClaimLost */
export async function saveItem(item: SavedItem, claim: SaverClaim, ports: ItemPorts, signal: AbortSignal): Promise<ItemOutcome> {
  const { ledger, root, clock, source, streamSource, fetch, filesOf, onChange } = ports;
  const of = itemKeyOf(item);
  const writer = createPartWriter(root);

  async function move(event: SaveEvent, also: Partial<SavedItem> = {}): Promise<boolean> {
    let isTaken = false;
    await ledger.commit(claim, {
      of,
      item(row) {
        const status = statusAfter(row.status, event);
        isTaken = status !== null;
        return status ? { ...row, ...also, status } : row;
      },
    });
    onChange(item.videoId);
    return isTaken;
  }

  const files = await filesOf(item.videoId, signal);
  if (!files.ok) return outcomeOf(files.error);
  const { mediaUrl, isStream } = files.value;
  for (const url of files.value.smallUrls) {
    const failure = await keepSmallFile(url);
    if (failure) return outcomeOf(failure);
  }
  if (!(await move('small-things-kept'))) return 'ended';

  let revision = item.openRevision === null ? undefined : await ledger.revision([...of, item.openRevision]);
  if (revision?.url !== mediaUrl) revision = undefined;
  const saved = await saveRevision(revision);
  if (!saved.ok) return outcomeOf(saved.error);
  if (!(await move('all-bytes-kept'))) return 'ended';
  return verify(saved.value);

  async function keepSmallFile(url: string): Promise<SourceFailure | null> {
    if (await ledger.hasSmallFile(item.account, url, item.videoId)) return null;
    try {
      const answer = await fetch(url, { credentials: 'same-origin', redirect: 'manual', signal });
      // A picture that the archive does not have is missing with the network as well.
      if (answer.status === 404 || answer.status === 410) return null;
      const contentType = answer.headers.get('content-type') ?? '';
      if (answer.status === 401 || answer.status === 403) return { kind: 'forbidden' };
      if (answer.status !== 200) return { kind: 'server-error', retryAfterMs: null };
      if (/^text\/html\b/i.test(contentType)) return { kind: 'captive' };
      const { account, videoId } = item;
      await ledger.commit(claim, { of, smallFile: { account, videoId, url, contentType, body: await answer.blob() } });
      return null;
    } catch (reason) {
      if (reason instanceof TypeError || (reason instanceof DOMException && reason.name === 'AbortError'))
        return { kind: signal.aborted ? 'aborted' : 'unreachable' };
      throw reason;
    }
  }

  /** `known`: what is begun. A file that has changed since is begun anew, as another revision. */
  async function saveRevision(known: Revision | undefined): Promise<Result<Revision, FilmFailure>> {
    const opened = await (isStream ? streamSource : source)(mediaUrl, { at: known?.committedBytes ?? 0, state: known ?? null }, signal);
    if (!opened.ok && known && (opened.error.kind === 'changed' || opened.error.kind === 'no-ranges')) {
      await deleteRevision(root, known);
      return saveRevision(undefined);
    }
    if (!opened.ok) return opened;
    const revision = known ?? (await newRevision(opened.value));
    await keepLists(opened.value, revision);
    return saveFilm(
      revision,
      opened.value,
      {
        writer,
        clock,
        commit: async (row, window, sha256) => {
          const { account, videoId, rendition, committedBytes } = row;
          await ledger.commit(claim, {
            of,
            revision: row,
            digest: { account, videoId, rendition, revision: row.revision, window, sha256 },
            item: (present) => ({ ...present, savedBytes: committedBytes }),
          });
          onChange(videoId);
        },
      },
      signal,
    );
  }

  async function newRevision({ totalBytes, validator, contentType }: OpenSource): Promise<Revision> {
    const { account, videoId, rendition } = item;
    const number = Math.max(0, item.wholeRevision ?? 0, item.openRevision ?? 0) + 1;
    const revision: Revision = {
      account,
      videoId,
      rendition,
      revision: number,
      url: mediaUrl,
      validator,
      contentType,
      totalBytes,
      partBytes: partBytesHere(),
      committedBytes: 0,
    };
    await ledger.commit(claim, { of, revision, item: (row) => ({ ...row, openRevision: number, totalBytes, savedBytes: 0 }) });
    return revision;
  }

  async function keepLists({ lists, contentType }: OpenSource, revision: Revision): Promise<void> {
    const { account, videoId } = item;
    const address = savedAddress(revision);
    for (const { name, text } of lists?.(address) ?? []) {
      const smallFile = { account, videoId, url: savedListAddress(address, name), contentType, body: new Blob([text]) };
      await ledger.commit(claim, { of, smallFile });
    }
  }

  /** Reads every window back: a disk that keeps other bytes than were written is told here, not in the train. */
  async function verify(revision: Revision): Promise<ItemOutcome> {
    const isWhole = await isAsWritten(revision).catch(() => false);
    if (signal.aborted) return 'ended';
    if (isWhole) {
      const before = item.wholeRevision === null ? undefined : await ledger.revision([...of, item.wholeRevision]);
      await move('verified', { wholeRevision: revision.revision, isStream, openRevision: null, differedCount: 0 });
      if (before) await deleteRevision(root, before);
      return 'done';
    }
    const differedCount = item.differedCount + 1;
    await deleteRevision(root, revision);
    await move(differedCount < mostDiffering ? 'differs' : 'differs-too-often', { openRevision: null, differedCount });
    return 'done';
  }

  async function isAsWritten(revision: Revision): Promise<boolean> {
    const digests = await ledger.digestsOf(revisionKeyOf(revision));
    if (digests.length !== Math.ceil(revision.totalBytes / windowBytes)) return false;
    const head = await readBytes(root, revision, 0, Math.min(512, revision.totalBytes));
    if (!isFilm(new Uint8Array(await head.arrayBuffer()), revision.contentType)) return false;
    for (const { window, sha256 } of digests) {
      if (signal.aborted) return false;
      const first = window * windowBytes;
      const bytes = await (await readBytes(root, revision, first, Math.min(first + windowBytes, revision.totalBytes))).arrayBuffer();
      if (!isSame(await crypto.subtle.digest('SHA-256', bytes), sha256)) return false;
    }
    return true;
  }
}

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [left, right] = [new Uint8Array(one), new Uint8Array(other)];
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}

function outcomeOf(failure: FilmFailure): ItemOutcome {
  switch (failure.kind) {
    case 'aborted':
      return 'ended';
    case 'not-found':
      return { event: 'not-found' };
    case 'forbidden':
      return { event: 'signed-out' };
    case 'unplayable':
      return { event: 'unplayable' };
    case 'storage-full':
      return { event: 'storage-full' };
    case 'server-error':
      return { event: 'network-lost', retryAfterMs: failure.retryAfterMs };
    case 'unreachable':
    case 'captive':
    case 'changed':
    case 'no-ranges':
    case 'no-length':
    case 'stalled':
    case 'cut':
      return { event: 'network-lost' };
  }
}
