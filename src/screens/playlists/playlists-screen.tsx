// All playlists of the archive, and the two ways to get one more: subscribing (staff), or making one (everybody).
import { addSubscriptions } from '../../mutations/add-subscriptions.ts';
import { createCustomPlaylist } from '../../mutations/create-custom-playlist.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { usePendingSubscriptions } from '../../queries/playlists.ts';
import { useSession } from '../../queries/session.ts';
import { listTexts } from '../../texts/lists.ts';
import { playlistsTexts } from '../../texts/playlists.ts';
import { shellTexts } from '../../texts/shell.ts';
import { LinesForm } from '../../ui/lines-form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { PlaylistList } from '../../features/playlists/playlist-list.tsx';
import { useMayChangePlaylists } from '../../features/playlists/use-may-change-playlists.ts';
import { useExpectOnceSent } from '../../features/commands/use-task-watch.ts';
import { NewPlaylistForm } from './new-playlist-form.tsx';
import styles from './playlists-screen.module.css';

export function PlaylistsScreen() {
  const { isStaff, userConfig } = useSession();
  const mirror = useMirror();
  const showToast = useToast();
  const mayCreate = useMayChangePlaylists();
  const pending = usePendingSubscriptions('playlist');
  useExpectOnceSent(pending.length);

  async function create(name: string): Promise<boolean> {
    try {
      const created = await createCustomPlaylist(mirror, { name });
      if (created.ok) showToast({ text: playlistsTexts.created(name.trim()) });
      return created.ok;
    } catch {
      showToast({ text: shellTexts.notKept });
      return false;
    }
  }

  async function subscribe(lines: string[]): Promise<boolean> {
    try {
      const count = await addSubscriptions(mirror, { of: 'playlist', text: lines.join('\n') });
      showToast({ text: playlistsTexts.added(count) });
      return true;
    } catch {
      showToast({ text: shellTexts.notKept });
      return false;
    }
  }

  return (
    <>
      <PageTitle title={playlistsTexts.title} documentTitle={shellTexts.pageTitle(playlistsTexts.title)} />
      <PlaylistList
        emptyText={isStaff ? playlistsTexts.emptyForStaff : playlistsTexts.emptyForAll}
        head={(total) => (
          <>
            <div className={styles['head']}>
              <h1>{playlistsTexts.title}</h1>
              {total === null ? null : <span className={styles['count']}>{total}</span>}
            </div>
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
