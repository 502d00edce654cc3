// Reads a revision back: a disk that keeps other bytes than were written is told here, not in the train.
import type { Ledger } from '../ledger/ledger.ts';
import { revisionKeyOf, windowBytes, type Revision } from '../ledger/rows.ts';
import { readBytes } from '../store/part-files.ts';
import { isFilm } from './media-check.ts';

interface Ports {
  ledger: Pick<Ledger, 'digestsOf'>;
  root: FileSystemDirectoryHandle;
}

/** Whether every window of it is on the disk as it was written, and looks like a film. False, too, when `signal` ends or a file is gone. */
export async function isAsWritten(revision: Revision, { ledger, root }: Ports, signal: AbortSignal): Promise<boolean> {
  const digests = await ledger.digestsOf(revisionKeyOf(revision));
  if (digests.length !== Math.ceil(revision.totalBytes / windowBytes)) return false;
  try {
    const head = await readBytes(root, revision, 0, Math.min(512, revision.totalBytes));
    if (!isFilm(new Uint8Array(await head.arrayBuffer()), revision.contentType)) return false;
    for (const { window, sha256 } of digests) {
      if (signal.aborted) return false;
      const first = window * windowBytes;
      const bytes = await (await readBytes(root, revision, first, Math.min(first + windowBytes, revision.totalBytes))).arrayBuffer();
      if (!isSame(await crypto.subtle.digest('SHA-256', bytes), sha256)) return false;
    }
    return true;
  } catch {
    return false; // files that are gone, or shorter than they were
  }
}

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [left, right] = [new Uint8Array(one), new Uint8Array(other)];
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}
