// The look, the texts and the press action of a video's save control. Pure.
import type { SavedItem } from '../../queries/saved.ts';
import { savedTexts } from '../../texts/saved.ts';
import type { SaveStatusView } from '../../ui/save-disc.tsx';

/** `save`: the first save. `menu`: opens a menu. The others are events of the state table (src/saved-media/ledger/save-states.ts). */
export type PressAction = 'save' | 'pause' | 'resume' | 'menu';

/** The bytes already stored, in whole percent: at most 99, because only a verified video is complete. */
export function percentSaved({ savedBytes, totalBytes }: Pick<SavedItem, 'savedBytes' | 'totalBytes'>): number {
  return totalBytes === null || totalBytes <= 0 ? 0 : Math.min(99, Math.floor((savedBytes / totalBytes) * 100));
}

/** @param isAway whether the archive cannot be used now; matters only if `item` is undefined */
export function statusViewOf(item: SavedItem | undefined, isAway = false): SaveStatusView {
  if (!item) return { kind: isAway ? 'away' : 'none' };
  const { state } = item.status;
  switch (state) {
    case 'queued':
    case 'preparing':
      return { kind: 'queued' };
    case 'saving':
    case 'paused':
      return { kind: state, percent: percentSaved(item) };
    case 'verifying':
      return { kind: 'saving', percent: 99 };
    case 'waiting-for-wifi':
    case 'failed':
    case 'outdated':
      return { kind: state };
    case 'ready':
    case 'gone-at-source':
      return { kind: 'saved' };
  }
}

export function pressAction(item: SavedItem | undefined): PressAction {
  switch (item?.status.state) {
    case undefined:
      return 'save';
    case 'queued':
    case 'preparing':
    case 'saving':
    case 'verifying':
    case 'waiting-for-wifi':
      return 'pause';
    case 'paused':
      return 'resume';
    case 'failed':
    case 'ready':
    case 'outdated':
    case 'gone-at-source':
      return 'menu';
  }
}

/**
 * The state and the press action, for a screen reader: "Saving, 42 percent. Pause". Does not mention that a press opens a menu, because
 * `aria-haspopup` announces that.
 */
export function saveLabel(item: SavedItem | undefined, isAway = false): string {
  if (!item) return isAway ? savedTexts.away : savedTexts.saveOffline;
  const { state, reason } = item.status;
  switch (state) {
    case 'queued':
    case 'preparing':
    case 'waiting-for-wifi':
      return `${state === 'waiting-for-wifi' ? savedTexts.waitingForWifi : savedTexts.queued}. ${savedTexts.pause}`;
    case 'saving':
    case 'verifying':
      return `${savedTexts.saving(percentSaved(item))}. ${savedTexts.pause}`;
    case 'paused':
      return `${savedTexts.pausedAt(percentSaved(item))}. ${reason === 'user' || reason === 'background' ? savedTexts.resume : savedTexts.whyPaused[reason]}`;
    case 'failed':
      return savedTexts.whyFailed[reason];
    case 'outdated':
      return savedTexts.updateAvailable;
    case 'ready':
    case 'gone-at-source':
      return savedTexts.saved;
  }
}

/** The visible text of the button: "Saving 42%". */
export function saveButtonText(item: SavedItem | undefined, isAway = false): string {
  if (!item) return isAway ? savedTexts.saveWhenBack : savedTexts.saveOffline;
  switch (item.status.state) {
    case 'queued':
    case 'preparing':
      return savedTexts.queued;
    case 'saving':
    case 'verifying':
      return savedTexts.savingVisible(percentSaved(item));
    case 'paused':
      return savedTexts.pausedVisible(percentSaved(item));
    case 'waiting-for-wifi':
      return savedTexts.waitingForWifi;
    case 'failed':
      return isLost(item.status.reason) ? savedTexts.saveAgain : savedTexts.failedRetry;
    case 'outdated':
      return savedTexts.updateAvailable;
    case 'ready':
    case 'gone-at-source':
      return savedTexts.savedVisible;
  }
}

/** Why the save waits, has failed or is slow; null if there is nothing to explain. */
export function saveReason({ status }: SavedItem): string | null {
  if (status.state === 'paused') return savedTexts.whyPaused[status.reason];
  if (status.state === 'failed') return savedTexts.whyFailed[status.reason];
  if (status.state === 'waiting-for-wifi') return savedTexts.waitingForWifi;
  if (status.state === 'saving') return status.reason === 'slow' ? savedTexts.slow : null;
  return status.state === 'queued' || status.state === 'preparing' ? savedTexts.queued : null;
}

/** Whether a complete copy of the video was deleted by the system, or found damaged. The video can be saved again. */
export function isLost(reason: SavedItem['status']['reason']): boolean {
  return reason === 'taken-away' || reason === 'damaged';
}
