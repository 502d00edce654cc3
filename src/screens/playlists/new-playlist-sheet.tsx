// The sheet that adds a playlist: a name for a new one, or links to subscribe to (staff). It closes once the change is stored.
import { useState, type FormEvent } from 'react';
import { createCustomPlaylist } from '../../mutations/create-custom-playlist.ts';
import { addSubscriptions } from '../../mutations/subscribe.ts';
import { useSession } from '../../queries/session.ts';
import { playlistsTexts } from '../../texts/playlists.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LinesForm } from '../../ui/lines-form.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useWrite } from '../../features/writes/use-write.ts';
import styles from './playlists-screen.module.css';

interface NewPlaylistSheetProps {
  mayCreate: boolean;
  isStaff: boolean;
  onClose: () => void;
}

export function NewPlaylistSheet({ mayCreate, isStaff, onClose }: NewPlaylistSheetProps) {
  const { userConfig } = useSession();
  const { mutate } = useWrite();

  async function create(name: string): Promise<void> {
    const result = await mutate((mirror) => createCustomPlaylist(mirror, { name }), {
      message: ({ ok: isCreated }) => (isCreated ? playlistsTexts.created(name.trim()) : null),
    });
    if (result.ok && result.value.ok) onClose();
  }

  async function subscribe(lines: string[]): Promise<boolean> {
    const result = await mutate((mirror) => addSubscriptions(mirror, { of: 'playlist', text: lines.join('\n') }), { message: playlistsTexts.added });
    if (result.ok) onClose();
    return result.ok;
  }

  return (
    <Sheet title={playlistsTexts.newTitle} onClose={onClose}>
      <div className={styles['forms']}>
        {mayCreate ? (
          <section>
            <h3>{playlistsTexts.createTitle}</h3>
            <CreateForm onCreate={create} />
          </section>
        ) : null}
        {isStaff ? (
          <section>
            <h3>{playlistsTexts.subscribeTitle}</h3>
            <LinesForm
              label={playlistsTexts.addLabel}
              placeholder={playlistsTexts.addPlaceholder}
              action={playlistsTexts.add}
              tone={mayCreate ? 'plain' : 'primary'}
              help={userConfig.show_help_text ? playlistsTexts.addHelp : undefined}
              onSubmit={subscribe}
            />
          </section>
        ) : null}
      </div>
    </Sheet>
  );
}

/** The form for a new playlist. A name of only white space is ignored (SPEC §5). */
function CreateForm({ onCreate }: { onCreate: (name: string) => Promise<void> }) {
  const [name, setName] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || name.trim() === '') return;
    setIsBusy(true);
    await onCreate(name);
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
          data-first-focus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <Button type="submit" tone="primary" disabled={isBusy}>
        {playlistsTexts.create}
      </Button>
    </form>
  );
}
