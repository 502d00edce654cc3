// Connects the player's session to the mirror, which stores the session's reports and supplies the next video. Created by
// hosted-player.tsx and kept for as long as a video is shown.
import { browserStorage } from '../../lib/device-storage.ts';
import { minStoredSeconds } from '../../lib/watched-rule.ts';
import type { Mirror } from '../../mirror/database.ts';
import { videoKey } from '../../mirror/resource-keys.ts';
import type { Write } from '../../features/writes/use-write.ts';
import { requestInBackground } from '../../mirror/refresh-requests.ts';
import { saveProgress, startOver, writeIfMirrored } from '../../mutations/save-progress.ts';
import { recordStarted, removeFromQueue } from '../../mutations/up-next.ts';
import type { WriteFailure } from '../../mutations/write-failure.ts';
import type { KeepaliveApi, SessionApi } from '../../network/archive-api.ts';
import { createBrowserSession } from '../../player/browser-session.ts';
import type { PositionsPort } from '../../player/playback.ts';
import type { PlayerSession } from '../../player/player-session.ts';
import type { NextVideo } from '../../player/queue-neighbours.ts';
import type { ShownVideo } from '../../player/shown-video.ts';
import type { HostStore } from '../../player/host-store.ts';
import type { FinalPosition } from '../../sync/final-position.ts';
import { shellTexts } from '../../texts/shell.ts';
import { resumeSeconds, clearLastPosition, saveLastPosition } from './last-position.ts';

interface HostPorts {
  host: HostStore;
  mirror: Mirror;
  api: KeepaliveApi & Pick<SessionApi, 'sessionMark' | 'namesUser'>;
  mutate: Write['mutate'];
  /** `shouldReplace`: whether to replace the history entry, so that Back does not lead to the previous video. */
  open(address: string, shouldReplace: boolean): void;
  retryReads(): void;
}

export function createHostSession({ host, mirror, api, mutate, open, retryReads }: HostPorts): PlayerSession {
  const positions = createPositions(mirror, mutate, api);
  const session = createBrowserSession({
    element: host.video,
    positions,
    queue: {
      started({ videoId, title, shouldPlayAtOnce }) {
        // `shouldPlayAtOnce` is false after a reload or Back. The queue then keeps its entry of this video.
        // Fire and forget: if the change cannot be stored, the queue stays as it is and the video plays.
        void mutate(() => recordStarted(mirror, { videoId, title }, !shouldPlayAtOnce), { failureText: () => null });
      },
      play: (following) => playNext(following),
      open: (address) => open(address, false),
    },
    refetch(videoId) {
      // Fire and forget: the view draws the outcome.
      requestInBackground(mirror, videoKey(videoId), 0);
    },
    onChapter: host.setChapter,
    retryReads,
  });

  function playNext({ videoId, entryId }: NextVideo): void {
    const { shown, addressOf, slotKind } = host.read();
    host.goTo(videoId);
    if (videoId === shown?.videoId) removeEntry(entryId);
    else if (addressOf) open(addressOf(videoId), slotKind === 'inline');
  }
  /** Removes the queue entry of a video that plays twice in a row, because `started`, which removes entries, is not called again. */
  function removeEntry(entryId: string | null): void {
    if (entryId !== null) void mutate(() => removeFromQueue(mirror, entryId), { failureText: () => null });
  }
  return {
    ...session,
    close() {
      session.close();
      positions.close();
    },
  };
}

/** Stores the positions that the player reports. */
function createPositions(mirror: Mirror, mutate: Write['mutate'], api: HostPorts['api']): PositionsPort & { close(): void } {
  const storage = browserStorage(() => localStorage);
  let lastFailedVideoId: string | null = null;
  let reportCount = 0;
  /** Null until its code is loaded. The code is loaded early, because a page being closed has no time to load it. */
  let finalPosition: FinalPosition | null = null;
  let isClosed = false;
  void import('../../sync/final-position.ts').then(
    ({ createFinalPosition }) => (finalPosition = isClosed ? null : createFinalPosition(mirror, api)),
    () => {},
  );

  /** The failure's text; null if the last failure was of the same video, so that the message does not come back every five seconds. */
  function failureTextOnce(videoId: string, failure: WriteFailure): string | null {
    const isAlreadyShown = lastFailedVideoId === videoId;
    lastFailedVideoId = videoId;
    return isAlreadyShown ? null : shellTexts.notKept[failure];
  }
  // Fire and forget: playback does not depend on storage, and continues when it is full.
  function writePosition(videoId: string, write: () => Promise<void>): void {
    const reportNumber = (reportCount += 1);
    void mutate(() => writeIfMirrored(mirror, videoId, write), { failureText: (failure) => failureTextOnce(videoId, failure) }).then((result) => {
      // Only the latest of several concurrent writes may clear the last position, because an earlier write contains an older position.
      if (result.ok && reportNumber === reportCount) clearLastPosition(storage);
    });
  }
  const clearPosition = ({ videoId, title: subject }: ShownVideo): void => writePosition(videoId, () => startOver(mirror, { videoId, subject }));

  return {
    saved({ videoId, isWatched, savedSeconds }) {
      return resumeSeconds(storage, { accountKey: mirror.accountKey, nowMs: mirror.clock.now() }, { videoId, isWatched, positionSeconds: savedSeconds });
    },
    report(video, { positionSeconds, shouldSend, isLast }) {
      // The archive stores no position within the first seconds, so seeking back into them clears the stored position.
      if (positionSeconds <= minStoredSeconds) return video.savedSeconds === null ? undefined : clearPosition(video);
      const position = { videoId: video.videoId, positionSeconds, durationSeconds: video.durationSeconds, subject: video.title };
      if (isLast) saveLastPosition(storage, { accountKey: mirror.accountKey, ...position });
      const isSent = isLast && shouldSend && finalPosition?.send(position);
      finalPosition?.track(video.videoId);
      writePosition(video.videoId, () => saveProgress(mirror, { ...position, shouldSend, mayHaveLeft: isSent === true }));
    },
    startOver: clearPosition,
    close() {
      isClosed = true;
      finalPosition?.close();
    },
  };
}
