// All channels of the archive, as cards.
import { useChannelList } from '../../queries/channels.ts';
import { useSession } from '../../queries/session.ts';
import type { ChannelPage, View } from '../../queries/views.ts';
import { channelsTexts } from '../../texts/channels.ts';
import { errorTexts } from '../../texts/errors.ts';
import { listTotal } from '../../texts/formats.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ChannelCard, ChannelGrid } from '../../ui/channel-card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { TileSkeleton } from '../../ui/skeleton.tsx';
import { MissingState } from '../missing-state.tsx';
import { useForbiddenToast } from '../use-forbidden-toast.ts';
import { usePage } from '../use-page.ts';
import styles from './channels-screen.module.css';

/** Two rows of the widest grid. */
const skeletonCount = 10;

export function ChannelsScreen() {
  const view = useChannelList({ page: usePage() });
  useForbiddenToast(view);
  const paginate = view.state === 'ready' ? view.data.paginate : null;
  return (
    <>
      <PageTitle title={channelsTexts.title} documentTitle={shellTexts.pageTitle(channelsTexts.title)} />
      <RefreshLine isRefreshing={view.state === 'ready' && view.isRefreshing} />
      <div className={styles['head']}>
        <h1>{channelsTexts.title}</h1>
        {paginate && paginate.total_hits > 0 ? <span className={styles['count']}>{listTotal(paginate.total_hits, paginate.max_hits)}</span> : null}
      </div>
      <List view={view} />
      <Pagination facts={paginate} />
    </>
  );
}

function List({ view }: { view: View<ChannelPage> }) {
  const { isStaff } = useSession();
  switch (view.state) {
    case 'loading':
      return (
        <ChannelGrid label={channelsTexts.loading} isBusy>
          {Array.from({ length: skeletonCount }, (_, at) => (
            <li key={at}>
              <TileSkeleton />
            </li>
          ))}
        </ChannelGrid>
      );
    case 'missing':
      return <MissingState failure={view.failure} message={view.message} />;
    case 'not-found':
      return <Nothing isStaff={isStaff} />;
    case 'ready':
      if (view.data.channels.length === 0) return <Nothing isStaff={isStaff} />;
      return (
        <>
          {view.data.isFromDevice ? (
            <p className={styles['note']}>
              <Icon name="device" size={17} />
              {errorTexts.fromDevice}
            </p>
          ) : null}
          <ChannelGrid label={channelsTexts.title} isBusy={view.isRefreshing}>
            {view.data.channels.map((channel) => (
              <li key={channel.channelId} className={styles['grid-item']}>
                <ChannelCard channel={channel} />
              </li>
            ))}
          </ChannelGrid>
        </>
      );
  }
}

function Nothing({ isStaff }: { isStaff: boolean }) {
  return <EmptyState icon="channels" title={channelsTexts.empty} text={isStaff ? channelsTexts.emptyForStaff : channelsTexts.emptyForOthers} />;
}
