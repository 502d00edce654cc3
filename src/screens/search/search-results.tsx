// Search results in sections by kind (SPEC §2 "Search"). The kind of query determines which sections are shown.
import { useMemo } from 'react';
import type { SearchKind } from '../../lib/search-query.ts';
import type { ArchiveSearch, FoundItems } from '../../queries/search.ts';
import { useSession } from '../../queries/session.ts';
import { useMayChangeCustomPlaylists } from '../../queries/playlists.ts';
import { count } from '../../texts/formats.ts';
import { emptyListTexts } from '../../texts/video-list.ts';
import { searchTexts } from '../../texts/search.ts';
import { uiTexts } from '../../texts/ui.ts';
import { ChannelCard, ChannelGrid } from '../../ui/channel-card.tsx';
import { PlaylistCard, PlaylistGrid } from '../../ui/playlist-card.tsx';
import { PlayableChip } from '../../ui/playable-chip.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { VideoCard } from '../../ui/video-card.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';
import { VideoGrid } from '../../ui/video-grid.tsx';
import type { PlayableOnly } from '../../features/video-list/use-playable-only.ts';
import { usePlayInline } from '../../features/video-list/inline-video.tsx';
import { useAddToPlaylist } from '../../features/playlists/use-add-to-playlist.tsx';
import { useMarkWatched } from '../../features/video-list/use-mark-watched.ts';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { useSubscribeChannel } from '../../features/subscriptions/use-subscribe-channel.ts';
import { Section, sectionSize, ShowAll, type Expansion, type SectionName } from './found-section.tsx';
import type { VideoPassages } from './merge-hits.ts';
import { SubtitleHits } from './subtitle-hits.tsx';
import { useSubscribePlaylist } from '../../features/subscriptions/use-subscribe-playlist.ts';
import styles from './search-screen.module.css';

interface SearchResultsProps {
  kind: SearchKind;
  /** Only the first hits of each section that is not expanded. */
  foundItems: FoundItems | null;
  playableFilter: PlayableOnly;
  /** The number of all hits of each section. */
  counts: Readonly<Record<SectionName, number>>;
  /** The videos with hits in their subtitles; null until the device or the archive has answered. */
  videosWithPassages: readonly VideoPassages[] | null;
  expansion: Expansion;
  /** Whether more results may come. An empty section then says "Searching…", not that nothing was found. */
  isPending: boolean;
  /** The state of the archive's search of subtitles. */
  subtitleState: ArchiveSearch['state'];
  onOpen: () => void;
}

export function SearchResults(props: SearchResultsProps) {
  const { kind, foundItems, playableFilter, counts, videosWithPassages, expansion, isPending, subtitleState, onOpen } = props;
  const isEveryKindShown = kind === 'simple';
  const sectionProps = { isPending, expansion };
  return (
    <div className={styles['sections']} onClickCapture={(event) => (event.target as Element).closest('a') && onOpen()}>
      {isEveryKindShown || kind === 'video' ? (
        <Videos videos={foundItems?.videos ?? noItems} total={counts.videos} playableFilter={playableFilter} {...sectionProps} />
      ) : null}
      {isEveryKindShown || kind === 'full' ? (
        <Section
          name="fulltext"
          countText={videosWithPassages && videosWithPassages.length > 0 ? searchTexts.quoteCount(counts.fulltext, videosWithPassages.length) : null}
          className={styles['subtitles']}
        >
          <SubtitleSection videos={videosWithPassages} state={subtitleState} expansion={expansion} />
        </Section>
      ) : null}
      {isEveryKindShown || kind === 'channel' ? <Channels channels={foundItems?.channels ?? noItems} total={counts.channels} {...sectionProps} /> : null}
      {isEveryKindShown || kind === 'playlist' ? <Playlists playlists={foundItems?.playlists ?? noItems} total={counts.playlists} {...sectionProps} /> : null}
    </div>
  );
}

function EmptySection({ isPending, text }: { isPending: boolean; text: string }) {
  return <p className={styles['nothing']}>{isPending ? searchTexts.searching : text}</p>;
}

type KindProps<Kind extends keyof FoundItems> = Pick<FoundItems, Kind> & { total: number; isPending: boolean; expansion: Expansion };

const countText = (total: number): string | null => (total > 0 ? count(total) : null);

function ShowAllHits({ name, total, expansion }: { name: SectionName; total: number; expansion: Expansion }) {
  return <ShowAll name={name} total={total} limit={sectionSize} text={searchTexts.showAll(total)} partName={searchTexts[name]} expansion={expansion} />;
}

/** The same array in every render, so that the props stay the same. */
const noItems: never[] = [];

