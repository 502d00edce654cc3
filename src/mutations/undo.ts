// Taking a mark back. Before its request has left, the row goes and all is as it was. Afterwards the former state is a
// wish of its own: the archive forgot the positions along with the mark, so they are saved again.
import type { MarkVideoWatched } from './kinds/mark-video-watched.ts';
import type { SaveProgress } from './kinds/save-progress.ts';
import type { Mirror } from '../mirror/database.ts';
import { untouched } from '../mirror/fold.ts';
import { appendChange, takeBack, withOutbox, type Appended } from '../mirror/outbox.ts';
import type { Mutation, WatchState } from '../mirror/rows.ts';

export type Undo = () => Promise<void>;

export function undoOf(mirror: Mirror, appended: Appended, mutation: Mutation, subject: string): Undo {
  return async () => {
    if (await takeBack(mirror, appended, mutation)) return;
    await withOutbox(mirror.db, async () => {
      for (const [videoId, former] of appended.former) await restore(mirror, videoId, former, subject);
    });
  };
}

async function restore(mirror: Mirror, videoId: string, former: WatchState, subject: string): Promise<void> {
  const { db } = mirror;
  const [standing, card] = await Promise.all([db.watchStates.get(videoId), db.videoCards.get(videoId)]);
  const shown = standing?.shown ?? untouched;
  const title = card?.title ?? subject;
  if (shown.isWatched !== former.isWatched)
    await appendChange<MarkVideoWatched>(mirror, { mutation: { kind: 'mark-video-watched', videoId, isWatched: former.isWatched }, subject: title });
  const { positionSeconds } = former;
  if (positionSeconds === null) return;
  const mutation: SaveProgress = { kind: 'save-progress', videoId, positionSeconds, ...(card ? { durationSeconds: card.durationSeconds } : {}) };
  await appendChange(mirror, { mutation, subject: title }, { localPositionAtMs: mirror.clock.now() });
}
