// The player while a video is shown. Passes data from the mirror to the player's session, draws the controls into the host's frame, and
// draws the mini player when no screen has a slot for the player. All data comes from hooks.
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { useCommands } from '../../commands/commands-context.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { useWrite } from '../../features/writes/use-write.ts';
import { chaptersFor } from '../../player/chapters.ts';
import { Player } from '../../player/player.tsx';
import type { PlayerSession } from '../../player/player-session.ts';
import type { FailureReason } from '../../player/player-state.ts';
import { skipSegmentsOf } from '../../player/skip-segments.ts';
import type { HostState } from '../../player/host-store.ts';
import { SessionContext, usePlayerSession, useSessionValue } from '../../player/use-session.ts';
import { usePlayerHost, useHostState } from '../../player/use-player-host.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { isFullySaved, useIsSavedLoaded, useSavedItem } from '../../queries/saved.ts';
import { useSession } from '../../queries/session.ts';
import { useRetryReads } from '../../queries/sync.ts';
import { useUpNext } from '../../queries/up-next.ts';
import { useVideo } from '../../queries/video-page.ts';
import type { VideoPageView, View } from '../../queries/views.ts';
import { startPlaybackFiller } from '../../sync/fill-playback-queue.ts';
import { clockAge } from '../../texts/formats.ts';
import { ChunkBoundary } from '../../ui/chunk-boundary.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { useDeviceRanges } from './device-parts.ts';
import { sourceProblemOf, useVideoSource } from './video-source.ts';
import { createHostSession } from './host-session.ts';
import { MiniPlayer } from './mini-player.tsx';
import { pauseOtherTabs } from './pause-other-tabs.ts';
import { useCast } from './use-cast.ts';
import { useNeighbours } from './use-neighbours.ts';

/** Drawn over a video that cannot be played now: a button that saves it once the archive is back, or the state of that save. */
const saveWhenBack = lazyChunk(async () => (await import('../../features/saved/save-when-back.tsx')).SaveWhenBack);

/** Only Stowaway's own server reports missing files, and it has this page. */
const missingFilesUrl = '/admin/library/';

export function HostedPlayer() {
  const { shown } = useHostState();
  const isReachable = !useIsAway();
  const session = useHostSession();
  useLayoutEffect(() => session?.setReachable(isReachable), [session, isReachable]);
  useEffect(() => (session ? pauseOtherTabs(session) : undefined), [session]);
  usePlaybackFiller();
  if (!shown || !session) return null;
  return (
    <SessionContext value={session}>
      <ErrorBoundary>
        <ShownVideo key={shown.videoId} shown={shown} isReachable={isReachable} />
        <FramedPlayer isReachable={isReachable} />
      </ErrorBoundary>
    </SessionContext>
  );
}

/** Returns one session for as long as the player is mounted, across all videos. */
function useHostSession(): PlayerSession | null {
  const host = usePlayerHost();
  const mirror = useMirror();
  const { mutate } = useWrite();
  const retryReads = useRetryReads();
  const commands = useCommands();
  const navigate = useNavigate();
  const [session, setSession] = useState<PlayerSession | null>(null);
  const open = useEffectEvent((address: string, shouldReplace: boolean) => void navigate(address, { replace: shouldReplace }));
  useLayoutEffect(() => {
    const context = commands.context();
    if (!context) return undefined;
    const newSession = createHostSession({
      host,
      mirror,
      api: context.api,
      mutate,
      retryReads,
      open: (address, shouldReplace) => open(address, shouldReplace),
    });
    setSession(newSession);
    return newSession.close;
  }, [host, mirror, commands, mutate, retryReads]);
  return session;
}

/** While a whole channel plays, keeps adding its remaining videos to the playback queue. */
function usePlaybackFiller(): void {
  const mirror = useMirror();
  const hasUnreadPages = useUpNext().run?.coming !== undefined;
  useEffect(() => (hasUnreadPages ? startPlaybackFiller(mirror) : undefined), [mirror, hasUnreadPages]);
}

