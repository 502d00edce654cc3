// The user's actions on trips. A toast confirms each action whose effect is not immediately visible. Trips are packed and unpacked only in
// the ledger, so every action works without the archive.
import { useMemo } from 'react';
import { useSavedLink, type SavedItem, type SaveSource, type Trip } from '../../queries/saved.ts';
import { packTrip, restoreTrip } from '../../queries/trips.ts';
import { savedTexts } from '../../texts/saved.ts';
import { tripTexts } from '../../texts/trips.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useAttempt } from './use-attempt.ts';

/** The user's choices for a trip. */
export interface TripChoice {
  name: string;
  departsAt: string | null;
  days: number;
  hoursADay: number;
  sources: readonly SaveSource[];
}

export interface TripActions {
  /** A toast offers Undo. */
  pack(choice: TripChoice, videoIds: readonly string[]): void;
  pause(trip: Trip): void;
  resume(trip: Trip): void;
  /** Removes the videos that only this trip keeps. A toast offers Undo. */
  unpack(trip: Trip): void;
  saveAgain(videoIds: readonly string[]): void;
  /** Replaces videos that cannot be saved; those without a replacement leave the trip. */
  replace(trip: Trip, missingIds: readonly string[], replacementIds: readonly string[]): void;
}

/** The same object in every render; null if this browser cannot save. */
export function useTrips(): TripActions | null {
  const link = useSavedLink();
  const showToast = useToast();
  const attempt = useAttempt();
  return useMemo(() => {
    if (!link) return null;
    const { actions } = link;

    async function forEachInOrder(videoIds: readonly string[], action: (videoId: string) => Promise<void>): Promise<void> {
      for (const videoId of videoIds) await action(videoId);
    }

    const itemsOf = (trip: Trip): SavedItem[] => link.items().filter(({ videoId }) => trip.videoIds.includes(videoId));

    const undoUnpack = (trip: Trip, removedIds: readonly string[]): Promise<void> => restoreTrip(link, trip, removedIds);

    function unpack(trip: Trip): void {
      let removedIds: readonly string[] = [];
      attempt(
        actions.unpackTrip(trip.tripId).then((ids) => void (removedIds = ids)),
        () => showToast({ text: removedIds.length === 0 ? tripTexts.unpacked : savedTexts.removed, onUndo: () => attempt(undoUnpack(trip, removedIds)) }),
      );
    }

    return {
      pack(choice, videoIds) {
        const trip = { ...choice, tripId: crypto.randomUUID(), videoIds, packedAtMs: Date.now() };
        showToast({
          text: tripTexts.packing(choice.name),
          onUndo: () => attempt(actions.unpackTrip(trip.tripId).then(() => undefined)),
        });
        attempt(packTrip(link, trip));
      },
      pause: (trip) => attempt(forEachInOrder(idsOf(itemsOf(trip).filter(isUnfinished)), (videoId) => actions.applyEvent(videoId, 'pause'))),
      resume(trip) {
        const pausedIds = idsOf(itemsOf(trip).filter(({ status }) => status.state === 'paused'));
        const resumeAll = link.plans()?.preferences.isPaused ? actions.changePreferences({ isPaused: false }) : Promise.resolve();
        attempt(resumeAll.then(() => forEachInOrder(pausedIds, (videoId) => actions.applyEvent(videoId, 'resume'))));
      },
      unpack,
      saveAgain: (videoIds) =>
        attempt(forEachInOrder(videoIds, (videoId) => (link.item(videoId) ? actions.applyEvent(videoId, 'try-again') : actions.save(videoId, 'trip')))),
      replace(storedTrip, missingIds, replacementIds) {
        const { account: _, ...trip } = storedTrip;
        const videoIds = [...trip.videoIds.filter((videoId) => !missingIds.includes(videoId)), ...replacementIds];
        const failedItems = link
          .items()
          .filter(({ videoId, keptFor, status }) => missingIds.includes(videoId) && keptFor === 'trip' && status.state === 'failed');
        attempt(
          forEachInOrder(idsOf(failedItems), actions.remove).then(() => packTrip(link, { ...trip, videoIds })),
          () => showToast({ text: replacementIds.length === 0 ? tripTexts.leftOut : tripTexts.replaced(replacementIds.length) }),
        );
      },
    };
  }, [link, attempt, showToast]);
}

const idsOf = (items: readonly SavedItem[]): string[] => items.map(({ videoId }) => videoId);

/** Whether the video is queued, waiting or being saved. */
function isUnfinished({ status }: SavedItem): boolean {
  return !(['ready', 'outdated', 'gone-at-source', 'failed', 'paused'] as const).some((state) => state === status.state);
}
