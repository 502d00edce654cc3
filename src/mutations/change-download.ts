// What a person wants of one item of the archive's queue. By its id, so that it may wait: a change of everything that a
// filter finds is a command (src/commands/README.md).
import type { ChangeDownload } from './kinds/change-download.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendUndoable, undoWindowMs, type Undo } from './undo.ts';

interface DownloadChange {
  videoId: string;
  /** Title, for the sync sheet. */
  subject: string;
  /** `priority`: download now; `forgotten`: a later scan may find it again. */
  to: ChangeDownload['to'];
}

/** What is to be forgotten goes out when its toast ends: afterwards nobody could bring it back as it was. */
export async function changeDownload(mirror: Mirror, { videoId, subject, to }: DownloadChange): Promise<Undo> {
  const mutation: ChangeDownload = { kind: 'change-download', videoId, to };
  return appendUndoable(mirror, { mutation, subject, ...(to === 'forgotten' ? { dueInMs: undoWindowMs } : {}) });
}
