// The user's changes to one item of the archive's download queue. The item is identified by its id, so the change may wait. A change of all
// items that match a filter may not wait, so it is a command (src/commands/README.md).
import type { ChangeDownload } from './kinds/change-download.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendUndoable, undoWindowMs, type Undo } from './undo.ts';

interface DownloadChange {
  videoId: string;
  /** Title, for the sync sheet. */
  subject: string;
  /** `priority`: download now; `forgotten`: remove from the queue; a later scan may add the video again. */
  to: ChangeDownload['to'];
}

/** A removal is sent only after the undo window, because an item that the archive has removed cannot be restored as it was. */
export async function changeDownload(mirror: Mirror, { videoId, subject, to }: DownloadChange): Promise<Undo> {
  const mutation: ChangeDownload = { kind: 'change-download', videoId, to };
  return appendUndoable(mirror, { mutation, subject, ...(to === 'forgotten' ? { dueInMs: undoWindowMs } : {}) });
}
