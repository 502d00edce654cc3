// All channels of the archive as cards or rows, filtered by subscription. Staff subscribe to channels here.
import { useSearchParams } from 'react-router-dom';
import { withQuery } from '../../lib/addresses.ts';
import { addSubscriptions } from '../../mutations/subscribe.ts';
import { setUserConfig } from '../../mutations/set-user-config.ts';
import { useChannelList } from '../../queries/channels.ts';
import { usePendingSubscriptions } from '../../queries/playlists.ts';
import { useSession } from '../../queries/session.ts';
import type { ChannelPage, View } from '../../queries/views.ts';
import { channelsTexts } from '../../texts/channels.ts';
import { emptyListTexts } from '../../texts/video-list.ts';
import { listTotal } from '../../texts/formats.ts';
import { listTexts } from '../../texts/lists.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ChannelCard, ChannelGrid } from '../../ui/channel-card.tsx';
import { LinesForm } from '../../ui/lines-form.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ChannelSkeleton } from '../../ui/skeleton.tsx';
import { EmptyList } from '../../features/page/empty-list.tsx';
import { ListBody } from '../../features/page/list-body.tsx';
import { ListHeading } from '../../features/page/page-heading.tsx';
import { usePage } from '../../features/page/use-page.ts';
import { useSubscribeChannel } from '../../features/subscriptions/use-subscribe-channel.ts';
import { useExpectTaskOnceSent } from '../../features/commands/use-task-watch.ts';
import { useWrite } from '../../features/writes/use-write.ts';
import styles from './channels-screen.module.css';

/** Enough for two rows of the widest grid. */
const skeletonKeys = Array.from({ length: 10 }, (_, index) => index);

type Filter = keyof typeof channelsTexts.filters;

/** The values of the setting show_subed_only (SPEC §3). */
const filterValues = { all: null, subscribed: true, unsubscribed: false } as const;
const filters: readonly Filter[] = ['all', 'subscribed', 'unsubscribed'];
const views = ['grid', 'list'] as const;

export function ChannelsScreen() {
  const { userConfig, isStaff } = useSession();
  const { mutate } = useWrite();
  const [, setSearch] = useSearchParams();
  const page = usePage();
  const pendingSubscriptions = usePendingSubscriptions('channel');
  useExpectTaskOnceSent((mutation) => mutation.kind === 'add-subscription' && mutation.of === 'channel');
  const filter = filters.find((name) => filterValues[name] === userConfig.show_subed_only) ?? 'all';
  const listView = useChannelList({ page, ...(filter === 'all' ? {} : { filter }) });
  const paginate = listView.state === 'ready' ? listView.data.paginate : null;
  const isFromDevice = listView.state === 'ready' && listView.data.isFromDevice;

  function chooseFilter(name: Filter): void {
    setSearch((current) => withQuery(current, { page: null }), { replace: true }); // another filter starts at its first page
    // fire and forget: the list follows the mirror
    void mutate((mirror) => setUserConfig(mirror, 'show_subed_only', filterValues[name]));
  }

  async function add(lines: string[]): Promise<boolean> {
    const result = await mutate((mirror) => addSubscriptions(mirror, { of: 'channel', text: lines.join('\n') }), { message: channelsTexts.added });
    return result.ok;
  }

  return (
    <>
      <PageTitle title={channelsTexts.title} documentTitle={shellTexts.pageTitle(channelsTexts.title)} />
      <RefreshLine isRefreshing={listView.state === 'ready' && listView.isRefreshing} />
      <ListHeading
        title={channelsTexts.title}
        total={paginate && !isFromDevice && paginate.total_hits > 0 ? listTotal(paginate.total_hits, paginate.max_hits) : null}
      />
      <div className={styles['tools']}>
        {isStaff ? (
          <LinesForm
            label={channelsTexts.add}
            placeholder={channelsTexts.addPlaceholder}
            action={listTexts.subscribe}
            {...(userConfig.show_help_text ? { help: channelsTexts.addHelp } : {})}
            onSubmit={add}
          />
        ) : null}
        {pendingSubscriptions.length === 0 ? null : <p className={styles['pending']}>{listTexts.waitingToBeSent(pendingSubscriptions)}</p>}
        <div className={styles['view']}>
          <Segmented
            label={channelsTexts.filter}
            options={filters.map((value) => ({ value, label: channelsTexts.filters[value] }))}
            value={filter}
            onChange={chooseFilter}
          />
          <Segmented
            label={channelsTexts.view}
            options={views.map((value) => ({ value, label: channelsTexts.views[value], icon: <ListIcon name={value} size={19} /> }))}
            value={userConfig.view_style_channel}
            onChange={(value) => void mutate((mirror) => setUserConfig(mirror, 'view_style_channel', value))}
          />
        </div>
      </div>
      <List view={listView} page={page} filter={filter} onShowAll={() => chooseFilter('all')} />
      <Pagination facts={paginate} />
    </>
  );
}

function List({ view, page, filter, onShowAll }: { view: View<ChannelPage>; page: number; filter: Filter; onShowAll: () => void }) {
  const { isStaff, userConfig } = useSession();
  const subscribe = useSubscribeChannel();
  const variant = userConfig.view_style_channel === 'list' ? 'row' : 'grid';
  const emptyFilteredText = filter === 'subscribed' ? channelsTexts.emptySubscribed : channelsTexts.emptyUnsubscribed;
  return (
    <ListBody
      view={view}
      isEmpty={({ channels }) => channels.length === 0}
      skeleton={
        <ChannelGrid label={channelsTexts.loading} isBusy>
          {skeletonKeys.map((key) => (
            <li key={key}>
              <ChannelSkeleton />
            </li>
          ))}
        </ChannelGrid>
      }
      empty={
        <EmptyList
          title={channelsTexts.empty}
          page={page}
          activeFilter={filter === 'all' ? null : { text: emptyFilteredText, clear: 'showAll', onClear: onShowAll }}
          text={isStaff ? channelsTexts.emptyForStaff : emptyListTexts.forOthers}
          action={isStaff ? <ButtonLink to="/downloads/">{emptyListTexts.goToDownloads}</ButtonLink> : null}
        />
      }
    >
      {({ channels }, isRefreshing) => (
        <ChannelGrid label={channelsTexts.title} variant={variant} isBusy={isRefreshing}>
          {channels.map((channel) => (
            <li key={channel.channelId} className={styles['grid-item']}>
              <ChannelCard channel={channel} variant={variant} onSubscribe={isStaff ? subscribe : undefined} />
            </li>
          ))}
        </ChannelGrid>
      )}
    </ListBody>
  );
}
