// All playlists of the archive, and two ways to add one: subscribing (staff) and creating (everyone).
import { addSubscriptions } from '../../mutations/subscribe.ts';
import { createCustomPlaylist } from '../../mutations/create-custom-playlist.ts';
import { usePendingSubscriptions } from '../../queries/playlists.ts';
import { useSession } from '../../queries/session.ts';
import { listTexts } from '../../texts/lists.ts';
import { playlistsTexts } from '../../texts/playlists.ts';
import { shellTexts } from '../../texts/shell.ts';
import { LinesForm } from '../../ui/lines-form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ListHeading } from '../../features/page/page-heading.tsx';
import { PlaylistList } from '../../features/playlists/playlist-list.tsx';
import { useMayChangePlaylists } from '../../features/playlists/use-may-change-playlists.ts';
import { useExpectOnceSent } from '../../features/commands/use-task-watch.ts';
import { useWrite } from '../../features/writes/use-write.ts';
import styles from './playlists-screen.module.css';
import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

export function PlaylistsScreen() {
  const { isStaff, userConfig } = useSession();
  const { mutate } = useWrite();
  const mayCreate = useMayChangePlaylists();
  const pending = usePendingSubscriptions('playlist');
  useExpectOnceSent((mutation) => mutation.kind === 'add-subscription' && mutation.of === 'playlist');

  async function create(name: string): Promise<boolean> {
    const created = await mutate((mirror) => createCustomPlaylist(mirror, { name }), {
      message: ({ ok: isCreated }) => (isCreated ? playlistsTexts.created(name.trim()) : null),
    });
    return created.ok && created.value.ok;
  }

  async function subscribe(lines: string[]): Promise<boolean> {
    const added = await mutate((mirror) => addSubscriptions(mirror, { of: 'playlist', text: lines.join('\n') }), { message: playlistsTexts.added });
    return added.ok;
  }

  return (
    <>
      <PageTitle title={playlistsTexts.title} documentTitle={shellTexts.pageTitle(playlistsTexts.title)} />
      <PlaylistList
        emptyText={isStaff ? playlistsTexts.emptyForStaff : playlistsTexts.emptyForAll}
        head={(total) => (
          <>
            <ListHeading title={playlistsTexts.title} total={total} />
            <div className={styles['forms']}>
              {mayCreate ? <NewPlaylistForm onCreate={create} /> : null}
              {isStaff ? (
                <LinesForm
                  label={playlistsTexts.addLabel}
                  placeholder={playlistsTexts.addPlaceholder}
                  action={playlistsTexts.add}
                  help={userConfig.show_help_text ? playlistsTexts.addHelp : undefined}
                  onSubmit={subscribe}
                />
              ) : null}
            </div>
            {pending.length === 0 ? null : <p className={styles['pending']}>{listTexts.waitingToBeSent(pending)}</p>}
          </>
        )}
      />
    </>
  );
}

/** A name and a button. White space alone is ignored (SPEC §5); the text stays until the playlist has been created. */
function NewPlaylistForm({ onCreate }: { onCreate: (name: string) => Promise<boolean> }) {
  const [name, setName] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || name.trim() === '') return;
    setIsBusy(true);
    if (await onCreate(name)) setName('');
    setIsBusy(false);
  }

  return (
    <form className={styles['new']} onSubmit={(event) => void create(event)}>
      <label className={styles['field']}>
        <Icon name="playlists" size={18} />
        <input
          aria-label={playlistsTexts.newName}
          placeholder={playlistsTexts.newNamePlaceholder}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <Button type="submit" disabled={isBusy}>
        {playlistsTexts.create}
      </Button>
    </form>
  );
}