/** Draws the player into the host's frame, wherever that is in the document. */
function FramedPlayer({ isReachable }: { isReachable: boolean }) {
  const host = usePlayerHost();
  const cast = useCast(isReachable);
  const queue = useSheetAddress('queue');
  const video = useSessionValue(({ playback }) => playback?.video ?? null);
  const awayAction = video ? (
    <ChunkBoundary>
      <Suspense>
        <saveWhenBack.Component video={video} />
      </Suspense>
    </ChunkBoundary>
  ) : null;
  return createPortal(<Player cast={cast} onOpenQueue={queue.open} awayAction={awayAction} />, host.frame);
}

interface ShownProps {
  shown: NonNullable<HostState['shown']>;
  isReachable: boolean;
}

function ShownVideo(props: ShownProps) {
  const { videoId } = props.shown;
  const isMini = useHostState().slotKind === 'mini';
  const view = useVideo(videoId);
  if (view.state !== 'ready') {
    // Without a video to play, the video's page says why; only the mini player is drawn here.
    return isMini ? <MiniPlayer videoId={videoId} video={null} isUnknown={view.state !== 'loading'} /> : null;
  }
  return (
    <>
      <SessionUpdater {...props} video={view.data} isRefreshing={view.isRefreshing} failure={view.failure ?? null} />
      {isMini ? <MiniPlayer videoId={videoId} video={view.data} /> : null}
    </>
  );
}

type ReadFailure = NonNullable<Extract<View<unknown>, { state: 'ready' }>['failure']>;

interface SessionUpdaterProps extends ShownProps {
  video: VideoPageView;
  isRefreshing: boolean;
  failure: ReadFailure | null;
}

/** Passes the mirror's data to the session. Draws nothing. */
function SessionUpdater({ shown, isReachable, video, isRefreshing, failure }: SessionUpdaterProps) {
  const session = usePlayerSession();
  const host = usePlayerHost();
  const mirror = useMirror();
  const { isStaff } = useSession();
  const { videoId, details, durationSeconds } = video;
  const media = useVideoSource(
    videoId,
    details,
    useSessionValue(({ playback }) => (playback?.video.videoId === videoId ? sourceProblemOf(playback.state) : null)),
  );
  const isSavedLoaded = useIsSavedLoaded();
  const isSaved = isFullySaved(useSavedItem(videoId));
  const deviceRanges = useDeviceRanges(videoId, media, durationSeconds);
  const chapters = useMemo(() => chaptersFor(details, durationSeconds), [details, durationSeconds]);
  const sponsorBlock = details?.sponsorBlock;
  const segments = useMemo(() => skipSegmentsOf(sponsorBlock, durationSeconds), [sponsorBlock, durationSeconds]);
  const neighbours = useNeighbours({ videoId, isReachable });

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
        missingSince === undefined || !isSavedLoaded || isSaved
          ? null
          : { since: clockAge(Date.parse(missingSince), mirror.clock.now()), adminUrl: isStaff ? missingFilesUrl : null },
      t: shown.t,
      shouldPlayAtOnce: shown.shouldPlayAtOnce,
      isWatched: video.isWatched,
      savedSeconds: video.positionSeconds,
      alternativeSeconds: video.alternativeSeconds,
      isAlternativeHere: video.isAlternativeHere,
      chapters,
      segments,
      deviceRanges,
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
    deviceRanges,
    isStaff,
    isSavedLoaded,
    isSaved,
  ]);
  useLayoutEffect(() => session.setNeighbours(neighbours));
  // Depends on `shown`, because the host drops the handle whenever `shown` changes, even to the same video (paused in a list, then opened
  // on its page).
  useLayoutEffect(() => host.setHandle(session), [host, session, shown]);
  useLayoutEffect(() => {
    return () => {
      host.setHandle(null);
      session.leave(videoId);
    };
  }, [host, session, videoId]);
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
    case 'full':
      return 'unreachable';
  }
}
