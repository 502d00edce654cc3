// All playlists of the archive. In a sheet, users who may change playlists create one, and staff subscribe to playlists.
import { usePendingSubscriptions, useMayChangeCustomPlaylists } from '../../queries/playlists.ts';
import { useSession } from '../../queries/session.ts';
import { listTexts } from '../../texts/lists.ts';
import { playlistsTexts } from '../../texts/playlists.ts';
import { shellTexts } from '../../texts/shell.ts';
import { emptyListTexts } from '../../texts/video-list.ts';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { ListHeading } from '../../features/page/page-heading.tsx';
import { PlaylistList } from '../../features/playlists/playlist-list.tsx';
import { useExpectTaskOnceSent } from '../../features/commands/use-task-watch.ts';
import { NewPlaylistSheet } from './new-playlist-sheet.tsx';
import styles from './playlists-screen.module.css';

export function PlaylistsScreen() {
  const { isStaff } = useSession();
  const mayCreate = useMayChangeCustomPlaylists();
  const pendingSubscriptions = usePendingSubscriptions('playlist');
  useExpectTaskOnceSent((mutation) => mutation.kind === 'add-subscription' && mutation.of === 'playlist');

  const sheet = useSheetAddress('new-playlist');
  const mayAdd = mayCreate || isStaff;

  return (
    <>
      <PageTitle title={playlistsTexts.title} documentTitle={shellTexts.pageTitle(playlistsTexts.title)} />
      <PlaylistList
        emptyText={isStaff ? playlistsTexts.emptyForStaff : mayCreate ? playlistsTexts.emptyForAll : emptyListTexts.forOthers}
        head={(total) => (
          <>
            <div className={styles['head']}>
              <ListHeading title={playlistsTexts.title} total={total} />
              {mayAdd ? (
                <Button tone="primary" icon="plus" onClick={sheet.open}>
                  {playlistsTexts.new}
                </Button>
              ) : null}
            </div>
            {pendingSubscriptions.length === 0 ? null : <p className={styles['pending']}>{listTexts.waitingToBeSent(pendingSubscriptions)}</p>}
          </>
        )}
      />
      {sheet.isOpen && mayAdd ? <NewPlaylistSheet mayCreate={mayCreate} isStaff={isStaff} onClose={sheet.close} /> : null}
    </>
  );
}
