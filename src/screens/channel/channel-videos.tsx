import { useRef } from 'react';
import type { VideoKind } from '../../contract/names.ts';
import { videoListQuery } from '../../queries/list-settings.ts';
import { useSession } from '../../queries/session.ts';
import { useVideoList } from '../../queries/videos.ts';
import type { VideoCard } from '../../queries/views.ts';
import { channelTexts } from '../../texts/channels.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { isFiltered, noFilters, type ListSettings } from '../../ui/list-settings.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { InlineVideo } from '../../features/video-list/inline-video.tsx';
import { ListHead } from '../../features/video-list/list-head.tsx';
import { MissingState } from '../../features/page/missing-state.tsx';
import { useAddToPlaylist } from '../../features/playlists/use-add-to-playlist.tsx';
import { useListMenu } from '../../features/video-list/use-list-menu.ts';
import { useListSettings } from '../../features/video-list/use-list-settings.ts';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { useOpenedAt } from '../../features/page/use-opened-at.ts';
import { usePage } from '../../features/page/use-page.ts';
import { useSelection } from '../../features/selection/use-selection.ts';
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
      {view.state === 'loading' ? <VideoListSkeleton settings={settings} isTall={isTall} label={channelTexts.loading} count={skeletonCount} /> : null}
      {view.state === 'missing' ? <MissingState failure={view.failure} message={view.message} /> : null}
      {view.state === 'not-found' || (view.state === 'ready' && videos.length === 0) ? <Nothing page={page} settings={settings} onChange={change} /> : null}
      {view.state === 'ready' && videos.length > 0 ? (
        <VideoList
          page={view.data}
          settings={settings}
          label={headings[kind]}
          isBusy={view.isRefreshing}
          isChannelShown={false}
          isTall={isTall}
          nowMs={nowMs}
          selection={selection}
          onChange={change}
          onMarkWatched={markWatched}
          moreItems={moreItems}
        />
      ) : null}
      <Pagination facts={view.state === 'ready' ? view.data.paginate : null} />
      {addToPlaylist.sheet}
    </section>
  );
}

function Nothing({ page, settings, onChange }: { page: number; settings: ListSettings; onChange: (change: Partial<ListSettings>) => void }) {
  const { isStaff } = useSession();
  if (page > 1)
    return (
      <EmptyState icon="playlists" title={channelTexts.empty} text={channelTexts.emptyPage} action={<ButtonLink to=".">{channelTexts.firstPage}</ButtonLink>} />
    );
  if (isFiltered(settings, true))
    return (
      <EmptyState
        icon="playlists"
        title={channelTexts.empty}
        text={channelTexts.noMatch}
        action={<Button onClick={() => onChange({ watched: noFilters.watched, height: noFilters.height })}>{channelTexts.clearFilters}</Button>}
      />
    );
  const goToDownloads = isStaff ? <ButtonLink to="/downloads/">{channelTexts.goToDownloads}</ButtonLink> : null;
  return (
    <EmptyState icon="playlists" title={channelTexts.empty} text={isStaff ? channelTexts.emptyForStaff : channelTexts.emptyForOthers} action={goToDownloads} />
  );
}
