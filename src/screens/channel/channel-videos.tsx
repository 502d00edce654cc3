import type { VideoKind } from '../../contract/names.ts';
import { videoListQuery } from '../../queries/list-settings.ts';
import { useSession } from '../../queries/session.ts';
import { useVideoList } from '../../queries/videos.ts';
import { channelTexts } from '../../texts/channels.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { InlineVideo } from '../../features/video-list/inline-video.tsx';
import { ListedVideos } from '../../features/video-list/listed-videos.tsx';
import { useListSettings } from '../../features/video-list/use-list-settings.ts';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { usePage } from '../../features/page/use-page.ts';
import { ChannelTotals } from './channel-totals.tsx';
import { useShownChannel } from './shown-channel.ts';

const headings: Record<VideoKind, string> = { videos: channelTexts.videos, streams: channelTexts.streams, shorts: channelTexts.shorts };

/** A tab that is a list of videos: `/channel/{id}/`, or `streams/` or `shorts/` below it. */
export function ChannelVideosTab({ kind = 'videos' }: { kind?: VideoKind }) {
  return <ChannelVideos key={kind} kind={kind} />;
}

/** The channel's videos of one kind, a page at a time, below their totals. */
function ChannelVideos({ kind }: { kind: VideoKind }) {
  const { channel, facts } = useShownChannel();
  const { userConfig } = useSession();
  const page = usePage();
  const { settings, change } = useListSettings('channel');
  const query = videoListQuery(settings, { channelId: channel.channelId, kind, page });
  const view = useVideoList(query);
  const videoPage = view.state === 'ready' ? view.data : null;
  // The total of a filtered list is not the tab's total.
  const isFiltered = query.watch !== undefined || query.height !== undefined;
  const markWatched = useMarkWatched();
  const openedAtMs = useMountTimeMs();
  return (
    <>
      <ChannelTotals
        channel={channel}
        facts={facts}
        unit={userConfig.file_size_unit}
        kind={kind}
        paginate={isFiltered ? null : (videoPage?.paginate ?? null)}
        isFromDevice={videoPage?.isFromDevice ?? false}
      />
      <ListedVideos
        view={view}
        query={query}
        page={page}
        settings={settings}
        label={headings[kind]}
        isTypeFixed
        isTall={kind === 'shorts'}
        isChannelShown={false}
        nowMs={openedAtMs}
        loadingLabel={channelTexts.loading}
        textForStaff={facts?.totalItems ? channelTexts.emptyOfKind : channelTexts.emptyForStaff}
        onChange={change}
        onMarkWatched={markWatched}
      >
        <VisuallyHidden>
          <h2>{headings[kind]}</h2>
        </VisuallyHidden>
        <InlineVideo />
      </ListedVideos>
    </>
  );
}
