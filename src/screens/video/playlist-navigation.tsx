import { Link } from 'react-router-dom';
import { playlistPath, videoPath } from '../../lib/addresses.ts';
import type { WirePlaylistNav } from '../../contract/names.ts';
import { setAutoplay } from '../../mutations/up-next.ts';
import { useUpNext } from '../../queries/up-next.ts';
import { videoTexts } from '../../texts/video.ts';
import { Switch } from '../../ui/switch.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { useWrite } from '../../features/writes/use-write.ts';
import styles from './playlist-navigation.module.css';

/** The previous and next video of each playlist that contains the video, and the playlist's autoplay switch. */
export function PlaylistNavigation({ playlists }: { playlists: readonly WirePlaylistNav[] }) {
  const { autoplayPlaylistId } = useUpNext();
  return playlists.map((playlist) => (
    <Playlist key={playlist.playlist_meta.playlist_id} playlist={playlist} isAutoplay={playlist.playlist_meta.playlist_id === autoplayPlaylistId} />
  ));
}

function Playlist({ playlist, isAutoplay }: { playlist: WirePlaylistNav; isAutoplay: boolean }) {
  const { playlist_meta: meta, playlist_previous: previous, playlist_next: next } = playlist;
  const { mutate } = useWrite();

  // Autoplay is on for at most one playlist, so switching it on for one switches it off for any other. Off clears the setting (SPEC §4).
  function setIsOn(isOn: boolean): void {
    // Fire and forget: the switch shows what the mirror contains.
    void mutate((mirror) => setAutoplay(mirror, isOn ? meta.playlist_id : null));
  }

  return (
    <nav className={styles['playlist']} aria-label={videoTexts.playlist(meta.playlist_name)}>
      <div className={styles['head']}>
        <Link to={playlistPath(meta.playlist_id)} className={styles['name']}>
          <b dir="auto">{meta.playlist_name}</b>
          <small>{videoTexts.playlistPlace(meta.current_idx + 1)}</small>
        </Link>
        <span aria-hidden="true">{videoTexts.autoplay}</span>
        <Switch isOn={isAutoplay} aria-label={videoTexts.autoplayOf(meta.playlist_name)} onChange={setIsOn} />
      </div>
      {(previous ?? next) ? (
        <div className={styles['neighbours']}>
          <Neighbour video={previous} label={videoTexts.previous} />
          <Neighbour video={next} label={videoTexts.next} />
        </div>
      ) : null}
    </nav>
  );
}

function Neighbour({ video, label }: { video: WirePlaylistNav['playlist_next']; label: string }) {
  if (!video) return null;
  return (
    <Link to={videoPath(video.youtube_id)} className={styles['neighbour']}>
      <Thumb src={video.vid_thumb} className={styles['thumb']} />
      <span className={styles['text']}>
        <em>{label}</em>
        <b dir="auto">{video.title}</b>
      </span>
    </Link>
  );
}
