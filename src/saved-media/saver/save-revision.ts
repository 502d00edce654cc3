// The film of one video, from where it stopped to its last byte: which revision is resumed or started, what happens when nothing comes, and when one
// of its files is locked. Ends at the first obstacle that does not pass by itself.
import { savedAddress, savedListAddress } from '../../contract/saved-address.ts';
import type { Clock } from '../../lib/clock.ts';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { ByteSource, OpenSource } from '../../network/byte-source.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { itemKeyOf, revisionKeyOf, windowBytes, type Revision, type SavedItem, type SaverClaim } from '../ledger/rows.ts';
import { statusAfter, type SaveEvent } from '../ledger/save-states.ts';
import { deleteRevision } from '../store/part-files.ts';
import { createPartWriter } from '../store/part-writer.ts';
import { saveFilm, type FilmFailure } from './save-film.ts';
import type { Reserve } from './saver.ts';
import { stalledAfterMs, withPatience } from './stall.ts';
import { begunWindow } from './verify-revision.ts';

export interface RevisionPorts {
  ledger: Ledger;
  root: FileSystemDirectoryHandle;
  clock: Clock;
  source: ByteSource;
  /** For streams. */
  streamSource: ByteSource;
  claim: SaverClaim;
  reserve: Reserve;
  /** Of a new revision. */
  partBytes: number;
  /** Applies an event to the item; false: it is no longer at this step. */
  move(event: SaveEvent): Promise<boolean>;
  onChange(videoId: string): void;
}

/** Where the film is on the archive. */
export interface FilmFile {
  mediaUrl: string;
  /** It is a stream of segments (hls-source.ts). */
  isStream: boolean;
  /** As the archive lists it; null: unknown. */
  listedBytes: number | null;
}

/** After this many consecutive stalls the connection counts as lost: others may use the place in the queue. */
const mostStalls = 3;

/** The length of each segment is requested before the first byte of any. */
const streamOpensMs = 5 * 60_000;

const noBytes = new ArrayBuffer(0);

/** @throws ClaimLost, and what the store throws except for a full disk */
export async function saveRevision(
  item: SavedItem,
  { mediaUrl, isStream, listedBytes }: FilmFile,
  { ledger, root, clock, claim, reserve, move, onChange, ...ports }: RevisionPorts,
  signal: AbortSignal,
): Promise<Result<Revision, FilmFailure>> {
  const of = itemKeyOf(item);
  let { partBytes } = ports;
  const startedAtMs = clock.now();
  let known = item.openRevision === null ? undefined : await ledger.revision([...of, item.openRevision]);
  if (known && known.url !== mediaUrl) known = await drop(known);
  // Interrupted while it was read back: no range begins at its end, so the archive would seem to have a different file.
  if (known && known.committedBytes >= known.totalBytes) return ok(known);

  for (let stalls = 0; ;) {
    // It could not be told whether the rest belongs to the same file.
    if (known && known.validator === null && known.committedBytes > 0) known = await drop(known);
    let begun = known ? await begunWindow(known, { ledger, root }) : noBytes;
    if (known && begun === null) [known, begun] = [{ ...known, committedBytes: known.committedBytes - (known.committedBytes % windowBytes) }, noBytes];
    const opened = await open(known);
    if (!opened.ok && known && (opened.error.kind === 'changed' || opened.error.kind === 'no-ranges')) {
      known = await drop(known);
      continue;
    }
    if (opened.ok && !(await reserve(opened.value.totalBytes))) {
      await opened.value.body.cancel().catch(() => undefined); // it may have broken off
      return failed({ kind: signal.aborted ? 'aborted' : 'no-room' });
    }
    const before = known?.committedBytes ?? 0;
    const saved = opened.ok ? await film((known ??= await begin(opened.value)), opened.value, begun ?? noBytes) : opened;
    if (saved.ok) return saved;
    const { committedBytes = 0 } = (known && (await ledger.revision(revisionKeyOf(known)))) ?? {};
    // Bytes already counted are not fetched again because a file is locked: that is retried later.
    if (saved.error.kind === 'locked' && known && known.partBytes > windowBytes && committedBytes === 0) {
      known = await drop(known);
      partBytes = windowBytes;
      continue;
    }
    if (saved.error.kind !== 'stalled' || known?.validator === null) return saved;
    known = known && (await ledger.revision(revisionKeyOf(known)));
    stalls = (known?.committedBytes ?? 0) > before ? 1 : stalls + 1;
    if (stalls > mostStalls || !(await move('stalled'))) return saved;
  }

  async function open(from: Revision | undefined): Promise<Result<OpenSource, FilmFailure>> {
    const place = { at: from?.committedBytes ?? 0, state: from ?? null };
    const source = isStream ? ports.streamSource : ports.source;
    const { value, isStalled } = await withPatience(clock, signal, (ended) => source(mediaUrl, place, ended), isStream ? streamOpensMs : stalledAfterMs);
    return isStalled ? failed({ kind: 'stalled' }) : value;
  }

  /** Drops a useless revision: its file has changed since, or cannot be written further. */
  async function drop(revision: Revision): Promise<undefined> {
    await ledger.commit(claim, {
      of,
      item: (row) => ({ ...row, openRevision: null, savedBytes: 0 }),
      dropRevisions: [revisionKeyOf(revision)],
    });
    // Files that another context holds are deleted at the next start.
    await deleteRevision(root, revision).catch((reason: unknown) => console.warn('Files of a revision stay for now', reason));
  }

  async function begin({ totalBytes, validator, contentType }: OpenSource): Promise<Revision> {
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
      of,
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

  async function keepLists({ lists, contentType }: OpenSource, revision: Revision): Promise<void> {
    const { account, videoId } = item;
    const address = savedAddress(revision);
    for (const { name, text } of lists?.(address) ?? []) {
      await ledger.commit(claim, { of, smallFile: { account, videoId, url: savedListAddress(address, name), contentType, body: new Blob([text]) } });
    }
  }

  async function film(revision: Revision, opened: OpenSource, begun: ArrayBuffer): Promise<Result<Revision, FilmFailure>> {
    await keepLists(opened, revision);
    const writer = createPartWriter(root, revision.partBytes, clock);
    return saveFilm(
      revision,
      opened,
      begun,
      {
        writer,
        clock,
        async commit(row, window, sha256) {
          const { account, videoId, rendition, committedBytes } = row;
          await ledger.commit(claim, {
            of,
            revision: row,
            digest: { account, videoId, rendition, revision: row.revision, window, sha256 },
            item: (present) => ({ ...present, savedBytes: committedBytes, status: statusAfter(present.status, 'bytes-come') ?? present.status }),
          });
          onChange(videoId);
        },
        onFetched: (bytes) => ledger.countFetched(bytes, clock.now()),
      },
      signal,
    );
  }
}
