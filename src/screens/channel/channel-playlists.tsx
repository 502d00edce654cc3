import { playlistsTexts } from '../../texts/playlists.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { PlaylistList } from '../../features/playlists/playlist-list.tsx';
import { useShownChannel } from './shown-channel.ts';
import styles from './channel-playlists.module.css';

/** `/channel/{id}/playlist/`: the channel's playlists, filtered like the playlist list. */
export function ChannelPlaylistsTab() {
  const { channel } = useShownChannel();
  return (
    <div className={styles['tab']}>
      <VisuallyHidden>
        <h2>{playlistsTexts.title}</h2>
      </VisuallyHidden>
      <PlaylistList channelId={channel.channelId} emptyText={playlistsTexts.emptyOfChannel} />
    </div>
  );
}
