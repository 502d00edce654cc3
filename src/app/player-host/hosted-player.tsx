// The player while something is shown: feeds its session from the mirror, draws the controls into the stage's frame, and draws the mini
// player when no screen has a place for it. Reads hooks, holds no data of its own.
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { useCommands } from '../../commands/commands-context.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { SaveWhenBack } from '../../features/saved/save-when-back.tsx';
import { useWrite } from '../../features/writes/use-write.ts';
import { chaptersFor } from '../../player/chapters.ts';
import { Player } from '../../player/player.tsx';
import type { PlayerSession } from '../../player/player-session.ts';
import type { FailureReason } from '../../player/player-state.ts';
import { skipSegmentsOf } from '../../player/skip-segments.ts';
import type { StageState } from '../../player/stage.ts';
import { SessionContext, usePlayerSession, useSessionValue } from '../../player/use-session.ts';
import { useStage, useStageState } from '../../player/use-stage.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { isWholeHere, useIsSavedRead, useSavedItem } from '../../queries/saved.ts';
import { useSession } from '../../queries/session.ts';
import { useRetryReads } from '../../queries/sync.ts';
import { useUpNext } from '../../queries/up-next.ts';
import { useVideo } from '../../queries/videos.ts';
import type { VideoPageView, View } from '../../queries/views.ts';
import { startFillRun } from '../../sync/fill-run.ts';
import { clockAge } from '../../texts/formats.ts';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { useDeviceParts } from './device-parts.ts';
import { troubleOf, useFilmSource } from './film-source.ts';
import { createHostSession } from './host-session.ts';
import { MiniPlayer } from './mini-player.tsx';
import { onlyThisTabPlays } from './one-tab-plays.ts';
import { useCast } from './use-cast.ts';
import { useQueuePlace } from './use-queue-place.ts';

/** Only our server reports missing files, and it has this page. */
const missingFilesUrl = '/admin/library/';

export function HostedPlayer() {
  const { shown } = useStageState();
  const isReachable = !useIsAway();
  const session = useHostSession();
  useLayoutEffect(() => session?.setReachable(isReachable), [session, isReachable]);
  useEffect(() => (session ? onlyThisTabPlays(session) : undefined), [session]);
  useFillRun();
  if (!shown || !session) return null;
  return (
    <SessionContext value={session}>
      <ErrorBoundary>
        <ShownVideo key={shown.videoId} shown={shown} isReachable={isReachable} />
        <Controls isReachable={isReachable} />
      </ErrorBoundary>
    </SessionContext>
  );
}

/** One session for as long as the player is mounted, across all videos. */
function useHostSession(): PlayerSession | null {
  const stage = useStage();
  const mirror = useMirror();
  const { mutate } = useWrite();
  const retryReads = useRetryReads();
  const commands = useCommands();
  const navigate = useNavigate();
  const [session, setSession] = useState<PlayerSession | null>(null);
  const open = useEffectEvent((address: string, isReplacing: boolean) => void navigate(address, { replace: isReplacing }));
  useLayoutEffect(() => {
    const place = commands.place();
    if (!place) return undefined;
    const made = createHostSession({ stage, mirror, api: place.api, mutate, retryReads, open: (address, isReplacing) => open(address, isReplacing) });
    setSession(made);
    return made.close;
  }, [stage, mirror, commands, mutate, retryReads]);
  return session;
}

/** Keeps adding the rest of a channel that is being played through. */
function useFillRun(): void {
  const mirror = useMirror();
  const isComing = useUpNext().run?.coming !== undefined;
  useEffect(() => (isComing ? startFillRun(mirror) : undefined), [mirror, isComing]);
}

function Controls({ isReachable }: { isReachable: boolean }) {
  const stage = useStage();
  const cast = useCast(isReachable);
  const queue = useSheetAddress('queue');
  const video = useSessionValue(({ playback }) => playback?.video ?? null);
  return createPortal(<Player cast={cast} onOpenQueue={queue.open} awayAction={video ? <SaveWhenBack video={video} /> : null} />, stage.frame);
}

