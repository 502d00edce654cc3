import { queueVideo } from '../../mutations/up-next.ts';
import type { UpNextVideo } from '../../lib/up-next.ts';
import type { Mirror } from '../../mirror/database.ts';
import { queueTexts } from '../../texts/queue.ts';
import { shellTexts } from '../../texts/shell.ts';
import type { Toast } from '../../ui/toasts.tsx';

/** Puts a video into the queue and says so, with undo. */
export async function queueAndTell(mirror: Mirror, showToast: (toast: Toast) => void, video: UpNextVideo, where: 'first' | 'last'): Promise<void> {
  try {
    const undo = await queueVideo(mirror, video, where);
    showToast({ text: where === 'first' ? queueTexts.playsNext(video.title) : queueTexts.added(video.title), onUndo: () => void undo() }); // the list follows the row
  } catch {
    showToast({ text: shellTexts.notKept });
  }
}
