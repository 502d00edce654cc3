// What a person wants of one item of the archive's queue. By its id, so that it may wait: a change of everything that a
// filter finds is a command (src/commands/README.md).
import type { ChangeDownload } from './kinds/change-download.ts';
import type { Mirror } from '../mirror/database.ts';
import { foldDownload } from '../mirror/fold-downloads.ts';
import { takeBack } from '../mirror/outbox.ts';
import { appendEntityChange, withEntities } from '../mirror/outbox-entities.ts';
import type { DownloadRow } from '../mirror/rows.ts';
import { undoWindowMs } from './undo-window.ts';
import type { Undo } from './undo.ts';

interface DownloadChange {
  videoId: string;
  /** Title, for the sync sheet. */
  subject: string;
  /** `priority`: download now; `forgotten`: a later scan may find it again. */
  to: ChangeDownload['to'];
}

/** What is to be forgotten goes out when its toast ends: afterwards nobody could bring it back as it was. */
export async function changeDownload(mirror: Mirror, { videoId, subject, to }: DownloadChange): Promise<Undo> {
  const { db } = mirror;
  return withEntities(db, async () => {
    const former = await shownStatus(mirror, videoId);
    const mutation: ChangeDownload = { kind: 'change-download', videoId, to };
    const appended = await appendEntityChange(mirror, { mutation, subject, ...(to === 'forgotten' ? { dueInMs: undoWindowMs } : {}) });
    return async () => {
      if (await takeBack(mirror, appended, mutation)) return;
      if (former !== null) await appendEntityChange<ChangeDownload>(mirror, { mutation: { ...mutation, to: former }, subject });
    };
  });
}

async function shownStatus({ db }: Mirror, videoId: string): Promise<DownloadRow['status'] | null> {
  const rows = await db.outbox.where('lane').equals(`download:${videoId}`).sortBy('sequence');
  return foldDownload(db.kinds, await db.downloads.get(videoId), rows)?.status ?? null;
}
