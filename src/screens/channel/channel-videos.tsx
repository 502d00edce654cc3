import { useRef } from 'react';
import type { VideoKind } from '../../contract/names.ts';
import { videoListQuery } from '../../queries/list-settings.ts';
import { useSession } from '../../queries/session.ts';
import { useVideoList } from '../../queries/videos.ts';
import type { VideoCard } from '../../queries/views.ts';
import { channelTexts } from '../../texts/channels.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { InlineVideo } from '../../features/video-list/inline-video.tsx';
import { ListHead } from '../../features/video-list/list-head.tsx';
import { ListBody } from '../../features/page/list-body.tsx';
import { useAddToPlaylist } from '../../features/playlists/use-add-to-playlist.tsx';
import { useListMenu } from '../../features/video-list/use-list-menu.ts';
import { useListSettings } from '../../features/video-list/use-list-settings.ts';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { useOpenedAt } from '../../features/page/use-now.ts';
import { usePage } from '../../features/page/use-page.ts';
import { useSelection } from '../../features/selection/use-selection.ts';
import { EmptyVideoList } from '../../features/video-list/empty-video-list.tsx';
import { VideoList, VideoListSkeleton } from '../../features/video-list/video-list.tsx';
import { ChannelTotals } from './channel-totals.tsx';
import { useShownChannel } from './shown-channel.ts';

const skeletonCount = 6;
const none: VideoCard[] = [];

const headings: Record<VideoKind, string> = { videos: channelTexts.videos, streams: channelTexts.streams, shorts: channelTexts.shorts };

/** A tab that is a list of videos: `/channel/{id}/`, `/streams/`, `/shorts/`. */
export function ChannelVideosTab({ kind = 'videos' }: { kind?: VideoKind }) {
  const { channel, facts } = useShownChannel();
  const { userConfig } = useSession();
  return (
    <>
      <ChannelTotals channel={channel} facts={facts} unit={userConfig.file_size_unit} kind={kind} />
      <ChannelVideos key={kind} channelId={channel.channelId} kind={kind} />
    </>
  );
}

/** The channel's videos of one kind, a page at a time. */
function ChannelVideos({ channelId, kind }: { channelId: string; kind: VideoKind }) {
  const page = usePage();
  const { settings, change } = useListSettings('channel');
  const view = useVideoList(videoListQuery(settings, { channelId, kind, page }));
  const videos = view.state === 'ready' ? view.data.videos : none;
  const selection = useSelection(videos);
  const box = useRef<HTMLElement>(null);
  const addToPlaylist = useAddToPlaylist();
  const moreItems = useListMenu(addToPlaylist.open, selection.begin);
  const markWatched = useMarkWatched();
  const nowMs = useOpenedAt();
  const isTall = kind === 'shorts';

  return (
    <section ref={box} aria-label={headings[kind]}>
      <VisuallyHidden>
        <h2>{headings[kind]}</h2>
      </VisuallyHidden>
      <InlineVideo />
      <ListHead settings={settings} hasTypes={false} onChange={change} selection={selection} list={box} onAddToPlaylist={addToPlaylist.open} />
      <ListBody
        view={view}
        isEmpty={(listed) => listed.videos.length === 0}
        skeleton={<VideoListSkeleton settings={settings} isTall={isTall} label={channelTexts.loading} count={skeletonCount} />}
        empty={<EmptyVideoList page={page} settings={settings} isTypeFixed onChange={change} textForStaff={channelTexts.emptyForStaff} />}
      >
        {(listed, isRefreshing) => (
          <VideoList
            page={listed}
            settings={settings}
            label={headings[kind]}
            isBusy={isRefreshing}
            isChannelShown={false}
            isTall={isTall}
            nowMs={nowMs}
            selection={selection}
            onChange={change}
            onMarkWatched={markWatched}
            moreItems={moreItems}
          />
        )}
      </ListBody>
      <Pagination facts={view.state === 'ready' ? view.data.paginate : null} />
      {addToPlaylist.sheet}
    </section>
  );
}
