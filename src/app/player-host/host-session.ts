// The player's session wired to the mirror: what it reports is written there, what plays next is fetched from there. Made once by
// hosted-player.tsx, for as long as something is shown.
import { browserStorage } from '../../lib/device-storage.ts';
import { leastStoredSeconds } from '../../lib/watched-rule.ts';
import type { Mirror } from '../../mirror/database.ts';
import { videoKey } from '../../mirror/resource-keys.ts';
import { wish } from '../../mirror/wanted.ts';
import { saveProgress, startOver } from '../../mutations/save-progress.ts';
import { noteShown, unqueue } from '../../mutations/up-next.ts';
import { createBrowserSession } from '../../player/browser-session.ts';
import type { PlacesPort } from '../../player/playback.ts';
import type { PlayerSession } from '../../player/player-session.ts';
import type { Following } from '../../player/queue-place.ts';
import type { ShownVideo } from '../../player/shown-video.ts';
import type { PlayerStage } from '../../player/stage.ts';
import { shellTexts } from '../../texts/shell.ts';
import type { Toast } from '../../ui/toasts.tsx';
import { continuedPlace, forgetLastPlace, keepLastPlace } from './last-place.ts';

interface HostPorts {
  stage: PlayerStage;
  mirror: Mirror;
  showToast(toast: Toast): void;
  /** `isReplacing`: Back leads to where the person came from, not to the video before. */
  open(address: string, isReplacing: boolean): void;
  retryReads(): void;
}

export function createHostSession({ stage, mirror, showToast, open, retryReads }: HostPorts): PlayerSession {
  const session = createBrowserSession({
    element: stage.video,
    places: createPlaces(mirror, showToast),
    queue: {
      started({ videoId, title }) {
        // Not awaited: without room for it the queue stays as it is, and the video plays.
        void noteShown(mirror, { videoId, title }).catch((reason: unknown) => console.warn('What plays was not noted', reason));
      },
      play: (following) => playNext(following),
      open: (address) => open(address, false),
    },
    askAgain(videoId) {
      // Not awaited: the view draws what comes of it.
      void wish(mirror, videoKey(videoId), 0).catch((reason: unknown) => console.warn('A wish was not written', reason));
    },
    onChapter: stage.setChapter,
    retryReads,
  });

  function playNext({ videoId, entryId }: Following): void {
    const { shown, addressOf, placeKind } = stage.read();
    stage.goTo(videoId);
    if (videoId === shown?.videoId) leaveQueue(mirror, entryId);
    else if (addressOf) open(addressOf(videoId), placeKind === 'inline');
  }
  return session;
}

/** The same video once more: no other one is shown, which would take it out. Not awaited: it plays without that. */
function leaveQueue(mirror: Mirror, entryId: string | null): void {
  if (entryId !== null) void unqueue(mirror, entryId).catch((reason: unknown) => console.warn('What plays stays in the queue', reason));
}

/** Brings what the player tells to the device. */
function createPlaces(mirror: Mirror, showToast: (toast: Toast) => void): PlacesPort {
  const storage = browserStorage(() => localStorage);
  let failedId: string | null = null;
  let reports = 0;

  function notKept(videoId: string): void {
    // Said once for a video: it would come every five seconds.
    if (failedId !== videoId) showToast({ text: shellTexts.notKept });
    failedId = videoId;
  }
  /** The latest of several under way has the word. */
  function kept(report: number): void {
    if (report === reports) forgetLastPlace(storage);
  }
  // Not awaited: the player does not wait for the device, and goes on when it has no room.
  function forget({ videoId, title: subject }: ShownVideo): void {
    const report = (reports += 1);
    void startOver(mirror, { videoId, subject }).then(
      () => kept(report),
      () => notKept(videoId),
    );
  }

  return {
    saved({ videoId, isWatched, savedSeconds }) {
      return continuedPlace(storage, { accountKey: mirror.accountKey, nowMs: mirror.clock.now() }, { videoId, isWatched, positionSeconds: savedSeconds });
    },
    report(video, { positionSeconds, isToBeSent, isLast }) {
      // The archive stores none of the first seconds: to be there again is to have no saved position.
      if (positionSeconds <= leastStoredSeconds) return video.savedSeconds === null ? undefined : forget(video);
      const place = { videoId: video.videoId, positionSeconds, durationSeconds: video.durationSeconds, subject: video.title };
      if (isLast) keepLastPlace(storage, { accountKey: mirror.accountKey, ...place });
      const report = (reports += 1);
      void saveProgress(mirror, { ...place, isToBeSent }).then(
        () => kept(report),
        () => notKept(video.videoId),
      );
    },
    startOver: forget,
  };
}
