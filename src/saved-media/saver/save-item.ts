// Saves one video from where it stopped: first the small files, then the media file, then a check of every byte. The small files come first
// so that a video that plays has its whole page; those of an update are fetched after it, as a separate job. Each step is in the ledger
// before the next begins, and completed steps are not repeated.
import { parseSavedAddress } from '../../contract/saved-address.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Locks } from '../../lib/locks.ts';
import { ok, type Result } from '../../lib/result.ts';
import { inBackground } from '../../lib/in-background.ts';
import type { ByteSource, SourceFailure } from '../../network/byte-source.ts';
import type { DigestSource } from '../../network/digest-source.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import { itemKeyOf, revisionKeyOf, type Revision, type SavedItem, type SaverClaim } from '../ledger/rows.ts';
import { statusAfter, type SaveEvent } from '../ledger/save-states.ts';
import { videoLockName } from '../store/video-lock.ts';
import { deleteRevision } from '../store/part-files.ts';
import { compareWithArchive, type Comparison } from './compare-with-archive.ts';
import { dropUpdate } from './drop-update.ts';
import type { MediaFileFailure } from './save-media-file.ts';
import { saveRevision, type MediaFile } from './save-revision.ts';
import { lacksSmallFiles, saveSmallFiles } from './save-small-files.ts';
import type { ItemOutcome, Reserve } from './saver-ports.ts';
import { matchesDigests } from './verify-revision.ts';
import type { Pause } from './windows.ts';

/** Where a video's media file and the small files of its page are on the archive: paths and queries. */
export interface VideoFiles extends MediaFile {
  smallUrls: readonly string[];
}

export interface ItemPorts {
  ledger: Ledger;
  root: FileSystemDirectoryHandle;
  clock: Clock;
  source: ByteSource;
  /** The source of streams. */
  streamSource: ByteSource;
  digestSource: DigestSource;
  locks: Locks;
  fetch: typeof fetch;
  /** Requests the files of a video from the archive. */
  filesOf(videoId: string, signal: AbortSignal): Promise<Result<VideoFiles, SourceFailure>>;
  reserve: Reserve;
  /** Part size of a new revision (`defaultPartBytes`). */
  partBytes: number;
  onChange(videoId: string): void;
  pause: Pause;
}

/** After this many copies that differed from the source, saving fails, and there is no further automatic try. */
const maxDiffering = 5;

/**
 * How many times verification is tried if the disk cannot be read or the archive goes away during the comparison; with the growing pauses,
 * this takes some minutes. After that, an unreadable copy counts as different, and a readable copy is accepted without the comparison.
 */
const maxUnverified = 10;

/** A media file or stream that is refused more often than this counts as not found. */
const maxRefusals = 3;

