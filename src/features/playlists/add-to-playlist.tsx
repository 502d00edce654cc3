// The sheet that adds the chosen videos to custom playlists, or removes them: a checkbox for each playlist, and a field for a new one.
// Works offline.
import { useId, useState, type SyntheticEvent } from 'react';
import { Link } from 'react-router-dom';
import { createCustomPlaylist } from '../../mutations/create-custom-playlist.ts';
import { addToPlaylist, removeFromPlaylist } from '../../mutations/playlist-entries.ts';
import { useCustomPlaylists, useMayChangeCustomPlaylists } from '../../queries/playlists.ts';
import { uiTexts } from '../../texts/ui.ts';
import { videoTexts } from '../../texts/video.ts';
import { Button } from '../../ui/button.tsx';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { LineSkeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useWrite, type Mirror } from '../writes/use-write.ts';
import { membershipOf, type Membership } from './playlist-membership.ts';
import styles from './add-to-playlist.module.css';

const { addDialog: texts } = videoTexts;

export interface ChosenVideo {
  videoId: string;
  title: string;
}

interface AddToPlaylistSheetProps {
  videos: readonly ChosenVideo[];
  onClose: () => void;
}

export function AddToPlaylistSheet(props: AddToPlaylistSheetProps) {
  // The menus of lists offer the sheet to everyone, including users who may not change playlists.
  if (useMayChangeCustomPlaylists()) return <PlaylistsSheet {...props} />;
  return (
    <Sheet title={videoTexts.addToPlaylist} onClose={props.onClose}>
      <p className={styles['note']}>{videoTexts.playlistsAreForStaff}</p>
    </Sheet>
  );
}

function PlaylistsSheet({ videos, onClose }: AddToPlaylistSheetProps) {
  const { mutate } = useWrite();
  const view = useCustomPlaylists();
  const playlists = view.state === 'ready' ? view.data : [];

  async function setMembership(mirror: Mirror, playlistId: string, chosenVideos: readonly ChosenVideo[], isMember: boolean): Promise<void> {
    for (const { videoId, title } of chosenVideos) await (isMember ? addToPlaylist : removeFromPlaylist)(mirror, { playlistId, videoId, subject: title });
  }

  /** Resolves to whether the playlist was created. */
  async function create(name: string): Promise<boolean> {
    let isCreated = false;
    await mutate(async (mirror) => {
      const result = await createCustomPlaylist(mirror, { name });
      isCreated = result.ok;
      if (result.ok) await setMembership(mirror, result.value, videos, true);
    });
    return isCreated;
  }

  // `onToggle` is fire and forget: the list follows the mirror.
  return (
    <Sheet title={videoTexts.addToPlaylist} onClose={onClose} foot={<CreateForm onCreate={create} />}>
      {view.state === 'loading' ? (
        <div aria-busy="true" aria-label={texts.loading}>
          <LineSkeleton />
          <LineSkeleton />
        </div>
      ) : null}
      {view.state === 'missing' || view.state === 'not-found' ? <p className={styles['note']}>{texts.missing}</p> : null}
      {view.state === 'ready' && playlists.length === 0 ? <p className={styles['note']}>{texts.none}</p> : null}
      {playlists.length > 0 ? (
        <ul className={styles['playlists']} aria-label={texts.list}>
          {playlists.map((playlist) => {
            const membership = membershipOf(playlist.videoIds, videos);
            return (
              <PlaylistRow
                key={playlist.playlistId}
                name={playlist.name}
                detail={texts.count(playlist.videoIds.length)}
                isWaiting={playlist.isWaiting}
                membership={membership}
                onToggle={() => void mutate((mirror) => setMembership(mirror, playlist.playlistId, membership.videosToChange, membership.extent !== 'all'))}
              />
            );
          })}
        </ul>
      ) : null}
      <Link to="/playlist/" replace className={styles['all']}>
        {texts.allPlaylists}
        <RareIcon name="chevron-right" size={17} />
      </Link>
    </Sheet>
  );
}

interface PlaylistRowProps {
  name: string;
  detail: string;
  isWaiting: boolean;
  membership: Membership;
  onToggle: () => void;
}

function PlaylistRow({ name, detail, isWaiting, membership, onToggle }: PlaylistRowProps) {
  return (
    <li>
      <label className={styles['row']}>
        <input
          type="checkbox"
          checked={membership.extent === 'all'}
          ref={(box) => {
            if (box) box.indeterminate = membership.extent === 'some';
          }}
          onChange={onToggle}
        />
        <span className={styles['box']}>{membership.extent === 'none' ? null : <Icon name={membership.extent === 'all' ? 'tick' : 'minus'} size={18} />}</span>
        <span className={styles['text']}>
          <b dir="auto">{name}</b>
          <small>{detail}</small>
        </span>
        {isWaiting ? (
          <Tag tone="waiting" isSoft>
            {uiTexts.waiting}
          </Tag>
        ) : null}
      </label>
    </li>
  );
}

/** `onCreate` resolves to whether the playlist was created. */
function CreateForm({ onCreate }: { onCreate: (name: string) => Promise<boolean> }) {
  const errorId = useId();
  const [name, setName] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (name.trim() === '') return setIsEmpty(true);
    setName('');
    // If the playlist could not be created, its name is put back into the field, unless the user has typed another one.
    void onCreate(name).then((isCreated) => isCreated || setName((current) => current || name));
  }

  return (
    <form className={styles['create']} onSubmit={submit} noValidate>
      <input
        aria-label={texts.newName}
        placeholder={texts.newName}
        value={name}
        autoComplete="off"
        enterKeyHint="done"
        aria-invalid={isEmpty}
        aria-describedby={isEmpty ? errorId : undefined}
        onChange={(event) => {
          setName(event.target.value);
          setIsEmpty(false);
        }}
      />
      <Button type="submit" tone="primary" icon="plus">
        {texts.create}
      </Button>
      {isEmpty ? (
        <p id={errorId} role="alert">
          {texts.noName}
        </p>
      ) : null}
    </form>
  );
}
