import { useState, type FormEvent } from 'react';
import { playlistsTexts } from '../../texts/playlists.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './playlists-screen.module.css';

/** A name and a button. What is only white space is ignored (SPEC §5); what was typed stays until it has been taken. */
export function NewPlaylistForm({ onCreate }: { onCreate: (name: string) => Promise<boolean> }) {
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
