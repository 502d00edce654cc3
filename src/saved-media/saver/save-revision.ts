// Saves the media file of one video up to its last byte: resumes or starts a revision, and handles stalls and locked files. Ends
// at the first obstacle that does not pass by itself.
import { savedAddress, savedPlaylistAddress } from '../../contract/saved-address.ts';
import type { Clock } from '../../lib/clock.ts';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { ByteSource, OpenedFile, SourceFailure } from '../../network/byte-source.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import { itemKeyOf, revisionKeyOf, windowBytes, type Revision, type SavedItem, type SaverClaim } from '../ledger/rows.ts';
import { statusAfter, type SaveEvent } from '../ledger/save-states.ts';
import { deleteRevision } from '../store/part-files.ts';
import { createPartWriter } from '../store/part-writer.ts';
import { saveMediaFile, type MediaFileFailure } from './save-media-file.ts';
import type { Reserve } from './saver-ports.ts';
import { stalledAfterMs, withStallTimeout } from './stall.ts';
import { readPartialWindow } from './verify-revision.ts';
import type { Pause } from './windows.ts';

export interface RevisionPorts {
  ledger: Ledger;
  root: FileSystemDirectoryHandle;
  clock: Clock;
  source: ByteSource;
  /** The source of streams. */
  streamSource: ByteSource;
  claim: SaverClaim;
  reserve: Reserve;
  /** Requests the address of the video's file from the archive. */
  filesOf(videoId: string, signal: AbortSignal): Promise<Result<Pick<MediaFile, 'mediaUrl'>, SourceFailure>>;
  /** The part size of a new revision. */
  partBytes: number;
  /** Applies an event to the item. Resolves to false if the item was removed, or its state changed so that the event no longer applies. */
  applyEvent(event: SaveEvent): Promise<boolean>;
  onChange(videoId: string): void;
  pause: Pause;
}

/** Where the file is on the archive. */
export interface MediaFile {
  mediaUrl: string;
  /** The file is a stream of segments (hls-source.ts). */
  isStream: boolean;
  /** The size as the archive lists it; null: unknown. */
  listedBytes: number | null;
}

/** With more consecutive stalls than this the connection counts as lost, and another video takes its turn. */
const maxStalls = 3;

/** Opening a stream takes a long time, because the length of each segment is requested before the first byte of any. */
const streamOpenTimeoutMs = 5 * 60_000;

const noBytes = new ArrayBuffer(0);

/** Bytes on a damaged part of a disk can never be read again, so nothing waits for them: their window is fetched again (null). */
function reportUnreadable(reason: unknown): null {
  console.warn('The beginning of a window could not be read back', reason);
  return null;
}

