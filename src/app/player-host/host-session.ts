// The player's session wired to the mirror: what it reports is written there, what plays next is fetched from there. Made once by
// hosted-player.tsx, for as long as something is shown.
import { browserStorage } from '../../lib/device-storage.ts';
import { leastStoredSeconds } from '../../lib/watched-rule.ts';
import type { Mirror } from '../../mirror/database.ts';
import { videoKey } from '../../mirror/resource-keys.ts';
import type { Write } from '../../features/writes/use-write.ts';
import { wish } from '../../mirror/wanted.ts';
import { saveProgress, startOver } from '../../mutations/save-progress.ts';
import { noteShown, unqueue } from '../../mutations/up-next.ts';
import type { WriteFailure } from '../../mutations/write-failure.ts';
import { createBrowserSession } from '../../player/browser-session.ts';
import type { PlacesPort } from '../../player/playback.ts';
import type { PlayerSession } from '../../player/player-session.ts';
import type { Following } from '../../player/queue-place.ts';
import type { ShownVideo } from '../../player/shown-video.ts';
import type { PlayerStage } from '../../player/stage.ts';
import { shellTexts } from '../../texts/shell.ts';
import { continuedPlace, forgetLastPlace, keepLastPlace } from './last-place.ts';

interface HostPorts {
  stage: PlayerStage;
  mirror: Mirror;
  mutate: Write['mutate'];
  /** `isReplacing`: Back leads to where the person came from, not to the video before. */
  open(address: string, isReplacing: boolean): void;
  retryReads(): void;
}

export function createHostSession({ stage, mirror, mutate, open, retryReads }: HostPorts): PlayerSession {
  const session = createBrowserSession({
    element: stage.video,
    places: createPlaces(mirror, mutate),
    queue: {
      started({ videoId, title }) {
        // Not awaited: without room for it the queue stays as it is, and the video plays.
        void mutate(() => noteShown(mirror, { videoId, title }), { failed: () => null });
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
    if (videoId === shown?.videoId) leaveQueue(entryId);
    else if (addressOf) open(addressOf(videoId), placeKind === 'inline');
  }
  /** The same video once more: no other one is shown, which would take it out. Not awaited: it plays without that. */
  function leaveQueue(entryId: string | null): void {
    if (entryId !== null) void mutate(() => unqueue(mirror, entryId), { failed: () => null });
  }
  return session;
}

/** Brings what the player tells to the device. */
function createPlaces(mirror: Mirror, mutate: Write['mutate']): PlacesPort {
  const storage = browserStorage(() => localStorage);
  let failedId: string | null = null;
  let reports = 0;

  /** Said once for a video: it would come every five seconds. */
  function failedWords(videoId: string, failure: WriteFailure): string | null {
    const isSaid = failedId === videoId;
    failedId = videoId;
    return isSaid ? null : shellTexts.notKept[failure];
  }
  // Not awaited: the player does not wait for the device, and goes on when it has no room.
  function keep(videoId: string, work: () => Promise<unknown>): void {
    const report = (reports += 1);
    void mutate(work, { failed: (failure) => failedWords(videoId, failure) }).then((kept) => {
      // The latest of several under way has the word.
      if (kept.ok && report === reports) forgetLastPlace(storage);
    });
  }
  const forget = ({ videoId, title: subject }: ShownVideo): void => keep(videoId, () => startOver(mirror, { videoId, subject }));

  return {
    saved({ videoId, isWatched, savedSeconds }) {
      return continuedPlace(storage, { accountKey: mirror.accountKey, nowMs: mirror.clock.now() }, { videoId, isWatched, positionSeconds: savedSeconds });
    },
    report(video, { positionSeconds, isToBeSent, isLast }) {
      // The archive stores none of the first seconds: to be there again is to have no saved position.
      if (positionSeconds <= leastStoredSeconds) return video.savedSeconds === null ? undefined : forget(video);
      const place = { videoId: video.videoId, positionSeconds, durationSeconds: video.durationSeconds, subject: video.title };
      if (isLast) keepLastPlace(storage, { accountKey: mirror.accountKey, ...place });
      keep(video.videoId, () => saveProgress(mirror, { ...place, isToBeSent }));
    },
    startOver: forget,
  };
}
