// The channel shell: banner, facts and tabs. Each tab's content is a nested route, which gets the shell's data from
// `useShownChannel`.
import { Suspense } from 'react';
import { Outlet, useParams } from 'react-router-dom';
import { useChannel, useChannelFacts } from '../../queries/channels.ts';
import { useSession } from '../../queries/session.ts';
import { channelTexts } from '../../texts/channels.ts';
import { shellTexts } from '../../texts/shell.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { LineSkeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { FailureState } from '../../features/page/failure-state.tsx';
import { NotFoundPage } from '../../features/page/not-found-page.tsx';
import { ChannelHead } from './channel-head.tsx';
import { ChannelTabs } from './channel-tabs.tsx';
import type { ShownChannel } from './shown-channel.ts';
import styles from './channel-screen.module.css';

export function ChannelScreen() {
  const { channelId = '' } = useParams();
  const channelView = useChannel(channelId);
  const factsView = useChannelFacts(channelId);
  const { isStaff } = useSession();

  switch (channelView.state) {
    case 'not-found':
      return <NotFoundPage title={channelTexts.notFound} text={channelTexts.notFoundText} goTo={{ to: '/channel/', label: channelTexts.goToChannels }} />;
    case 'missing':
      return (
        <>
          <Heading title={shellTexts.channels} />
          <FailureState failure={channelView.failure} message={channelView.message} />
        </>
      );
    case 'loading':
      return (
        <div aria-busy="true">
          <VisuallyHidden>
            <h1>{channelTexts.loading}</h1>
          </VisuallyHidden>
          <div className={styles['head']} data-under-bar>
            <div className={styles['banner']} />
            <div className={styles['identity']}>
              <div className={styles['heading-skeleton']}>
                <LineSkeleton />
                <LineSkeleton />
              </div>
            </div>
          </div>
        </div>
      );
    case 'ready': {
      const facts = factsView.state === 'ready' ? factsView.data : null;
      return (
        <>
          <PageTitle title={channelView.data.name} documentTitle={shellTexts.pageTitle(channelView.data.name)} />
          <RefreshLine isRefreshing={channelView.isRefreshing} />
          <ChannelHead channel={channelView.data} isStaff={isStaff} />
          <ChannelTabs channelId={channelId} facts={facts} />
          <Suspense>
            <Outlet key={channelId} context={{ channel: channelView.data, facts } satisfies ShownChannel} />
          </Suspense>
        </>
      );
    }
  }
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
