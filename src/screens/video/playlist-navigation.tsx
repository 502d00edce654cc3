import { Link } from 'react-router-dom';
import type { WirePlaylistNav } from '../../contract/names.ts';
import { videoTexts } from '../../texts/video.ts';
import { Thumb } from '../../ui/thumb.tsx';
import { videoPath } from './neighbours.ts';
import styles from './playlist-navigation.module.css';

/** Previous and next of every playlist that holds the video. */
export function PlaylistNavigation({ playlists }: { playlists: readonly WirePlaylistNav[] }) {
  return playlists.map(({ playlist_meta: playlist, playlist_previous: previous, playlist_next: next }) => (
    <nav key={playlist.playlist_id} className={styles['playlist']} aria-label={videoTexts.playlist(playlist.playlist_name)}>
      <div className={styles['head']}>
        <b dir="auto">{playlist.playlist_name}</b>
        <small>{videoTexts.playlistPlace(playlist.current_idx + 1)}</small>
      </div>
      {(previous ?? next) ? (
        <div className={styles['two']}>
          <Neighbour video={previous} words={videoTexts.previous} />
          <Neighbour video={next} words={videoTexts.next} />
        </div>
      ) : null}
    </nav>
  ));
}

function Neighbour({ video, words }: { video: WirePlaylistNav['playlist_next']; words: string }) {
  if (!video) return null;
  return (
    <Link to={videoPath(video.youtube_id)} className={styles['neighbour']}>
      <Thumb src={video.vid_thumb} className={styles['thumb']} />
      <span className={styles['words']}>
        <em>{words}</em>
        <b dir="auto">{video.title}</b>
      </span>
    </Link>
  );
}
