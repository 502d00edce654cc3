import { addToQueue } from '../../mutations/up-next.ts';
import type { Undo } from '../../mutations/undo.ts';
import type { UpNextVideo } from '../../lib/up-next.ts';
import type { Mirror } from '../../mirror/database.ts';
import { queueTexts } from '../../texts/queue.ts';

/** Adds a video to the queue. Resolves to the toast's text and its undo. */
export async function addToQueueWithText(mirror: Mirror, video: UpNextVideo, where: 'first' | 'last'): Promise<{ text: string; undo: Undo }> {
  const undo = await addToQueue(mirror, video, where);
  return { text: where === 'first' ? queueTexts.playsNext(video.title) : queueTexts.added(video.title), undo };
}
