// The playlist of an address, drawn from the device's copy if there is one. While the archive is away, a playlist without a copy is shown
// as a failure, not as "not found".
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { playlistPath } from '../../lib/addresses.ts';
import { samePage } from '../../lib/navigation.ts';
import { usePlaylist } from '../../queries/playlists.ts';
import { errorTexts } from '../../texts/errors.ts';
import { playlistTexts } from '../../texts/playlists.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { CardSkeleton, LineSkeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { FailureState } from '../../features/page/failure-state.tsx';
import { NotFoundPage } from '../../features/page/not-found-page.tsx';
import { PlaylistPage } from './playlist-page.tsx';
import styles from './playlist-page.module.css';

export function PlaylistScreen() {
  const { playlistId = '' } = useParams();
  const { view, pageKey } = usePlaylistAcrossIdChange(playlistId);
  switch (view.state) {
    case 'not-found':
      return (
        <NotFoundPage title={playlistTexts.notFound} text={playlistTexts.notFoundText} goTo={{ to: '/', label: errorTexts.goHome }}>
          <ButtonLink to="/playlist/">{shellTexts.playlists}</ButtonLink>
        </NotFoundPage>
      );
    case 'missing':
      return (
        <>
          <Heading title={playlistTexts.regular} />
          <FailureState failure={view.failure} message={view.message} />
        </>
      );
    case 'loading':
      return (
        <div className={styles['skeleton']} aria-busy="true">
          <VisuallyHidden>
            <h1>{playlistTexts.loading}</h1>
          </VisuallyHidden>
          <div className={styles['head']}>
            <CardSkeleton />
            <div>
              <LineSkeleton />
              <LineSkeleton />
            </div>
          </div>
        </div>
      );
    case 'ready':
      return <PlaylistPage key={pageKey} playlist={view.data} isRefreshing={view.isRefreshing} />;
  }
}

/**
 * The playlist at an address. A playlist created on this device may get the archive's id while its page is open. Once the playlist has been
 * read under that id, the address changes, and the page stays mounted because `pageKey`, its React key, stays the same.
 */
function usePlaylistAcrossIdChange(requestedId: string): { view: ReturnType<typeof usePlaylist>; pageKey: string } {
  const view = usePlaylist(requestedId);
  const { search } = useLocation();
  const navigate = useNavigate();
  const [idChange, setIdChange] = useState<{ toId: string; pageKey: string } | null>(null);
  const pageKey = idChange?.toId === requestedId ? idChange.pageKey : requestedId;

  const newId = view.state === 'ready' && view.data.playlistId !== requestedId ? view.data.playlistId : null;
  const isReadUnderNewId = usePlaylist(newId ?? requestedId).state === 'ready';
  useEffect(() => {
    if (newId === null || !isReadUnderNewId) return;
    setIdChange({ toId: newId, pageKey });
    // fire and forget
    void navigate({ pathname: playlistPath(newId), search }, { replace: true, state: samePage });
  }, [newId, isReadUnderNewId, navigate, search, pageKey]);
  return { view, pageKey };
}

function Heading({ title }: { title: string }) {
  return (
    <>
      <PageTitle title={title} documentTitle={shellTexts.pageTitle(title)} />
      <VisuallyHidden>
        <h1>{title}</h1>
      </VisuallyHidden>
    </>
  );
}