/** @throws ClaimLost, and what the ledger and the store throw, except for a full disk while bytes are written */
export async function saveRevision(
  item: SavedItem,
  { mediaUrl, isStream, listedBytes }: MediaFile,
  { ledger, root, clock, claim, reserve, applyEvent, onChange, ...ports }: RevisionPorts,
  signal: AbortSignal,
): Promise<Result<Revision, MediaFileFailure>> {
  const itemKey = itemKeyOf(item);
  let { partBytes } = ports;
  const startedAtMs = clock.now();
  /** The revision that is being saved. Undefined: none yet, or it was dropped. */
  let current = item.openRevision === null ? undefined : await ledger.revision([...itemKey, item.openRevision]);
  if (current && current.url !== mediaUrl) current = await dropRevision(current);
  // All bytes are saved, but their verification was interrupted. A request for the bytes after the last one would be refused with 416, and
  // 416 counts as a changed file.
  if (current && current.committedBytes >= current.totalBytes) return ok(current);

  for (let stalls = 0; ;) {
    // Without a validator, nothing shows whether the rest belongs to the same file.
    if (current && current.validator === null && current.committedBytes > 0) current = await dropRevision(current);
    let partialWindow = current ? await readPartialWindow(current, { ledger, root, clock }, signal).catch(reportUnreadable) : noBytes;
    if (signal.aborted) return failed({ kind: 'aborted' });
    // The bytes of the incomplete window are not as they were written, or cannot be read, so the whole window is fetched again.
    if (current && partialWindow === null)
      [current, partialWindow] = [{ ...current, committedBytes: current.committedBytes - (current.committedBytes % windowBytes) }, noBytes];
    const openResult = await open(current);
    if (!openResult.ok && current && (openResult.error.kind === 'changed' || openResult.error.kind === 'no-ranges')) {
      current = await dropRevision(current);
      continue;
    }
    if (openResult.ok && !(await reserve(openResult.value.totalBytes))) {
      await openResult.value.body.cancel().catch(() => undefined); // the body may have broken off
      return failed({ kind: signal.aborted ? 'aborted' : 'no-room' });
    }
    const bytesBefore = current?.committedBytes ?? 0;
    const saveResult = openResult.ok
      ? await saveMedia((current ??= await createRevision(openResult.value)), openResult.value, partialWindow ?? noBytes)
      : openResult;
    if (saveResult.ok) return saveResult;
    const { committedBytes = 0 } = (current && (await ledger.revision(revisionKeyOf(current)))) ?? {};
    // If a file is locked and nothing is committed yet, saving starts over with smaller parts; otherwise it is retried later.
    if (saveResult.error.kind === 'locked' && current && current.partBytes > windowBytes && committedBytes === 0) {
      current = await dropRevision(current);
      partBytes = windowBytes;
      continue;
    }
    if (saveResult.error.kind !== 'stalled' || current?.validator === null) return saveResult;
    current = current && (await ledger.revision(revisionKeyOf(current)));
    stalls = (current?.committedBytes ?? 0) > bytesBefore ? 1 : stalls + 1;
    if (stalls > maxStalls || !(await applyEvent('stalled'))) return saveResult;
    // The device may have changed networks, and another archive may have a file at this address. The request for the video detects that,
    // because its answer names the archive.
    const currentFile = await ports.filesOf(item.videoId, signal);
    if (signal.aborted) return failed({ kind: 'aborted' });
    if (!currentFile.ok || currentFile.value.mediaUrl !== mediaUrl) return saveResult;
  }

  async function open(from: Revision | undefined): Promise<Result<OpenedFile, MediaFileFailure>> {
    const position = { offset: from?.committedBytes ?? 0, state: from ?? null };
    const source = isStream ? ports.streamSource : ports.source;
    const { value, isStalled } = await withStallTimeout(
      clock,
      signal,
      (timeoutSignal) => source(mediaUrl, position, timeoutSignal),
      isStream ? streamOpenTimeoutMs : stalledAfterMs,
    );
    return isStalled ? failed({ kind: 'stalled' }) : value;
  }

  /** Drops a revision that cannot be continued, for instance because the archive's file has changed. */
  async function dropRevision(revision: Revision): Promise<undefined> {
    await ledger.commit(claim, {
      itemKey,
      item: (row) => ({ ...row, openRevision: null, savedBytes: 0 }),
      dropRevisions: [revisionKeyOf(revision)],
    });
    // Files that another context has open are deleted at the next start.
    await deleteRevision(root, revision).catch((reason: unknown) => console.warn('Files of a revision stay for now', reason));
  }

  async function createRevision({ totalBytes, validator, contentType }: OpenedFile): Promise<Revision> {
    const { account, videoId, rendition } = item;
    const revision: Revision = {
      account,
      videoId,
      rendition,
      revision: await ledger.nextRevision(),
      url: mediaUrl,
      validator,
      contentType,
      totalBytes,
      ...(listedBytes === null ? {} : { listedBytes }),
      listedAtMs: startedAtMs,
      partBytes,
      committedBytes: 0,
    };
    await ledger.commit(claim, {
      itemKey,
      revision,
      item: (row) => ({
        ...row,
        openRevision: revision.revision,
        totalBytes,
        savedBytes: 0,
        isStream: row.wholeRevision === null ? isStream : row.isStream,
      }),
    });
    return revision;
  }

  async function savePlaylists({ createPlaylists, contentType }: OpenedFile, revision: Revision): Promise<void> {
    const { account, videoId } = item;
    const address = savedAddress(revision);
    for (const { name, text } of createPlaylists?.(address) ?? []) {
      await ledger.commit(claim, { itemKey, smallFile: { account, videoId, url: savedPlaylistAddress(address, name), contentType, body: new Blob([text]) } });
    }
  }

  async function saveMedia(revision: Revision, openedFile: OpenedFile, partialWindow: ArrayBuffer): Promise<Result<Revision, MediaFileFailure>> {
    await savePlaylists(openedFile, revision);
    const writer = createPartWriter(root, revision.partBytes, clock);
    return saveMediaFile(
      revision,
      openedFile,
      partialWindow,
      {
        writer,
        clock,
        async commit(row, window, sha256) {
          const { account, videoId, rendition, committedBytes } = row;
          await ledger.commit(claim, {
            itemKey,
            revision: row,
            digest: { account, videoId, rendition, revision: row.revision, window, sha256 },
            item: (storedItem) => ({
              ...storedItem,
              savedBytes: committedBytes,
              status: statusAfter(storedItem.status, 'bytes-arrived') ?? storedItem.status,
            }),
          });
          onChange(videoId);
        },
        onFetched: (bytes) => ledger.countFetched(bytes, clock.now()),
        pause: ports.pause,
      },
      signal,
    );
  }
}
