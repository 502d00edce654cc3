// Connects the player's session to the mirror, which stores what the session reports and supplies what plays next. Created by
// hosted-player.tsx and kept for as long as something is shown.
import { browserStorage } from '../../lib/device-storage.ts';
import { leastStoredSeconds } from '../../lib/watched-rule.ts';
import type { Mirror } from '../../mirror/database.ts';
import { videoKey } from '../../mirror/resource-keys.ts';
import type { Write } from '../../features/writes/use-write.ts';
import { wish } from '../../mirror/wanted.ts';
import { saveProgress, startOver } from '../../mutations/save-progress.ts';
import { noteShown, unqueue } from '../../mutations/up-next.ts';
import type { WriteFailure } from '../../mutations/write-failure.ts';
import type { PartingApi, SessionApi } from '../../network/archive-api.ts';
import { createBrowserSession } from '../../player/browser-session.ts';
import type { PlacesPort } from '../../player/playback.ts';
import type { PlayerSession } from '../../player/player-session.ts';
import type { Following } from '../../player/queue-place.ts';
import type { ShownVideo } from '../../player/shown-video.ts';
import type { PlayerStage } from '../../player/stage.ts';
import type { PartingPosition } from '../../sync/parting-position.ts';
import { shellTexts } from '../../texts/shell.ts';
import { continuedPlace, forgetLastPlace, keepLastPlace } from './last-place.ts';

interface HostPorts {
  stage: PlayerStage;
  mirror: Mirror;
  api: PartingApi & Pick<SessionApi, 'sessionMark' | 'namesUser'>;
  mutate: Write['mutate'];
  /** `isReplacing`: replaces the history entry, so that Back does not lead to the previous video. */
  open(address: string, isReplacing: boolean): void;
  retryReads(): void;
}

export function createHostSession({ stage, mirror, api, mutate, open, retryReads }: HostPorts): PlayerSession {
  const places = createPlaces(mirror, mutate, api);
  const session = createBrowserSession({
    element: stage.video,
    places,
    queue: {
      started({ videoId, title }) {
        // Fire and forget: if it cannot be stored, the queue stays as it is and the video plays.
        void mutate(() => noteShown(mirror, { videoId, title }), { failed: () => null });
      },
      play: (following) => playNext(following),
      open: (address) => open(address, false),
    },
    askAgain(videoId) {
      // Fire and forget: the view draws the outcome.
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
  /** Takes an entry out of the queue when the same video plays again: `started`, which normally does so, is not called then. */
  function leaveQueue(entryId: string | null): void {
    if (entryId !== null) void mutate(() => unqueue(mirror, entryId), { failed: () => null });
  }
  return {
    ...session,
    close() {
      session.close();
      places.close();
    },
  };
}

/** Stores the positions that the player reports. */
function createPlaces(mirror: Mirror, mutate: Write['mutate'], api: HostPorts['api']): PlacesPort & { close(): void } {
  const storage = browserStorage(() => localStorage);
  let failedId: string | null = null;
  let reports = 0;
  /** Fetched early: there is no time for it when the page closes. Null if it could not be fetched. */
  let parting: PartingPosition | null = null;
  let isClosed = false;
  void import('../../sync/parting-position.ts').then(
    ({ createPartingPosition }) => (parting = isClosed ? null : createPartingPosition(mirror, api)),
    () => {},
  );

  /** Shown once for each video: positions are saved every five seconds. */
  function failedWords(videoId: string, failure: WriteFailure): string | null {
    const isSaid = failedId === videoId;
    failedId = videoId;
    return isSaid ? null : shellTexts.notKept[failure];
  }
  // Fire and forget: playback does not depend on storage, and continues when it is full.
  function keep(videoId: string, work: () => Promise<unknown>): void {
    const report = (reports += 1);
    void mutate(work, { failed: (failure) => failedWords(videoId, failure) }).then((kept) => {
      // Only the latest of several concurrent writes counts.
      if (kept.ok && report === reports) forgetLastPlace(storage);
    });
  }
  const forget = ({ videoId, title: subject }: ShownVideo): void => keep(videoId, () => startOver(mirror, { videoId, subject }));

  return {
    saved({ videoId, isWatched, savedSeconds }) {
      return continuedPlace(storage, { accountKey: mirror.accountKey, nowMs: mirror.clock.now() }, { videoId, isWatched, positionSeconds: savedSeconds });
    },
    report(video, { positionSeconds, isToBeSent, isLast }) {
      // The archive stores no position within the first seconds, so seeking back there clears the position.
      if (positionSeconds <= leastStoredSeconds) return video.savedSeconds === null ? undefined : forget(video);
      const place = { videoId: video.videoId, positionSeconds, durationSeconds: video.durationSeconds, subject: video.title };
      if (isLast) keepLastPlace(storage, { accountKey: mirror.accountKey, ...place });
      const isSent = isLast && isToBeSent && parting?.send(place);
      parting?.follow(video.videoId);
      keep(video.videoId, () => saveProgress(mirror, { ...place, isToBeSent, isSent: isSent === true }));
    },
    startOver: forget,
    close() {
      isClosed = true;
      parting?.close();
    },
  };
}