/** @throws ClaimLost, and what the store throws */
export async function saveItem(item: SavedItem, claim: SaverClaim, ports: ItemPorts, signal: AbortSignal): Promise<ItemOutcome> {
  const { ledger, root, clock, locks, filesOf, onChange } = ports;
  const itemKey = itemKeyOf(item);

  async function applyEvent(event: SaveEvent, fields: Partial<SavedItem> = {}, dropSmallUrls: readonly string[] = []): Promise<boolean> {
    let isApplied = false;
    await ledger.commit(claim, {
      itemKey,
      item(row) {
        const status = statusAfter(row.status, event);
        isApplied = status !== null;
        return status ? { ...row, ...fields, status } : row;
      },
      dropSmallUrls,
    });
    onChange(item.videoId);
    return isApplied;
  }

  /** Deletes a revision that nothing refers to any more. Its row is deleted first, so that no deleted file is played. */
  async function deleteCopy(revision: Revision): Promise<void> {
    await ledger.commit(claim, { itemKey, dropRevisions: [revisionKeyOf(revision)] });
    await deleteRevision(root, revision);
  }

  const files = await filesOf(item.videoId, signal);
  if (lacksSmallFiles(item)) return refetchSmallFiles();
  if (!files.ok) return endWith(files.error);
  const { isStream, smallUrls } = files.value;
  // An update that is cancelled must leave the small files of the copy that plays, so they are fetched only after the update.
  const isUpdate = item.wholeRevision !== null;
  // The small files of an earlier copy may be outdated as well, so they are fetched again with the new copy.
  const isReplaced = item.wholeBytes !== undefined && item.openRevision === null;
  const savedFiles = isUpdate ? null : await saveSmallFiles(item, smallUrls, isReplaced, { ...ports, claim }, signal);
  if (savedFiles?.ok === false) return endSmallWith(savedFiles.error);
  if (!(await applyEvent('small-files-saved', savedFiles ? { missingUrls: savedFiles.value } : {}))) return 'ended';
  // The first request makes the archive start hashing; the answer is needed at the end.
  if (!isStream) void ports.digestSource(item.videoId, signal);
  const savedRevision = await saveRevision(item, files.value, { ...ports, claim, applyEvent }, signal);
  if (!savedRevision.ok) return endMediaWith(savedRevision.error);
  if (!(await applyEvent('all-bytes-saved'))) return 'ended';
  return verify(savedRevision.value);

  /** The copy itself is complete, so its state does not change. */
  async function refetchSmallFiles(): Promise<ItemOutcome> {
    if (!files.ok && files.error.kind !== 'not-found' && files.error.kind !== 'unplayable') return outcomeOf(files.error);
    const refetchedFiles = files.ok ? await saveSmallFiles(item, files.value.smallUrls, true, { ...ports, claim }, signal) : ok([]);
    if (!refetchedFiles.ok) return endSmallWith(refetchedFiles.error);
    const fields = { areSmallFilesDue: false, missingUrls: refetchedFiles.value, smallFileTries: 0 };
    const dropSmallUrls = files.ok ? await unlistedUrls(files.value.smallUrls) : [];
    await ledger.commit(claim, { itemKey, item: (row) => ({ ...row, ...fields }), dropSmallUrls });
    onChange(item.videoId);
    return 'done';
  }

  /**
   * Every failure except `aborted` is retried later. A refused small file does not mean that the session has ended, because the archive has
   * just answered the request for the video.
   */
  function endSmallWith(failure: SourceFailure): ItemOutcome {
    if (failure.kind === 'aborted') return 'ended';
    return { event: 'network-lost', retryAfterMs: failure.kind === 'server-error' ? failure.retryAfterMs : null };
  }

  /** If a newer file has disappeared while it was fetched, its bytes are deleted and the previous complete copy stays. */
  async function endWith(failure: MediaFileFailure): Promise<ItemOutcome> {
    const outcome = outcomeOf(failure);
    if (item.wholeRevision === null || outcome === 'ended' || outcome === 'done' || outcome.event !== 'not-found') return outcome;
    await dropUpdate((await ledger.item(itemKey)) ?? item, claim, { ledger, root });
    return { event: 'source-gone' };
  }

  /**
   * A refusal of the media file does not mean that the session has ended, because the archive has just answered the request for the video.
   * The archive may be unable to read the file, for instance. After a few refusals the file counts as not found.
   */
  async function endMediaWith(failure: MediaFileFailure): Promise<ItemOutcome> {
    const isRefused = failure.kind === 'forbidden' || (isStream && failure.kind === 'server-error' && failure.retryAfterMs === null);
    const refusedBefore = item.refusedCount ?? 0;
    const isGivenUp = isRefused && refusedBefore >= maxRefusals;
    const refusedCount = isRefused && !isGivenUp ? refusedBefore + 1 : 0;
    if (refusedCount !== refusedBefore) await ledger.commit(claim, { itemKey, item: (row) => ({ ...row, refusedCount }) });
    if (isGivenUp) return endWith({ kind: 'not-found' });
    return isRefused ? { event: 'network-lost', retryAfterMs: null } : endWith(failure);
  }

  /** Detects a transfer that delivered other bytes than were sent. */
  async function compare(revision: Revision): Promise<Comparison> {
    // The archive generates a stream again for each request, and has no hashes of it.
    if (isStream) return 'not-compared';
    const onFetched = (bytes: number): void => ledger.countFetched(bytes, clock.now());
    return compareWithArchive(revision, await ledger.digestsOf(revisionKeyOf(revision)), { ...ports, onFetched }, signal);
  }

  async function verify(revision: Revision): Promise<ItemOutcome> {
    const unverifiedCount = (item.unverifiedCount ?? 0) + 1;
    const isLastTry = unverifiedCount >= maxUnverified;
    // Bytes that cannot be read now may be correct, so they stay and are read again later, until the disk counts as damaged.
    const isIntact = await matchesDigests(revision, ports, signal).catch((reason: unknown) => {
      console.warn('A saved video could not be read back', reason);
      return isLastTry ? false : null;
    });
    const comparison = isIntact === null ? 'unavailable' : isIntact ? await compare(revision) : 'differs';
    if (signal.aborted) return 'ended';
    if (comparison === 'unavailable' && !isLastTry) {
      await ledger.commit(claim, { itemKey, item: (row) => ({ ...row, unverifiedCount }) });
      return { event: 'interrupted', retryAfterMs: null };
    }
    if (comparison !== 'differs') {
      await ledger.commit(claim, { itemKey, revision: { ...revision, isCompared: comparison === 'same' } });
      const formerRevision = item.wholeRevision === null ? undefined : await ledger.revision([...itemKey, item.wholeRevision]);
      const fields = {
        wholeRevision: revision.revision,
        wholeBytes: revision.totalBytes,
        isStream,
        openRevision: null,
        differedCount: 0,
        unverifiedCount: 0,
        smallFileTries: 0,
        areSmallFilesDue: isUpdate,
        refusedCount: 0,
      };
      // After an update, the small files of the former copy stay until their successors are fetched.
      const isApplied = await applyEvent('verified', fields, isUpdate ? [] : await unlistedUrls(smallUrls));
      if (formerRevision && isApplied) await deleteWhenIdle(formerRevision);
      return 'done';
    }
    const differedCount = item.differedCount + 1;
    const isApplied = await applyEvent(differedCount < maxDiffering ? 'differs' : 'differs-too-often', {
      openRevision: null,
      savedBytes: 0,
      differedCount,
      unverifiedCount: 0,
    });
    if (isApplied) await deleteCopy(revision);
    return 'done';
  }

  /** The small files of an earlier copy that the archive no longer lists, except the playlists of saved streams, which it never lists. */
  async function unlistedUrls(listedUrls: readonly string[]): Promise<string[]> {
    const isPlaylist = (url: string): boolean => parseSavedAddress(url.slice(0, url.lastIndexOf('/'))) !== null;
    const files = await ledger.smallFilesOf(item.account, item.videoId);
    return files.map(({ url }) => url).filter((url) => !listedUrls.includes(url) && !isPlaylist(url));
  }

  /** Deletes a copy that does not play now; one that plays is deleted when playback ends, or at the saver's next start. */
  async function deleteWhenIdle(revision: Revision): Promise<void> {
    const name = videoLockName(revision);
    const isDeleted = await locks.run(name, () => deleteCopy(revision).then(() => true), { ifFree: true });
    // Fire and forget: the save is done.
    if (!isDeleted)
      inBackground(
        locks.run(name, () => deleteCopy(revision)),
        'A former copy stays for now',
      );
  }
}

function outcomeOf(failure: MediaFileFailure): ItemOutcome {
  switch (failure.kind) {
    case 'aborted':
      return 'ended';
    case 'not-found':
      return { event: 'not-found' };
    case 'forbidden':
      return { event: 'signed-out' };
    case 'unplayable':
    case 'no-length':
      return { event: failure.kind };
    case 'storage-full':
      return { event: 'storage-full', isDiskFull: true };
    case 'no-room':
      return { event: 'storage-full' };
    case 'server-error':
      return { event: 'network-lost', retryAfterMs: failure.retryAfterMs };
    case 'unreachable':
    case 'captive':
    case 'changed':
    case 'no-ranges':
    case 'stalled':
    case 'cut':
      return { event: 'network-lost' };
    case 'locked':
      return { event: 'interrupted', retryAfterMs: null };
  }
}
