// A list of playlists with its filter, its view and its pages. Used by the playlists screen and by a channel's Playlists tab.
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';
import { setUserConfig } from '../../mutations/set-user-config.ts';
import type { WireUserConfig } from '../../contract/names.ts';
import { usePlaylistList } from '../../queries/playlists.ts';
import { useSession } from '../../queries/session.ts';
import { listTotal } from '../../texts/formats.ts';
import { listTexts } from '../../texts/lists.ts';
import { playlistsTexts } from '../../texts/playlists.ts';
import { ListIcon } from '../../ui/list-icon.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { PlaylistCard, PlaylistGrid } from '../../ui/playlist-card.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { EmptyList } from '../page/empty-list.tsx';
import { ListBody } from '../page/list-body.tsx';
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

const settingValues: Record<Filter, WireUserConfig['show_subed_only_playlists']> = { all: null, subscribed: true, unsubscribed: false };

function filterOf(config: WireUserConfig): Filter {
  const setting = config.show_subed_only_playlists;
  return setting === true ? 'subscribed' : setting === false ? 'unsubscribed' : 'all';
}

interface PlaylistListProps {
  /** Limits the list to one channel. */
  channelId?: string;
  /** Shown when there are no playlists and no filter is set. */
  emptyText: string;
  /** Drawn above the list. `total`: the number of playlists, as text; null if there are none, or while the number is not known. */
  head?: (total: string | null) => ReactNode;
}

export function PlaylistList({ channelId, emptyText, head }: PlaylistListProps) {
  const { userConfig, isStaff } = useSession();
  const { mutate } = useWrite();
  const [, setSearch] = useSearchParams();
  const filter = filterOf(userConfig);
  const page = usePage();
  const view = usePlaylistList({ page, ...(channelId ? { channelId } : {}), ...(filter === 'all' ? {} : { filter }) });
  const onSubscribe = useSubscribePlaylist();

  function saveSetting<Key extends 'show_subed_only_playlists' | 'view_style_playlist'>(key: Key, value: WireUserConfig[Key]): void {
    // fire and forget: the list follows the mirror
    void mutate((mirror) => setUserConfig(mirror, key, value));
  }
  function changeFilter(nextFilter: Filter): void {
    setSearch((current) => withQuery(current, { page: null }), { replace: true }); // another filter starts at its first page
    saveSetting('show_subed_only_playlists', settingValues[nextFilter]);
  }

  const style = userConfig.view_style_playlist;
  const paginate = view.state === 'ready' ? view.data.paginate : null;
  const isFromDevice = view.state === 'ready' && view.data.isFromDevice;
  return (
    <>
      <RefreshLine isRefreshing={view.state === 'ready' && view.isRefreshing} />
      <div className={styles['top']}>
        {head?.(paginate && !isFromDevice && paginate.total_hits > 0 ? listTotal(paginate.total_hits, paginate.max_hits) : null)}
        <div className={styles['tools']}>
          <Segmented label={playlistsTexts.filter} options={filters} value={filter} onChange={changeFilter} />
          <Segmented label={listTexts.view} options={views} value={style} onChange={(nextStyle) => saveSetting('view_style_playlist', nextStyle)} />
        </div>
      </div>
      <ListBody
        view={view}
        isEmpty={({ playlists }) => playlists.length === 0}
        skeleton={
          <PlaylistGrid label={playlistsTexts.loading} isBusy>
            {Array.from({ length: skeletonCount }, (_, index) => (
              <li key={index}>
                <CardSkeleton />
              </li>
            ))}
          </PlaylistGrid>
        }
        empty={
          <EmptyList
            title={playlistsTexts.empty}
            page={page}
            activeFilter={filter === 'all' ? null : { text: playlistsTexts.emptyFiltered, clear: 'showAll', onClear: () => changeFilter('all') }}
            text={emptyText}
          />
        }
      >
        {({ playlists }, isRefreshing) => (
          <PlaylistGrid label={playlistsTexts.title} variant={style === 'list' ? 'rows' : 'grid'} isBusy={isRefreshing}>
            {playlists.map((playlist) => (
              <li key={playlist.playlistId}>
                <PlaylistCard
                  playlist={playlist}
                  variant={style === 'list' ? 'row' : 'grid'}
                  isChannelShown={channelId === undefined}
                  onSubscribe={isStaff ? onSubscribe : undefined}
                />
              </li>
            ))}
          </PlaylistGrid>
        )}
      </ListBody>
      <Pagination facts={paginate} />
    </>
  );
}
