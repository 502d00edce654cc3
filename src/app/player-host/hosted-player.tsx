// The player with what it plays, wired to the mirror, drawn into the stage's frame; and the mini player around it where no
// screen has a place. Reads hooks, calls mutations, holds no data of its own.
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { browserStorage } from '../../lib/device-storage.ts';
import { chaptersFor } from '../../player/chapters.ts';
import { Player, type PlayerFile } from '../../player/player.tsx';
import { skipSegmentsOf } from '../../player/skip-segments.ts';
import { startPlace } from '../../player/start-place.ts';
import type { PlaceKind, StageState } from '../../player/stage.ts';
import { useStage, useStageState } from '../../player/use-stage.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useRetryReads, useSyncStatus } from '../../queries/sync.ts';
import { usePlaylistNav, useVideo } from '../../queries/videos.ts';
import { useSession } from '../../queries/session.ts';
import type { VideoPageView } from '../../queries/views.ts';
import { clockAge } from '../../texts/formats.ts';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { continuedPlace } from './last-place.ts';
import { MiniPlayer } from './mini-player.tsx';
import { onlyThisTabPlays } from './one-tab-plays.ts';
import { playerFailureOf, type ReadFailure } from './player-failure.ts';
import type { SleepClock } from './sleep-timer.ts';
import { useCast } from './use-cast.ts';
import { useFillRun } from './use-fill-run.ts';
import { useMissingFile } from './use-missing-file.ts';
import { useFollowing } from './use-following.ts';
import { useNoteShown } from './use-note-shown.ts';
import { useReportProgress } from './use-report-progress.ts';
import { useSleepClock, useSleepTimer } from './use-sleep-timer.ts';

/** Only our server has missing files, and it has this page. */
const missingFilesUrl = '/admin/library/';

export function HostedPlayer() {
  const stage = useStage();
  const { shown, placeKind, handle } = useStageState();
  const sleepClock = useSleepClock(stage);
  useEffect(() => (handle ? onlyThisTabPlays(handle) : undefined), [handle]);
  if (!shown) return null;
  return (
    <ErrorBoundary>
      <ShownVideo key={shown.videoId} shown={shown} placeKind={placeKind} sleepClock={sleepClock} />
    </ErrorBoundary>
  );
}

interface ShownProps {
  shown: NonNullable<StageState['shown']>;
  placeKind: PlaceKind;
  sleepClock: SleepClock;
}

function ShownVideo(props: ShownProps) {
  const view = useVideo(props.shown.videoId);
  if (view.state === 'ready') return <ReadyVideo {...props} video={view.data} isRefreshing={view.isRefreshing} failure={view.failure ?? null} />;
  // What there is instead of a video is said by its page.
  return props.placeKind === 'mini' ? (
    <MiniPlayer videoId={props.shown.videoId} video={null} following={null} trouble={view.state === 'loading' ? null : 'unknown'} />
  ) : null;
}

interface ReadyProps extends ShownProps {
  video: VideoPageView;
  isRefreshing: boolean;
  failure: ReadFailure | null;
}

function ReadyVideo({ shown, placeKind, sleepClock, video, isRefreshing, failure }: ReadyProps) {
  const { videoId, title, details, durationSeconds } = video;
  const isMini = placeKind === 'mini';
  const stage = useStage();
  const location = useLocation();
  const navigate = useNavigate();
  const connection = useSyncStatus().connection.name;
  const nav = usePlaylistNav(videoId);
  const retryReads = useRetryReads();
  const mirror = useMirror();
  const progress = useReportProgress(video);
  const isReachable = connection === 'online' || connection === 'degraded';
  const { following, passedOver, ...neighbours } = useFollowing({ videoId, playlists: nav.state === 'ready' ? nav.data : [], isReachable, sleepClock });
  const { isStaff } = useSession();
  const sleep = useSleepTimer(sleepClock);
  const cast = useCast({ video, isReachable });
  const queue = useSheetAddress('queue');
  useNoteShown(video);
  useFillRun();

  const chapters = useMemo(() => chaptersFor(details, durationSeconds), [details, durationSeconds]);
  const sponsorBlock = details?.sponsorBlock;
  const segments = useMemo(() => skipSegmentsOf(sponsorBlock, durationSeconds), [sponsorBlock, durationSeconds]);
  const channel = { channelId: video.channelId, name: video.channelName };
  const [file, setFile] = useState<PlayerFile | null>(null);
  const missingSince = useMissingFile(video);
  // Who found it missing has not asked that it plays when it comes back, perhaps hours later.
  const [wasMissing, setWasMissing] = useState(false);
  if (missingSince !== null && !wasMissing) setWasMissing(true);
  if (missingSince !== null && file !== null) setFile(null);
  // Decided once, when it is known what to play: what is saved while watching moves nothing.
  if (missingSince === null && details !== null && file?.url !== details.mediaUrl)
    setFile({
      url: details.mediaUrl,
      hlsUrl: details.hlsUrl,
      streams: details.streams,
      subtitles: details.subtitles.map((track) => ({ name: track.name, lang: track.lang, source: track.source, url: encodeURI(track.media_url) })),
      start: startPlace(
        shown.t,
        continuedPlace(
          browserStorage(() => localStorage),
          { accountKey: mirror.accountKey, nowMs: mirror.clock.now() },
          video,
        ),
        durationSeconds,
      ),
    });

  // Of the video's page, where it has some.
  const similar = document.getElementById('similar-videos');

  return (
    <>
      {createPortal(
        <Player
          ref={stage.setHandle}
          element={stage.video}
          onElementLeft={stage.videoLeft}
          isMini={isMini}
          title={title}
          posterUrl={video.thumbUrl}
          durationSeconds={durationSeconds}
          file={missingSince === null ? file : null}
          failure={details === null && !isRefreshing && failure !== null ? playerFailureOf(failure) : null}
          missing={missingSince === null ? null : { since: clockAge(Date.parse(missingSince), mirror.clock.now()), adminUrl: isStaff ? missingFilesUrl : null }}
          isToPlayAtOnce={shown.isToPlayAtOnce && !wasMissing}
          savedSeconds={video.positionSeconds}
          alternativeSeconds={video.alternativeSeconds}
          isAlternativeHere={video.isAlternativeHere}
          chapters={chapters}
          segments={segments}
          channel={channel}
          isOnPage={placeKind === 'page'}
          isReachable={isReachable}
          {...neighbours}
          around={{ following, passedOver, sleep, cast, onOpenQueue: queue.open }}
          onBack={() => void (location.key === 'default' ? navigate('/', { replace: true }) : navigate(-1))}
          onReport={progress.report}
          onStartOver={progress.startOver}
          onRetry={retryReads}
          onChapter={stage.setChapter}
          onSimilar={similar && (() => similar.scrollIntoView({ block: 'start' }))}
        />,
        stage.frame,
      )}
      {isMini ? <MiniPlayer videoId={videoId} video={video} following={following} trouble={missingSince === null ? null : 'file-missing'} /> : null}
    </>
  );
}
