// Casting. The control is present while a receiver is nearby, the archive can be reached and casting is enabled there. While a receiver is
// connected, the control stays even without the archive. Positions that the receiver reports are saved like any other.
import { ageMs, systemClock } from '../../lib/clock.ts';
import { ok, type Result } from '../../lib/result.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { useWrite, type Mirror } from '../../features/writes/use-write.ts';
import { saveProgress, writeIfMirrored } from '../../mutations/save-progress.ts';
import type { Cast, CastMedia, CastProgress, CastState } from '../../player/cast.ts';
import type { CastControl } from '../../player/frame-context.ts';
import { isPauseSent } from '../../player/progress-reporter.ts';
import { usePlayerSession, useSessionValue } from '../../player/use-session.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useSession } from '../../queries/session.ts';
import { playerHostTexts } from '../../texts/player-host.ts';
import { useToast } from '../../ui/toasts.tsx';
import { allowCastSender } from '../trusted-types.ts';

/** A position is saved at this interval, and every other one is sent, as for local playback (docs/decisions/403). */
const saveEveryMs = 5000;

const noReceiver: CastState = { name: 'no-device' };
const noCast = { subscribe: () => () => {}, read: () => noReceiver };

export function useCast(isReachable: boolean): CastControl | null {
  const isEnabled = useSession().appSettings?.application.enable_cast === true;
  const commands = useCommands();
  const { accountKey } = useMirror();
  const showToast = useToast();
  const session = usePlayerSession();
  const video = useSessionValue(({ playback }) => playback?.video ?? null);
  const [cast, setCast] = useState<Cast | null>(null);
  const state = useSyncExternalStore(cast?.subscribe ?? noCast.subscribe, cast?.read ?? noCast.read);
  const canCast = isEnabled && isReachable;

  useEffect(() => {
    if (!canCast) return undefined;
    let isUnmounted = false;
    // Fire and forget: without the sender there is no button, and nothing else changes.
    void loadCast(accountKey).then((loadedCast) => isUnmounted || setCast(loadedCast));
    return () => {
      isUnmounted = true;
    };
  }, [canCast, accountKey]);
  useReceiverPosition(cast);

  if (!cast || !video || state.name === 'no-device' || (!canCast && state.name === 'ready')) return null;
  // If the receiver plays another video, a tap on the button makes the receiver play this one.
  const isCastingThis = state.name === 'casting' && cast.plays(video.videoId);

  const readMedia = async (): Promise<Result<CastMedia, 'not-found' | 'away'>> => {
    // While the user chose a receiver, the next video may have started, or the player may have been closed.
    const { playback } = session.read();
    const { videoId, title } = playback?.video ?? video;
    const positionSeconds = playback?.positionSeconds ?? video.savedSeconds ?? 0;
    const addresses = await commands.castVideo(videoId);
    return addresses.ok ? ok({ ...addresses.value, videoId, title, positionSeconds }) : addresses;
  };
  async function begin(): Promise<void> {
    const failure = await cast?.start(readMedia);
    if (failure === 'not-found') showToast({ text: playerHostTexts.castNotFound });
    if (failure === 'away') showToast({ text: playerHostTexts.castNeedsServer });
    if (failure === null) session.request({ kind: 'pause' });
  }
  return {
    deviceName: isCastingThis ? state.deviceName : null,
    // Fire and forget: the outcome shows in the button's state or in a toast.
    onToggle: () => (isCastingThis ? cast.stop() : void begin()),
  };
}

async function loadCast(account: string): Promise<Cast | null> {
  allowCastSender();
  const [{ loadCastSender }, { createCast }] = await Promise.all([import('../../player/cast-sender.ts'), import('../../player/cast.ts')]);
  const sender = await loadCastSender();
  if (!sender) return null;
  sharedCast ??= createCast(sender, account);
  return sharedCast;
}

/** Shared by all videos, because the cast sender has one context per page, and a page opens only one account. */
let sharedCast: Cast | null = null;

/** Ends the subscription of the page's previous player to the receiver's positions. */
let stopSaving = (): void => {};

/**
 * Saves the position while the receiver plays, even if this page shows another video or none, because closing the player does not stop the
 * receiver.
 */
function useReceiverPosition(cast: Cast | null): void {
  const { mutate } = useWrite();
  useEffect(() => {
    if (!cast) return;
    stopSaving();
    let savedAtMs = 0;
    let updateCount = 0;
    function savePosition({ videoId, title, positionSeconds, durationSeconds }: CastProgress, shouldSend: boolean): void {
      const position = { videoId, positionSeconds, durationSeconds, subject: title, shouldSend };
      // The receiver may still play a video that has been deleted. The archive would refuse its position.
      const saveIfMirrored = (mirror: Mirror): Promise<void> => writeIfMirrored(mirror, videoId, () => saveProgress(mirror, position));
      // Fire and forget, without a message about a failure, because the receiver plays on and the next position comes soon.
      void mutate(saveIfMirrored, { failureText: () => null });
    }
    stopSaving = cast.onProgress((position) => {
      if (position.hasEnded) return savePosition({ ...position, positionSeconds: position.durationSeconds }, true);
      if (position.isPlaying && ageMs(systemClock, savedAtMs) < saveEveryMs) return undefined;
      savedAtMs = Date.now();
      updateCount += 1;
      return savePosition(position, position.isPlaying ? updateCount % 2 === 0 : isPauseSent(position.positionSeconds, position.durationSeconds));
    });
  }, [cast, mutate]);
}
