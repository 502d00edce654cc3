// A list of playlists with its filter, its view and its pages: the playlist list, and a channel's Playlists tab.
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { setUserConfig } from '../../mutations/set-user-config.ts';
import type { WireUserConfig } from '../../contract/names.ts';
import { usePlaylistList } from '../../queries/playlists.ts';
import { useSession } from '../../queries/session.ts';
import { errorTexts } from '../../texts/errors.ts';
import { listTotal } from '../../texts/formats.ts';
import { listTexts } from '../../texts/lists.ts';
import { playlistsTexts } from '../../texts/playlists.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { PlaylistCard, PlaylistGrid, type PlaylistFacts } from '../../ui/playlist-card.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { MissingState } from '../page/missing-state.tsx';
import { useForbiddenToast } from '../page/use-forbidden-toast.ts';
import { usePage } from '../page/use-page.ts';
import { useSubscribePlaylist } from '../subscriptions/use-subscribe-playlist.ts';
import { useWrite } from '../writes/use-write.ts';
import styles from './playlist-list.module.css';

const skeletonCount = 8;

type Filter = 'all' | 'subscribed' | 'unsubscribed';

const filters = [
  { value: 'all', label: playlistsTexts.all },
  { value: 'subscribed', label: playlistsTexts.subscribed },
  { value: 'unsubscribed', label: playlistsTexts.unsubscribed },
] as const;

const views = [
  { value: 'grid', label: listTexts.views.grid, icon: <ListIcon name="grid" size={19} /> },
  { value: 'list', label: listTexts.views.list, icon: <ListIcon name="list" size={19} /> },
] as const;

/** As the account keeps it: null is all, false is those that are not subscribed. */
const keptValues: Record<Filter, WireUserConfig['show_subed_only_playlists']> = { all: null, subscribed: true, unsubscribed: false };

function filterOf(config: WireUserConfig): Filter {
  const kept = config.show_subed_only_playlists;
  return kept === true ? 'subscribed' : kept === false ? 'unsubscribed' : 'all';
}

interface PlaylistListProps {
  /** Of one channel; else of the whole archive. */
  channelId?: string;
  /** What is said where there is none at all. */
  emptyText: string;
  /** What stands above it; gets how many there are, in words, once that is known. */
  head?: (total: string | null) => ReactNode;
}

export function PlaylistList({ channelId, emptyText, head }: PlaylistListProps) {
  const { userConfig, isStaff } = useSession();
  const { mutate } = useWrite();
  const [, setSearch] = useSearchParams();
  const filter = filterOf(userConfig);
  const page = usePage();
  const view = usePlaylistList({ page, ...(channelId ? { channelId } : {}), ...(filter === 'all' ? {} : { filter }) });
  useForbiddenToast(view);
  const onSubscribe = useSubscribePlaylist();

  function keep<Key extends 'show_subed_only_playlists' | 'view_style_playlist'>(key: Key, value: WireUserConfig[Key]): void {
    // nothing waits for it: the list follows the rows
    void mutate((mirror) => setUserConfig(mirror, key, value));
  }
  function changeFilter(wanted: Filter): void {
    setSearch(withoutPage, { replace: true });
    keep('show_subed_only_playlists', keptValues[wanted]);
  }

  const style = userConfig.view_style_playlist;
  const paginate = view.state === 'ready' ? view.data.paginate : null;
  return (
    <>
      <RefreshLine isRefreshing={view.state === 'ready' && view.isRefreshing} />
      {head?.(paginate && paginate.total_hits > 0 ? listTotal(paginate.total_hits, paginate.max_hits) : null)}
      <div className={styles['tools']}>
        <Segmented label={playlistsTexts.filter} options={filters} value={filter} onChange={changeFilter} />
        <Segmented label={listTexts.view} options={views} value={style} onChange={(wanted) => keep('view_style_playlist', wanted)} />
      </div>
      <List
        view={view}
        variant={style === 'list' ? 'rows' : 'grid'}
        isChannelShown={channelId === undefined}
        nothing={<Nothing {...{ page, filter, emptyText }} onShowAll={() => changeFilter('all')} />}
        {...(isStaff ? { onSubscribe } : {})}
      />
      <Pagination facts={paginate} />
    </>
  );
}

function Nothing({ page, filter, emptyText, onShowAll }: { page: number; filter: Filter; emptyText: string; onShowAll: () => void }) {
  const words = { icon: 'playlists', title: playlistsTexts.empty } as const;
  if (page > 1) return <EmptyState {...words} text={playlistsTexts.emptyPage} action={<ButtonLink to=".">{playlistsTexts.firstPage}</ButtonLink>} />;
  if (filter === 'all') return <EmptyState {...words} text={emptyText} />;
  return <EmptyState {...words} text={playlistsTexts.emptyFiltered} action={<Button onClick={onShowAll}>{playlistsTexts.showAll}</Button>} />;
}

/** Another list begins with its first page. */
function withoutPage(last: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(last);
  next.delete('page');
  return next;
}

interface ListProps {
  view: ReturnType<typeof usePlaylistList>;
  variant: 'grid' | 'rows';
  isChannelShown: boolean;
  nothing: ReactNode;
  onSubscribe?: (playlist: PlaylistFacts, isSubscribed: boolean) => void;
}

function List({ view, variant, isChannelShown, nothing, onSubscribe }: ListProps) {
  switch (view.state) {
    case 'loading':
      return (
        <PlaylistGrid label={playlistsTexts.loading} isBusy>
          {Array.from({ length: skeletonCount }, (_, at) => (
            <li key={at}>
              <CardSkeleton />
            </li>
          ))}
        </PlaylistGrid>
      );
    case 'missing':
      return <MissingState failure={view.failure} message={view.message} />;
    case 'not-found':
      return nothing;
    case 'ready':
      if (view.data.playlists.length === 0) return nothing;
      return (
        <>
          {view.data.isFromDevice ? (
            <p className={styles['note']}>
              <Icon name="device" size={17} />
              {errorTexts.fromDevice}
            </p>
          ) : null}
          <PlaylistGrid label={playlistsTexts.title} variant={variant} isBusy={view.isRefreshing}>
            {view.data.playlists.map((playlist) => (
              <li key={playlist.playlistId}>
                <PlaylistCard playlist={playlist} variant={variant === 'rows' ? 'row' : 'grid'} isChannelShown={isChannelShown} onSubscribe={onSubscribe} />
              </li>
            ))}
          </PlaylistGrid>
        </>
      );
  }
}
