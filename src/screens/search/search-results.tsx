// Search results in sections by kind (SPEC §2 "Search"). The kind of query determines which sections are shown.
import { useDeferredValue, useId, useMemo, type ReactNode } from 'react';
import type { SearchKind } from '../../lib/search-query.ts';
import type { ArchiveSearch, FoundItems, FoundIds, SubtitleHit } from '../../queries/search.ts';
import { useSession } from '../../queries/session.ts';
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
import { useOpenedAt } from '../../features/page/use-now.ts';
import { useSubscribeChannel } from '../../features/subscriptions/use-subscribe-channel.ts';
import { SpokenHits } from './spoken-hits.tsx';
import { useSubscribePlaylist } from '../../features/subscriptions/use-subscribe-playlist.ts';
import styles from './search-screen.module.css';

/** How many results of each kind are read and drawn on each keystroke: one screen. The rest follow once typing pauses. */
export const initialCount = 8;

interface SearchResultsProps {
  kind: SearchKind;
  found: FoundItems | null;
  playable: PlayableOnly;
  /** All ids found; `found` may hold only the first of them. */
  totals: FoundIds;
  /** Null until one of them has answered. */
  spoken: readonly SubtitleHit[] | null;
  /** More results may come, so "nothing found" is not shown yet. */
  isPending: boolean;
  /** State of the archive's search in spoken words. */
  spokenState: ArchiveSearch['state'];
  onOpen: () => void;
}

export function SearchResults({ kind, found, playable, totals, spoken, isPending, spokenState, onOpen }: SearchResultsProps) {
  const isAll = kind === 'simple';
  return (
    <div className={styles['sections']} onClickCapture={(event) => (event.target as Element).closest('a') && onOpen()}>
      {isAll || kind === 'video' ? <Videos videos={found?.videos ?? none} total={totals.videoIds.length} isPending={isPending} playable={playable} /> : null}
      {isAll || kind === 'full' ? (
        <Section title={searchTexts.fulltext} total={spoken?.length ?? 0} className={styles['spoken']}>
          <Spoken spoken={spoken} state={spokenState} />
        </Section>
      ) : null}
      {isAll || kind === 'channel' ? <Channels channels={found?.channels ?? none} total={totals.channelIds.length} isPending={isPending} /> : null}
      {isAll || kind === 'playlist' ? <Playlists playlists={found?.playlists ?? none} total={totals.playlistIds.length} isPending={isPending} /> : null}
    </div>
  );
}

interface SectionProps {
  title: string;
  total: number;
  /** At the end of its heading. */
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

function Section({ title, total, action, className, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <div className={styles['section-head']}>
        <h2 id={id}>{title}</h2>
        {total > 0 ? <span className={styles['count']}>{count(total)}</span> : null}
        {action}
      </div>
      {children}
    </section>
  );
}

function Nothing({ isPending, text }: { isPending: boolean; text: string }) {
  return <p className={styles['nothing']}>{isPending ? searchTexts.searching : text}</p>;
}

type KindProps<Kind extends keyof FoundItems> = Pick<FoundItems, Kind> & { total: number; isPending: boolean };

/** One constant array: a new one on each render would defer another render forever. */
const none: never[] = [];

function Videos({ videos, total, isPending, playable }: KindProps<'videos'> & { playable: PlayableOnly }) {
  const { userConfig } = useSession();
  const isNarrow = useIsNarrow();
  const nowMs = useOpenedAt();
  const drawn = useDeferredValue(videos) === videos ? videos : videos.slice(0, initialCount);
  const onMarkWatched = useMarkWatched();
  const play = usePlayInline();
  const { open, sheet } = useAddToPlaylist();
  const moreItems = useMemo(
    () => (video: VideoFacts) => [
      { label: uiTexts.addToPlaylist, icon: 'playlists' as const, onChoose: () => open([video]) },
      { label: uiTexts.playHere, icon: 'play' as const, onChoose: () => play(video.videoId) },
    ],
    [open, play],
  );
  return (
    <Section
      title={searchTexts.videos}
      total={videos.length === 0 ? 0 : total}
      action={playable.isOffered ? <PlayableChip isOn={playable.isOn} onToggle={playable.toggle} /> : null}
      className={styles['videos']}
    >
      {videos.length === 0 ? (
        <Nothing isPending={isPending} text={playable.isOn ? emptyListTexts.nothingPlayable : searchTexts.noVideos} />
      ) : (
        <VideoGrid columns={userConfig.grid_items} variant={isNarrow ? 'rows' : 'grid'} label={searchTexts.videos} isBusy={isPending}>
          {drawn.map((video) => (
            <li key={video.videoId} data-video-id={video.videoId}>
              <VideoCard video={video} variant={isNarrow ? 'row' : 'grid'} nowMs={nowMs} onMarkWatched={onMarkWatched} moreItems={moreItems} />
            </li>
          ))}
        </VideoGrid>
      )}
      {sheet}
    </Section>
  );
}

function Channels({ channels, total, isPending }: KindProps<'channels'>) {
  const { isStaff } = useSession();
  const subscribe = useSubscribeChannel();
  return (
    <Section title={searchTexts.channels} total={channels.length === 0 ? 0 : total} className={styles['names']}>
      {channels.length === 0 ? (
        <Nothing isPending={isPending} text={searchTexts.noChannels} />
      ) : (
        <ChannelGrid label={searchTexts.channels} variant="row">
          {channels.map((channel) => (
            <li key={channel.channelId}>
              <ChannelCard channel={channel} variant="row" onSubscribe={isStaff ? subscribe : undefined} />
            </li>
          ))}
        </ChannelGrid>
      )}
    </Section>
  );
}

function Playlists({ playlists, total, isPending }: KindProps<'playlists'>) {
  const { isStaff } = useSession();
  const subscribe = useSubscribePlaylist();
  return (
    <Section title={searchTexts.playlists} total={playlists.length === 0 ? 0 : total} className={styles['names']}>
      {playlists.length === 0 ? (
        <Nothing isPending={isPending} text={searchTexts.noPlaylists} />
      ) : (
        <PlaylistGrid label={searchTexts.playlists} variant="rows">
          {playlists.map((playlist) => (
            <li key={playlist.playlistId}>
              <PlaylistCard playlist={playlist} variant="row" onSubscribe={isStaff ? subscribe : undefined} />
            </li>
          ))}
        </PlaylistGrid>
      )}
    </Section>
  );
}

function Spoken({ spoken, state }: { spoken: readonly SubtitleHit[] | null; state: ArchiveSearch['state'] }) {
  const isAnswered = state === 'ready';
  if (spoken && spoken.length > 0) {
    return (
      <>
        <SpokenHits hits={spoken} />
        {isAnswered || state === 'loading' ? null : <p className={styles['nothing']}>{searchTexts.fulltextOfSaved}</p>}
      </>
    );
  }
  const words = state === 'loading' ? searchTexts.searching : searchTexts.fulltextNeedsServer;
  return <p className={styles['nothing']}>{spoken && isAnswered ? searchTexts.noFulltext : words}</p>;
}
