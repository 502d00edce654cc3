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
import { useOpenedAt } from '../../features/page/use-now.ts';
import { usePage } from '../../features/page/use-page.ts';
import { ChannelTotals } from './channel-totals.tsx';
import { useShownChannel } from './shown-channel.ts';

const headings: Record<VideoKind, string> = { videos: channelTexts.videos, streams: channelTexts.streams, shorts: channelTexts.shorts };

/** A tab that is a list of videos: `/channel/{id}/`, `/streams/`, `/shorts/`. */
export function ChannelVideosTab({ kind = 'videos' }: { kind?: VideoKind }) {
  const { channel, facts } = useShownChannel();
  const { userConfig } = useSession();
  return (
    <>
      <ChannelTotals channel={channel} facts={facts} unit={userConfig.file_size_unit} kind={kind} />
      <ChannelVideos key={kind} channelId={channel.channelId} kind={kind} hasOthers={(facts?.totalItems ?? 0) > 0} />
    </>
  );
}

interface ChannelVideosProps {
  channelId: string;
  kind: VideoKind;
  /** If there are none of this kind: the channel has videos of other kinds. */
  hasOthers: boolean;
}

/** The channel's videos of one kind, a page at a time. */
function ChannelVideos({ channelId, kind, hasOthers }: ChannelVideosProps) {
  const page = usePage();
  const { settings, change } = useListSettings('channel');
  const query = videoListQuery(settings, { channelId, kind, page });
  const view = useVideoList(query);
  const markWatched = useMarkWatched();
  const nowMs = useOpenedAt();
  return (
    <ListedVideos
      view={view}
      query={query}
      page={page}
      settings={settings}
      label={headings[kind]}
      isTypeFixed
      isTall={kind === 'shorts'}
      isChannelShown={false}
      nowMs={nowMs}
      loadingLabel={channelTexts.loading}
      textForStaff={hasOthers ? channelTexts.emptyOfKind : channelTexts.emptyForStaff}
      onChange={change}
      onMarkWatched={markWatched}
    >
      <VisuallyHidden>
        <h2>{headings[kind]}</h2>
      </VisuallyHidden>
      <InlineVideo />
    </ListedVideos>
  );
}
