// The head of a playlist: cover, name, facts, channel, and the buttons that play the playlist.
import { Link } from 'react-router-dom';
import { channelPath } from '../../lib/addresses.ts';
import { useChannel } from '../../queries/channels.ts';
import { useEntryCards } from '../../queries/entry-cards.ts';
import { subscriberText, calendarDay } from '../../texts/page-formats.ts';
import { playlistsTexts, playlistTexts } from '../../texts/playlists.ts';
import { queueTexts } from '../../texts/queue.ts';
import { uiTexts } from '../../texts/ui.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { PlaybackIcon } from '../../ui/playback-icon.tsx';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { LazyPolicyButton } from '../../features/saved/lazy-policy-button.tsx';
import { originalOfPlaylist } from '../../features/page/original-address.ts';
import type { Playlist } from './shown-playlist.ts';
import styles from './playlist-page.module.css';

interface PlaylistHeadProps {
  playlist: Playlist;
  /** The playlist's archived videos, in order. */
  archivedIds: readonly string[];
  /** The video at which the user continues. Null if that is the beginning of the playlist, if nothing is left to watch, or while it is unknown. */
  nextId: string | null;
  onPlay: (videoId: string) => void;
  onShuffle: () => void;
}

export function PlaylistHead(props: PlaylistHeadProps) {
  const { playlist, archivedIds } = props;
  const { entries, playlistId } = playlist;
  // A new custom playlist has no picture until the archive reports one, so it shows that of its first archived video.
  const [firstId] = archivedIds;
  const firstCards = useEntryCards({
    playlistId,
    videoIds: firstId === undefined ? [] : [firstId],
    unarchivedIds: [],
    archivedIndexes: [],
    isInArchive: false,
    isCustom: false,
  });
  // When the entries change, the hook returns the previous cards until the new ones are read.
  const firstCard = firstCards.find(({ videoId }) => videoId === firstId);
  return (
    <header className={styles['head']}>
      <div className={styles['cover']}>
        <Thumb src={playlist.thumbUrl ?? firstCard?.thumbUrl ?? null} isEager className={styles['picture']} />
      </div>
      <div className={styles['facts']}>
        <Kind playlist={playlist} />
        <h1 dir="auto">{playlist.name}</h1>
        <Facts playlist={playlist} archivedCount={archivedIds.length} />
        <ArchivedBar archivedCount={archivedIds.length} total={entries.length} />
        {playlist.channelId === null ? null : <ChannelLine channelId={playlist.channelId} name={playlist.channelName ?? playlist.channelId} />}
      </div>
      <PlayButtons {...props} />
    </header>
  );
}

function Kind({ playlist: { kind, isActive, isSubscribed } }: { playlist: Playlist }) {
  const labels =
    kind === 'custom'
      ? [playlistTexts.customKind]
      : [playlistTexts.regular, isActive ? playlistTexts.active : playlistTexts.deactivated, isSubscribed ? playlistTexts.subscribed : null];
  return (
    <p className={styles['kind']}>
      {labels.filter(Boolean).map((label, index) => (
        <span key={label}>{index === 0 ? label : ` · ${label}`}</span>
      ))}
    </p>
  );
}

function Facts({ playlist, archivedCount }: { playlist: Playlist; archivedCount: number }) {
  const isCustom = playlist.kind === 'custom';
  const refreshedDay = isCustom ? '' : calendarDay(playlist.lastRefreshedAt);
  const originalAddress = isCustom || !playlist.isActive ? null : originalOfPlaylist(playlist.playlistId, playlist.sourceUrl);
  const count = playlist.entries.length;
  const facts = [count === 0 ? null : playlistsTexts.archived(archivedCount, count), refreshedDay === '' ? null : playlistTexts.lastRefreshed(refreshedDay)];
  return (
    <p className={styles['line']}>
      <span className={styles['archived']}>{facts.filter(Boolean).join(' · ')}</span>
      {originalAddress === null ? null : (
        <a className={styles['original']} href={originalAddress} target="_blank" rel="noopener noreferrer">
          {playlistTexts.original}
          <ListIcon name="external" size={14} />
        </a>
      )}
      {playlist.isWaiting ? (
        <Tag tone="waiting" isSoft>
          {uiTexts.waiting}
        </Tag>
      ) : null}
    </p>
  );
}

/** The share of archived entries as a bar. The facts above state it as text. */
function ArchivedBar({ archivedCount, total }: { archivedCount: number; total: number }) {
  if (total === 0) return null;
  return (
    <div className={styles['bar']} aria-hidden="true">
      <i style={{ inlineSize: `${(archivedCount / total) * 100}%` }} />
    </div>
  );
}

/** The playlist's channel. The name is shown even while the channel itself is not on the device yet. */
function ChannelLine({ channelId, name }: { channelId: string; name: string }) {
  const view = useChannel(channelId);
  const channel = view.state === 'ready' ? view.data : null;
  return (
    <article className={styles['channel']}>
      <Avatar name={name} id={channelId} src={channel?.thumbUrl ?? null} size={44} />
      <div>
        <h2>
          <Link to={channelPath(channelId)} dir="auto">
            {channel?.name ?? name}
          </Link>
        </h2>
        {channel ? <p>{subscriberText(channel.subscriberCount)}</p> : null}
      </div>
      <RareIcon name="chevron-right" size={18} />
    </article>
  );
}

function PlayButtons({ playlist, archivedIds, nextId, onPlay, onShuffle }: PlaylistHeadProps) {
  const [firstId] = archivedIds;
  if (firstId === undefined) return null;
  // Where the user can reorder a custom playlist, its rows have no numbers.
  const continueText =
    playlist.kind === 'custom' ? playlistTexts.continue : playlistTexts.continueWith(playlist.entries.findIndex((entry) => entry.videoId === nextId) + 1);
  return (
    <div className={styles['play-buttons']}>
      <Button tone="primary" icon="play" onClick={() => onPlay(nextId ?? firstId)}>
        {nextId === null ? playlistTexts.playAll : continueText}
      </Button>
      <Button onClick={onShuffle}>
        <PlaybackIcon name="shuffle" size={19} />
        {queueTexts.shuffle}
      </Button>
      {playlist.isOnlyHere ? null : <LazyPolicyButton source={{ kind: 'playlist', id: playlist.playlistId }} name={playlist.name} videoIds={archivedIds} />}
    </div>
  );
}