function Videos({ videos, total, isPending, expansion, playableFilter }: KindProps<'videos'> & { playableFilter: PlayableOnly }) {
  const { userConfig } = useSession();
  const isNarrow = useIsNarrow();
  const nowMs = useMountTimeMs();
  const onMarkWatched = useMarkWatched();
  const play = usePlayInline();
  const { open, sheet } = useAddToPlaylist();
  const mayChangePlaylists = useMayChangeCustomPlaylists();
  const moreItems = useMemo(
    () => (video: VideoFacts) => [
      ...(mayChangePlaylists ? [{ label: uiTexts.addToPlaylist, icon: 'playlists' as const, onChoose: () => open([video]) }] : []),
      ...(video.missingSince === undefined ? [{ label: uiTexts.playHere, icon: 'play' as const, onChoose: () => play(video.videoId) }] : []),
    ],
    [mayChangePlaylists, open, play],
  );
  return (
    <Section
      name="videos"
      countText={countText(total)}
      action={playableFilter.isOffered ? <PlayableChip isOn={playableFilter.isOn} onToggle={playableFilter.toggle} /> : null}
      className={styles['videos']}
    >
      {videos.length === 0 ? (
        <EmptySection isPending={isPending} text={playableFilter.isOn ? emptyListTexts.nothingPlayable : searchTexts.noVideos} />
      ) : (
        <VideoGrid columns={userConfig.grid_items} variant={isNarrow ? 'rows' : 'grid'} label={searchTexts.videos} isBusy={isPending}>
          {videos.map((video) => (
            <li key={video.videoId} data-video-id={video.videoId}>
              <VideoCard video={video} variant={isNarrow ? 'row' : 'grid'} nowMs={nowMs} onMarkWatched={onMarkWatched} moreItems={moreItems} />
            </li>
          ))}
        </VideoGrid>
      )}
      <ShowAllHits name="videos" total={total} expansion={expansion} />
      {sheet}
    </Section>
  );
}

function Channels({ channels, total, isPending, expansion }: KindProps<'channels'>) {
  const { isStaff } = useSession();
  const subscribe = useSubscribeChannel();
  return (
    <Section name="channels" countText={countText(total)} className={styles['names']}>
      {channels.length === 0 ? (
        <EmptySection isPending={isPending} text={searchTexts.noChannels} />
      ) : (
        <ChannelGrid label={searchTexts.channels} variant="row">
          {channels.map((channel) => (
            <li key={channel.channelId}>
              <ChannelCard channel={channel} variant="row" onSubscribe={isStaff ? subscribe : undefined} />
            </li>
          ))}
        </ChannelGrid>
      )}
      <ShowAllHits name="channels" total={total} expansion={expansion} />
    </Section>
  );
}

function Playlists({ playlists, total, isPending, expansion }: KindProps<'playlists'>) {
  const { isStaff } = useSession();
  const subscribe = useSubscribePlaylist();
  return (
    <Section name="playlists" countText={countText(total)} className={styles['names']}>
      {playlists.length === 0 ? (
        <EmptySection isPending={isPending} text={searchTexts.noPlaylists} />
      ) : (
        <PlaylistGrid label={searchTexts.playlists} variant="column">
          {playlists.map((playlist) => (
            <li key={playlist.playlistId}>
              <PlaylistCard playlist={playlist} variant="row" onSubscribe={isStaff ? subscribe : undefined} />
            </li>
          ))}
        </PlaylistGrid>
      )}
      <ShowAllHits name="playlists" total={total} expansion={expansion} />
    </Section>
  );
}

function SubtitleSection({ videos, state, expansion }: { videos: readonly VideoPassages[] | null; state: ArchiveSearch['state']; expansion: Expansion }) {
  const isAnswered = state === 'ready';
  const isExpanded = expansion.expandedNames.has('fulltext');
  const shownVideos = useMemo(() => (isExpanded ? videos : videos?.slice(0, sectionSize)) ?? [], [videos, isExpanded]);
  if (videos && videos.length > 0) {
    return (
      <>
        <SubtitleHits videos={shownVideos} expansion={expansion} />
        <ShowAllHits name="fulltext" total={videos.length} expansion={expansion} />
        {isAnswered || state === 'loading' ? null : <p className={styles['nothing']}>{searchTexts.fulltextOfSaved}</p>}
      </>
    );
  }
  const stateText = state === 'loading' ? searchTexts.searching : searchTexts.fulltextNeedsServer;
  return <p className={styles['nothing']}>{videos && isAnswered ? searchTexts.noFulltext : stateText}</p>;
}
