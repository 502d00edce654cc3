// The player with what it plays, wired to the mirror, drawn into the stage's frame; and the mini player around it where no
// screen has a place. Reads hooks, calls mutations, holds no data of its own.
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router-dom';
import { chaptersOf } from '../../player/chapters.ts';
import { Player, type PlayerFile } from '../../player/player.tsx';
import { startPlace } from '../../player/start-place.ts';
import type { StageState } from '../../player/stage.ts';
import { useStage, useStageState } from '../../player/use-stage.ts';
import { useRetryReads, useSyncStatus } from '../../queries/sync.ts';
import { usePlaylistNav, useVideo } from '../../queries/videos.ts';
import type { VideoPageView } from '../../queries/views.ts';
import { neighboursOf } from '../../screens/video/neighbours.ts';
import { MiniPlayer } from './mini-player.tsx';
import { playerFailureOf, type ReadFailure } from './player-failure.ts';
import { useReportProgress } from './use-report-progress.ts';

export function HostedPlayer() {
  const stage = useStage();
  const { shown, placeKind } = useStageState();
  if (!shown) return null;
  return (
    <>
      {createPortal(<ShownVideo key={shown.videoId} shown={shown} isMini={placeKind === 'mini'} />, stage.frame)}
      {placeKind === 'mini' ? <MiniPlayer key={shown.videoId} videoId={shown.videoId} /> : null}
    </>
  );
}

interface ShownProps {
  shown: NonNullable<StageState['shown']>;
  isMini: boolean;
}

function ShownVideo({ shown, isMini }: ShownProps) {
  const view = useVideo(shown.videoId);
  // What there is instead of a video is said by the page.
  if (view.state !== 'ready') return null;
  return <ReadyVideo shown={shown} isMini={isMini} video={view.data} isRefreshing={view.isRefreshing} failure={view.failure ?? null} />;
}

interface ReadyProps extends ShownProps {
  video: VideoPageView;
  isRefreshing: boolean;
  failure: ReadFailure | null;
}

function ReadyVideo({ shown, isMini, video, isRefreshing, failure }: ReadyProps) {
  const { videoId, title, details, durationSeconds } = video;
  const stage = useStage();
  const location = useLocation();
  const navigate = useNavigate();
  const connection = useSyncStatus().connection.name;
  const nav = usePlaylistNav(videoId);
  const retryReads = useRetryReads();
  const progress = useReportProgress(video);

  const description = details?.description ?? null;
  const chapters = useMemo(() => chaptersOf(description, durationSeconds), [description, durationSeconds]);
  const [file, setFile] = useState<PlayerFile | null>(null);
  // Decided once, when it is known what to play: what is saved while watching moves nothing.
  if (details !== null && file?.url !== details.mediaUrl)
    setFile({
      url: details.mediaUrl,
      hlsUrl: details.hlsUrl,
      streams: details.streams,
      subtitles: details.subtitles.map((track) => ({ name: track.name, lang: track.lang, source: track.source, url: encodeURI(track.media_url) })),
      start: startPlace(shown.t, video.positionSeconds, durationSeconds),
    });

  return (
    <Player
      ref={stage.setHandle}
      isMini={isMini}
      title={title}
      posterUrl={video.thumbUrl}
      durationSeconds={durationSeconds}
      file={file}
      failure={details === null && !isRefreshing && failure !== null ? playerFailureOf(failure) : null}
      isToPlayAtOnce={shown.isToPlayAtOnce}
      savedSeconds={video.positionSeconds}
      alternativeSeconds={video.alternativeSeconds}
      chapters={chapters}
      isReachable={connection === 'online' || connection === 'degraded'}
      {...neighboursOf(nav.state === 'ready' ? nav.data : [])}
      onBack={() => void (location.key === 'default' ? navigate('/', { replace: true }) : navigate(-1))}
      onReport={progress.report}
      onStartOver={progress.startOver}
      onRetry={retryReads}
      onChapter={stage.setChapter}
    />
  );
}
