// The video page: the player's place and everything around it.
import { memo, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { WirePlaylistNav } from '../../contract/names.ts';
import { mediaQueryStore } from '../../lib/media-query.ts';
import { chaptersFor, type Chapter } from '../../player/chapters.ts';
import { usePlayerHost } from '../../player/use-player-host.ts';
import { useChannelNewest } from '../../queries/channel-newest.ts';
import { usePlaylistNav, useSimilar } from '../../queries/video-page.ts';
import type { VideoPageView, View } from '../../queries/views.ts';
import { shellTexts } from '../../texts/shell.ts';
import { classNames } from '../../ui/class-names.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { useIsRestDrawn } from '../../features/video-list/use-is-rest-drawn.ts';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { ChannelBox } from './channel-box.tsx';
import { Chapters } from './chapters.tsx';
import { Comments } from './comments.tsx';
import { Description } from './description.tsx';
import { FileFacts } from './file-facts.tsx';
import { PlaylistNavigation } from './playlist-navigation.tsx';
import { useVideoSlot } from './use-video-slot.ts';
import { VideoActions } from './video-actions.tsx';
import { VideoFacts } from './video-facts.tsx';
import styles from './video-page.module.css';
import { videoTexts } from '../../texts/video.ts';
import { VideoCard } from '../../ui/video-card.tsx';
import type { VideoFacts as ListedVideo } from '../../ui/video-facts.ts';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import section from './section.module.css';

/** From this width on, there is a column beside the player. The stylesheet uses the same width. */
const wideWindow = mediaQueryStore('(min-width: 68.75em)');
const reducedMotion = mediaQueryStore('(prefers-reduced-motion: reduce)');
/** A longer list of the channel's videos would move the similar videos too far down. */
const maxMoreOfChannel = 4;
const noVideos: readonly ListedVideo[] = [];

export function VideoPage({ video, isRefreshing }: { video: VideoPageView; isRefreshing: boolean }) {
  const { videoId, title, details, durationSeconds } = video;
  const slot = useVideoSlot(videoId);
  const host = usePlayerHost();
  const nowMs = useMountTimeMs();
  const navView = usePlaylistNav(videoId);

  const isRestDrawn = useIsRestDrawn();

  const description = details?.description ?? null;
  const chapters = useMemo(() => chaptersFor(details, durationSeconds), [details, durationSeconds]);

  // The function is stable, so that a thousand comments do not re-render.
  const seek = useCallback(
    (seconds: number) => {
      host.playFrom(seconds);
      scrollTo({ top: 0, behavior: reducedMotion.read() ? 'auto' : 'smooth' });
    },
    [host],
  );

  return (
    <div className={styles['page']}>
      <PageTitle title={title} documentTitle={shellTexts.pageTitle(title)} />
      {/* Hidden for a video whose file is missing, because such a video is requested again and again. */}
      <RefreshLine isRefreshing={isRefreshing && video.missingSince === undefined} />
      <div className={styles['player']}>
        <div ref={slot} className={styles['player-place']} />
      </div>
      <div className={styles['body']}>
        <VideoFacts video={video} />
        <VideoActions video={video} />
        <ChannelBox video={video} />
        <Description
          description={description}
          tags={details?.tags ?? []}
          chapters={chapters}
          durationSeconds={durationSeconds}
          isKnown={details !== null}
          onSeek={seek}
        />
        {details && isRestDrawn ? <FileFacts sizeBytes={video.mediaSizeBytes} lastRefreshedAt={details.lastRefreshedAt} streams={details.streams} /> : null}
      </div>
      {isRestDrawn ? <Rest video={video} chapters={chapters} navView={navView} nowMs={nowMs} onSeek={seek} /> : null}
    </div>
  );
}

interface RestProps {
  video: VideoPageView;
  chapters: readonly Chapter[];
  navView: View<WirePlaylistNav[]>;
  nowMs: number;
  onSeek: (seconds: number) => void;
}

/** The column next to the player, and the comments, which move into that column once it is known to be otherwise empty. */
function Rest({ video, chapters, navView, nowMs, onSeek }: RestProps) {
  const { videoId, details, durationSeconds } = video;
  const similarView = useSimilar(videoId);
  const hasColumn = useSyncExternalStore(wideWindow.subscribe, wideWindow.read);
  const moreOfChannel = useMoreOfChannel(video, similarView);
  const isAsideEmpty = isKnownEmpty(navView) && isKnownEmpty(similarView) && chapters.length === 0 && moreOfChannel?.length === 0;
  return (
    <>
      <aside className={styles['aside']}>
        <PlaylistNavigation playlists={navView.state === 'ready' ? navView.data : []} />
        {hasColumn ? (
          <>
            <Chapters chapters={chapters} onSeek={onSeek} />
            <VideoRows id="more-of-channel" title={videoTexts.moreFrom(video.channelName)} videos={moreOfChannel ?? noVideos} isOfOneChannel nowMs={nowMs} />
          </>
        ) : null}
        <VideoRows id="similar-videos" title={videoTexts.similar} videos={similarView.state === 'ready' ? similarView.data : noVideos} nowMs={nowMs} />
      </aside>
      <div className={classNames(styles['comments'], isAsideEmpty && styles['beside'])}>
        <Comments videoId={videoId} count={details?.commentCount ?? null} durationSeconds={durationSeconds} nowMs={nowMs} onSeek={onSeek} />
      </div>
    </>
  );
}

/** More videos of the channel. Null until the similar videos are known, so that no video is shown in both lists and nothing moves later. */
function useMoreOfChannel({ videoId, channelId }: VideoPageView, similarView: View<ListedVideo[]>): ListedVideo[] | null {
  const newestVideos = useChannelNewest(channelId);
  return useMemo(() => {
    if (newestVideos === null || similarView.state === 'loading') return null;
    const shownIds = new Set([videoId, ...(similarView.state === 'ready' ? similarView.data.map((video) => video.videoId) : [])]);
    return newestVideos.filter((video) => !shownIds.has(video.videoId)).slice(0, maxMoreOfChannel);
  }, [newestVideos, similarView, videoId]);
}

function isKnownEmpty(view: View<unknown[]>): boolean {
  return view.state === 'not-found' || (view.state === 'ready' && view.data.length === 0);
}

interface VideoRowsProps {
  /** The id of the heading. */
  id: string;
  title: string;
  videos: readonly ListedVideo[];
  isOfOneChannel?: boolean;
  nowMs: number;
}

/** A list of videos with a heading. It is hidden when empty, as it often is in a small archive. */
const VideoRows = memo(function VideoRows({ id, title, videos, isOfOneChannel = false, nowMs }: VideoRowsProps) {
  const markWatched = useMarkWatched();
  if (videos.length === 0) return null;
  return (
    <section className={section['section']} aria-labelledby={id}>
      <div className={section['head']}>
        <h2 id={id}>{title}</h2>
      </div>
      <ul className={section['list']}>
        {videos.map((video) => (
          <li key={video.videoId}>
            <VideoCard video={video} variant="row" isChannelShown={!isOfOneChannel} nowMs={nowMs} onMarkWatched={markWatched} />
          </li>
        ))}
      </ul>
    </section>
  );
});
