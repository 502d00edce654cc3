// The states of a saved video, and the events that change them, as a table (docs/saved.md). Pure.
import type { FailReason, PauseReason, SavingReason } from '../../lib/save-reasons.ts';

export type SaveState = 'queued' | 'preparing' | 'saving' | 'paused' | 'waiting-for-wifi' | 'verifying' | 'ready' | 'outdated' | 'gone-at-source' | 'failed';

/** A state with its reason, if it has one. */
export type SaveStatus =
  | { readonly state: 'paused'; readonly reason: PauseReason }
  | { readonly state: 'failed'; readonly reason: FailReason }
  | { readonly state: 'saving'; readonly reason: SavingReason | null }
  | { readonly state: Exclude<SaveState, 'paused' | 'failed' | 'saving'>; readonly reason: null };

export type SaveEvent =
  | 'slot-free'
  | 'small-files-saved'
  | 'stalled'
  | 'bytes-arrived'
  | 'pause'
  | 'resume'
  | 'interrupted'
  | 'network-lost'
  | 'signed-out'
  | 'metered'
  | 'storage-full'
  | 'obstacle-gone'
  | 'all-bytes-saved'
  | 'differs'
  | 'differs-too-often'
  | 'verified'
  | 'not-found'
  | 'unplayable'
  | 'no-length'
  | 'source-changed'
  | 'source-gone'
  | 'source-back'
  | 'update'
  | 'cancel-update'
  | 'try-again'
  | 'taken-away'
  | 'found-damaged';

interface Transition {
  from: readonly SaveState[];
  event: SaveEvent;
  to: SaveStatus;
}

const withoutReason = (state: Exclude<SaveState, 'paused' | 'failed'>): SaveStatus => ({ state, reason: null });
const slow: SaveStatus = { state: 'saving', reason: 'slow' };
const paused = (reason: PauseReason): SaveStatus => ({ state: 'paused', reason });
const failed = (reason: FailReason): SaveStatus => ({ state: 'failed', reason });

const waitingStates = ['queued', 'waiting-for-wifi'] as const;
/** States that make requests to the archive. */
const fetchingStates = ['preparing', 'saving'] as const;
const workingStates = [...fetchingStates, 'verifying'] as const;
/** States with a complete copy on the device. */
const wholeStates = ['ready', 'outdated', 'gone-at-source'] as const;

export const saveTable: readonly Transition[] = [
  { from: ['queued'], event: 'slot-free', to: withoutReason('preparing') },
  { from: ['preparing'], event: 'small-files-saved', to: withoutReason('saving') },
  { from: ['saving'], event: 'stalled', to: slow },
  { from: ['saving'], event: 'bytes-arrived', to: withoutReason('saving') },
  { from: ['saving'], event: 'all-bytes-saved', to: withoutReason('verifying') },
  { from: ['verifying'], event: 'verified', to: withoutReason('ready') },
  { from: ['verifying'], event: 'differs', to: withoutReason('queued') },
  { from: ['verifying'], event: 'differs-too-often', to: failed('unverified') },

  { from: [...waitingStates, ...workingStates, 'paused'], event: 'pause', to: paused('user') },
  { from: ['paused'], event: 'resume', to: withoutReason('queued') },
  { from: workingStates, event: 'interrupted', to: paused('background') },
  { from: fetchingStates, event: 'network-lost', to: paused('offline') },
  { from: ['preparing'], event: 'signed-out', to: paused('signed-out') },
  { from: ['queued', ...workingStates], event: 'storage-full', to: paused('storage-full') },
  { from: ['queued', ...fetchingStates], event: 'metered', to: withoutReason('waiting-for-wifi') },
  { from: ['paused', 'waiting-for-wifi'], event: 'obstacle-gone', to: withoutReason('queued') },

  { from: fetchingStates, event: 'not-found', to: failed('not-found') },
  { from: fetchingStates, event: 'unplayable', to: failed('unplayable') },
  { from: ['saving'], event: 'no-length', to: failed('no-length') },
  { from: ['failed'], event: 'try-again', to: withoutReason('queued') },

  { from: ['ready'], event: 'source-changed', to: withoutReason('outdated') },
  // The source may also vanish while a newer revision is being fetched; the previous complete copy then stays.
  { from: ['ready', 'outdated', ...fetchingStates], event: 'source-gone', to: withoutReason('gone-at-source') },
  { from: ['gone-at-source'], event: 'source-back', to: withoutReason('ready') },
  { from: ['outdated'], event: 'update', to: withoutReason('queued') },
  // This event is applied only if there is a complete copy (saved-device.ts); the saver drops the unfinished one.
  { from: [...waitingStates, ...workingStates, 'paused', 'failed'], event: 'cancel-update', to: withoutReason('outdated') },
  // The system has deleted the files (store/reconcile.ts).
  { from: wholeStates, event: 'taken-away', to: failed('taken-away') },
  { from: wholeStates, event: 'found-damaged', to: failed('damaged') },
];

/**
 * The state after `event`; null: the event has no meaning in this state. A save that the user paused continues only at the user's request.
 */
export function statusAfter(status: SaveStatus, event: SaveEvent): SaveStatus | null {
  if (status.reason === 'user' && event === 'obstacle-gone') return null;
  return saveTable.find((row) => row.event === event && row.from.includes(status.state))?.to ?? null;
}