interface ShownProps {
  shown: NonNullable<StageState['shown']>;
  isReachable: boolean;
}

function ShownVideo(props: ShownProps) {
  const { videoId } = props.shown;
  const isMini = useStageState().placeKind === 'mini';
  const view = useVideo(videoId);
  if (view.state !== 'ready') {
    // Without a video to play, its page says why; only the mini player is drawn.
    return isMini ? <MiniPlayer videoId={videoId} video={null} isUnknown={view.state !== 'loading'} /> : null;
  }
  return (
    <>
      <Teller {...props} video={view.data} isRefreshing={view.isRefreshing} failure={view.failure ?? null} />
      {isMini ? <MiniPlayer videoId={videoId} video={view.data} /> : null}
    </>
  );
}

type ReadFailure = NonNullable<Extract<View<unknown>, { state: 'ready' }>['failure']>;

interface TellerProps extends ShownProps {
  video: VideoPageView;
  isRefreshing: boolean;
  failure: ReadFailure | null;
}

/** Passes what the mirror knows to the session. Draws nothing. */
function Teller({ shown, isReachable, video, isRefreshing, failure }: TellerProps) {
  const session = usePlayerSession();
  const stage = useStage();
  const mirror = useMirror();
  const { isStaff } = useSession();
  const { videoId, details, durationSeconds } = video;
  const media = useFilmSource(
    videoId,
    details,
    useSessionValue(({ playback }) => (playback?.video.videoId === videoId ? troubleOf(playback.state) : null)),
  );
  const isSavedRead = useIsSavedRead();
  const isHere = isWholeHere(useSavedItem(videoId));
  const deviceParts = useDeviceParts(videoId, media, durationSeconds);
  const chapters = useMemo(() => chaptersFor(details, durationSeconds), [details, durationSeconds]);
  const sponsorBlock = details?.sponsorBlock;
  const segments = useMemo(() => skipSegmentsOf(sponsorBlock, durationSeconds), [sponsorBlock, durationSeconds]);
  const queuePlace = useQueuePlace({ videoId, isReachable });

  useLayoutEffect(() => {
    const { missingSince } = video;
    session.show({
      videoId,
      title: video.title,
      posterUrl: video.thumbUrl,
      durationSeconds,
      channel: { channelId: video.channelId, name: video.channelName },
      media,
      failure: details === null && !isRefreshing && failure !== null ? playerFailureOf(failure) : null,
      missing:
        missingSince === undefined || !isSavedRead || isHere
          ? null
          : { since: clockAge(Date.parse(missingSince), mirror.clock.now()), adminUrl: isStaff ? missingFilesUrl : null },
      t: shown.t,
      isToPlayAtOnce: shown.isToPlayAtOnce,
      isWatched: video.isWatched,
      savedSeconds: video.positionSeconds,
      alternativeSeconds: video.alternativeSeconds,
      isAlternativeHere: video.isAlternativeHere,
      chapters,
      segments,
      deviceParts,
    });
  }, [
    session,
    mirror,
    shown,
    videoId,
    video,
    details,
    media,
    durationSeconds,
    isRefreshing,
    failure,
    chapters,
    segments,
    deviceParts,
    isStaff,
    isSavedRead,
    isHere,
  ]);
  useLayoutEffect(() => session.setQueuePlace(queuePlace));
  // The stage drops the handle whenever `shown` changes, even to the same video (paused in a list, then opened on its page).
  useLayoutEffect(() => stage.setHandle(session), [stage, session, shown]);
  useLayoutEffect(() => {
    return () => {
      stage.setHandle(null);
      session.leave(videoId);
    };
  }, [stage, session, videoId]);
  return null;
}

/** The player's failure when the details could not be read. */
function playerFailureOf(failure: ReadFailure): FailureReason {
  switch (failure) {
    case 'signed-out':
    case 'forbidden':
      return 'refused';
    case 'not-found':
      return 'missing';
    case 'unreachable':
    case 'captive':
    case 'proxy-login':
    case 'refused':
    case 'server-error':
    case 'bad-answer':
      return 'unreachable';
  }
}
