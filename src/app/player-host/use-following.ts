// What follows the video that plays, and the seconds until it does by itself.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { videoPath } from '../../lib/addresses.ts';
import type { WirePlaylistNav } from '../../contract/names.ts';
import { nextVideo, previousOfRun, videosAhead, type UpNextVideo } from '../../lib/up-next.ts';
import type { Mirror } from '../../mirror/database.ts';
import { videoKey } from '../../mirror/resource-keys.ts';
import { wish } from '../../mirror/wanted.ts';
import { unqueue } from '../../mutations/up-next.ts';
import type { Following } from '../../player/around.ts';
import type { Neighbour } from '../../player/controls.tsx';
import { useStage, useStageState } from '../../player/use-stage.ts';
import { noEngine } from '../../player/use-player.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useMissingAhead, useUpNext } from '../../queries/up-next.ts';
import { useVideo } from '../../queries/videos.ts';
import { playerTexts } from '../../texts/player.ts';
import { neighboursOf } from './neighbours.ts';
import type { SleepClock } from './sleep-timer.ts';

/** Docs/look-and-feel.md, Player: "Next: … in 5 s". */
const countedSeconds = 5;

interface Surroundings {
  following: Following | null;
  /** In words, what was passed over on the way to it because its file is missing; null for nothing. */
  passedOver: string | null;
  previous: Neighbour | null;
  next: Neighbour | null;
}

interface Playing {
  videoId: string;
  playlists: readonly WirePlaylistNav[];
  isReachable: boolean;
  sleepClock: SleepClock;
}

export function useFollowing({ videoId, playlists, isReachable, sleepClock }: Playing): Surroundings {
  const stage = useStage();
  const navigate = useNavigate();
  const { handle, addressOf, placeKind } = useStageState();
  const mirror = useMirror();
  const upNext = useUpNext();
  const playing = { videoId, autoplay: autoplayOf(playlists, upNext.autoplayPlaylistId) };
  const ahead = videosAhead(upNext, playing);
  const missing = useMissingAhead(ahead.map((video) => video.videoId));
  const next = nextVideo(upNext, {
    ...playing,
    isMissing: (id) => missing.includes(id),
    isPlayable: () => isReachable, // nothing is kept on the device yet but what the archive sends
  });
  const view = useVideo(next?.videoId ?? '');
  const hasEnded = useSyncExternalStore(handle?.subscribe ?? noEngine.subscribe, () => handle?.read().state.name === 'ended');
  useLastLook(mirror, hasEnded ? (next?.videoId ?? null) : null);
  const go = () => {
    if (!next) return;
    stage.goTo(next.videoId);
    if (next.videoId === videoId) leaveQueue(mirror, next.entryId);
    else if (addressOf) void navigate(addressOf(next.videoId), { replace: placeKind === 'inline' });
  };
  const { secondsLeft, cancel } = useCountdown({ hasEnded, isDue: () => !sleepClock.isOver() && next?.isAway === false, onDone: go });

  const address = addressOf ?? videoPath;
  const link = (video: UpNextVideo | null): Neighbour | null => video && { to: address(video.videoId), title: video.title };
  const listed = neighboursOf(playlists);
  return {
    following: next && {
      title: next.title,
      thumbUrl: view.state === 'ready' ? view.data.thumbUrl : null,
      isAway: next.isAway,
      secondsLeft,
      onGo: go,
      onCancel: cancel,
    },
    passedOver: playerTexts.passedOver(ahead.slice(0, missing.length).map(({ title }) => title)),
    previous: link(previousOfRun(upNext.run, videoId)) ?? listed.previous,
    next: link(next) ?? listed.next,
  };
}

/** The same video once more: no other one is shown, which would take it out. Not awaited: it plays without that. */
function leaveQueue(mirror: Mirror, entryId: string | null): void {
  if (entryId !== null) void unqueue(mirror, entryId).catch((reason: unknown) => console.warn('What plays stays in the queue', reason));
}

/** What was there when this video began may be missing by its end: asked while the seconds are counted, so that it is passed over. */
function useLastLook(mirror: Mirror, videoId: string | null): void {
  useEffect(() => {
    // Not awaited: without an answer it is gone to as it is known.
    if (videoId !== null) void wish(mirror, videoKey(videoId), 0).catch((reason: unknown) => console.warn('A wish was not written', reason));
  }, [mirror, videoId]);
}

function autoplayOf(playlists: readonly WirePlaylistNav[], playlistId: string | null): UpNextVideo | null {
  const next = playlists.find(({ playlist_meta }) => playlist_meta.playlist_id === playlistId)?.playlist_next;
  return next ? { videoId: next.youtube_id, title: next.title } : null;
}

interface Countdown {
  hasEnded: boolean;
  /** Asked once, at the end: whether something is to follow by itself. */
  isDue: () => boolean;
  onDone: () => void;
}

function useCountdown({ hasEnded, isDue, onDone }: Countdown): { secondsLeft: number | null; cancel: () => void } {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const stop = useRef(() => {});
  const latest = useRef({ isDue, onDone });
  latest.current = { isDue, onDone };
  useEffect(() => {
    if (!hasEnded || !latest.current.isDue()) return undefined;
    // Nobody is there to cancel, and a page behind others may be stopped before five seconds are over.
    let left = document.visibilityState === 'hidden' ? 1 : countedSeconds + 1;
    const timer = setInterval(tick, 1000);
    stop.current = () => {
      clearInterval(timer);
      setSecondsLeft(null);
    };
    function tick(): void {
      left -= 1;
      setSecondsLeft(left);
      if (left > 0) return;
      stop.current();
      latest.current.onDone();
    }
    tick();
    return stop.current;
  }, [hasEnded]);
  return { secondsLeft, cancel: () => stop.current() };
}
