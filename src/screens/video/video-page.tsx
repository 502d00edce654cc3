// Wires the player and the parts of the page to the mirror. Reads hooks, calls mutations, holds no data of its own.
import { useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { chaptersOf } from '../../player/chapters.ts';
import { Player, type PlayerFile, type PlayerHandle } from '../../player/player.tsx';
import { startPlace } from '../../player/start-place.ts';
import { usePlaylistNav } from '../../queries/videos.ts';
import { useRetryReads, useSyncStatus } from '../../queries/sync.ts';
import type { VideoPageView } from '../../queries/views.ts';
import { shellTexts } from '../../texts/shell.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { useOpenedAt } from '../use-opened-at.ts';
import { ChannelBox } from './channel-box.tsx';
import { Comments } from './comments.tsx';
import { Description } from './description.tsx';
import { FileFacts } from './file-facts.tsx';
import { neighboursOf } from './neighbours.ts';
import { playerFailureOf, type ReadFailure } from './player-failure.ts';
import { PlaylistNavigation } from './playlist-navigation.tsx';
import { SimilarVideos } from './similar-videos.tsx';
import { useReportProgress } from './use-report-progress.ts';
import { VideoActions } from './video-actions.tsx';
import { VideoFacts } from './video-facts.tsx';
import styles from './video-page.module.css';

interface VideoPageProps {
  video: VideoPageView;
  isRefreshing: boolean;
  failure: ReadFailure | null;
}

export function VideoPage({ video, isRefreshing, failure }: VideoPageProps) {
  const { videoId, title, details, durationSeconds } = video;
  const player = useRef<PlayerHandle>(null);
  const [chapterIndex, setChapterIndex] = useState(-1);
  const [search] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  // Who comes by a tap wants to watch; who comes back, or opens an address, may want to read.
  const [isToPlayAtOnce] = useState(useNavigationType() === 'PUSH');
  const nowMs = useOpenedAt();
  const connection = useSyncStatus().connection.name;
  const isReachable = connection === 'online' || connection === 'degraded';
  const nav = usePlaylistNav(videoId);
  const playlists = nav.state === 'ready' ? nav.data : [];
  const retryReads = useRetryReads();
  const progress = useReportProgress(video);

  const description = details?.description ?? null;
  const chapters = useMemo(() => chaptersOf(description, durationSeconds), [description, durationSeconds]);
  const [file, setFile] = useState<PlayerFile | null>(null);
  // Decided once, when it is known what to play: what is saved while watching moves nothing.
  if (details !== null && file?.url !== details.mediaUrl)
    setFile({
      url: details.mediaUrl,
      streams: details.streams,
      subtitles: details.subtitles.map((track) => ({ name: track.name, lang: track.lang, source: track.source, url: encodeURI(track.media_url) })),
      start: startPlace(search.get('t'), video.positionSeconds, durationSeconds),
    });

  const seek = (seconds: number) => {
    player.current?.playFrom(seconds);
    scrollTo({ top: 0, behavior: 'smooth' });
  };

  return (
    <div className={styles['page']}>
      <PageTitle title={title} documentTitle={shellTexts.pageTitle(title)} />
      <RefreshLine isRefreshing={isRefreshing} />
      <div className={styles['player']}>
        <Player
          ref={player}
          title={title}
          posterUrl={video.thumbUrl}
          durationSeconds={durationSeconds}
          file={file}
          failure={details === null && !isRefreshing && failure !== null ? playerFailureOf(failure) : null}
          isToPlayAtOnce={isToPlayAtOnce}
          savedSeconds={video.positionSeconds}
          alternativeSeconds={video.alternativeSeconds}
          chapters={chapters}
          isReachable={isReachable}
          {...neighboursOf(playlists)}
          onBack={() => void (location.key === 'default' ? navigate('/', { replace: true }) : navigate(-1))}
          onReport={progress.report}
          onStartOver={progress.startOver}
          onRetry={retryReads}
          onChapter={setChapterIndex}
        />
      </div>
      <div className={styles['body']}>
        <VideoFacts video={video} isReachable={isReachable} />
        <VideoActions video={video} isReachable={isReachable} />
        <ChannelBox video={video} />
        <Description
          description={description}
          tags={details?.tags ?? []}
          chapters={chapters}
          currentChapter={chapterIndex}
          durationSeconds={durationSeconds}
          isKnown={details !== null}
          onSeek={seek}
        />
        {details ? <FileFacts sizeBytes={video.mediaSizeBytes} lastRefreshedAt={details.lastRefreshedAt} streams={details.streams} /> : null}
      </div>
      <aside className={styles['aside']}>
        <PlaylistNavigation playlists={playlists} />
        <SimilarVideos videoId={videoId} nowMs={nowMs} />
      </aside>
      <Comments videoId={videoId} count={details?.commentCount ?? null} durationSeconds={durationSeconds} nowMs={nowMs} onSeek={seek} />
    </div>
  );
}
