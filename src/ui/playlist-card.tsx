// One playlist in a list: as a card of a grid or as a row. The whole card links to the playlist, except its menu.
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { playlistPath } from '../lib/addresses.ts';
import { listTexts } from '../texts/lists.ts';
import { playlistsTexts } from '../texts/playlists.ts';
import { uiTexts } from '../texts/ui.ts';
import { Menu, type MenuItem } from './menu.tsx';
import { Tag } from './tag.tsx';
import { Thumb } from './thumb.tsx';
import styles from './playlist-card.module.css';

/** The facts about a playlist that a card shows. */
export interface PlaylistFacts {
  playlistId: string;
  name: string;
  kind: 'regular' | 'custom';
  channelName: string | null;
  thumbUrl: string | null;
  isSubscribed: boolean;
  isActive: boolean;
  archivedCount: number;
  entryCount: number;
  /** Whether a change to the playlist has not been sent yet. */
  isWaiting: boolean;
}

/** The list; its children are <li>. */
export function PlaylistGrid({
  label,
  variant = 'grid',
  isBusy = false,
  children,
}: {
  label: string;
  /** `column`: rows that shrink with their column; in a narrow column they have no menu. */
  variant?: 'grid' | 'rows' | 'column';
  isBusy?: boolean;
  children: ReactNode;
}) {
  return (
    <ul className={styles[variant]} aria-label={label} aria-busy={isBusy}>
      {children}
    </ul>
  );
}

interface PlaylistCardProps {
  playlist: PlaylistFacts;
  variant?: 'grid' | 'row';
  /** Whether the channel's name is shown. Lists of one channel omit it. */
  isChannelShown?: boolean;
  /** Absent for people who may not subscribe. Must be a stable callback. */
  onSubscribe?: ((playlist: PlaylistFacts, isSubscribed: boolean) => void) | undefined;
}

export const PlaylistCard = memo(function PlaylistCard({ playlist, variant = 'grid', isChannelShown = true, onSubscribe }: PlaylistCardProps) {
  const { name, isSubscribed } = playlist;
  const isCustom = playlist.kind === 'custom';
  const subscription: MenuItem = {
    label: isSubscribed ? listTexts.unsubscribe : listTexts.subscribe,
    icon: isSubscribed ? 'minus' : 'plus',
    onChoose: () => onSubscribe?.(playlist, !isSubscribed),
  };
  const channelName = isCustom || !isChannelShown ? null : playlist.channelName;
  return (
    <article className={variant === 'row' ? styles['row'] : styles['card']}>
      <span className={styles['stack']}>
        <Thumb src={playlist.thumbUrl} className={styles['thumb']}>
          <span className={styles['count']} aria-hidden="true">
            <Tag tone="overlay">{playlistsTexts.videos(playlist.entryCount)}</Tag>
          </span>
        </Thumb>
      </span>
      <div className={styles['text']}>
        <h2 className={styles['name']}>
          <Link to={playlistPath(playlist.playlistId)}>{name}</Link>
        </h2>
        <p className={styles['facts']}>
          {channelName ? (
            <>
              <span className={styles['channel']}>{channelName}</span>
              <i>{' · '}</i>
            </>
          ) : null}
          <span>{playlistsTexts.archived(playlist.archivedCount, playlist.entryCount)}</span>
        </p>
        <div className={styles['tags']}>
          {playlist.isWaiting ? (
            <Tag tone="waiting" isSoft>
              {uiTexts.waiting}
            </Tag>
          ) : null}
          {isCustom ? <Tag>{playlistsTexts.custom}</Tag> : null}
          {/* a custom playlist has no source that could be gone */}
          {isCustom || playlist.isActive ? null : (
            <Tag tone="warn" isSoft>
              {playlistsTexts.deactivated}
            </Tag>
          )}
        </div>
      </div>
      {isCustom || !onSubscribe ? null : <Menu label={uiTexts.moreActions(name)} items={[subscription]} className={styles['menu']} />}
    </article>
  );
});
