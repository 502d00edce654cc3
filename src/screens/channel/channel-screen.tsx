// A channel's own page: banner, facts, tabs, and its videos of one kind.
import { useParams } from 'react-router-dom';
import { useChannel, useChannelFacts } from '../../queries/channels.ts';
import { useSession } from '../../queries/session.ts';
import type { VideoKind } from '../../contract/names.ts';
import { channelTexts } from '../../texts/channels.ts';
import { shellTexts } from '../../texts/shell.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { LineSkeleton } from '../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { MissingState } from '../missing-state.tsx';
import { useForbiddenToast } from '../use-forbidden-toast.ts';
import { ChannelHead } from './channel-head.tsx';
import { ChannelTabs } from './channel-tabs.tsx';
import { ChannelTotals } from './channel-totals.tsx';
import { ChannelVideos } from './channel-videos.tsx';
import styles from './channel-screen.module.css';

/** One screen for the tabs that are lists of videos: `/channel/{id}/`, `/streams/`, `/shorts/`. */
export function ChannelScreen({ kind = 'videos' }: { kind?: VideoKind }) {
  const { channelId = '' } = useParams();
  const channel = useChannel(channelId);
  const facts = useChannelFacts(channelId);
  const { userConfig } = useSession();
  useForbiddenToast(channel);

  switch (channel.state) {
    case 'not-found':
      return (
        <>
          <Heading words={channelTexts.notFound} />
          <EmptyState
            icon="channels"
            title={channelTexts.notFound}
            text={channelTexts.notFoundText}
            action={<ButtonLink to="/channel/">{channelTexts.goToChannels}</ButtonLink>}
          />
        </>
      );
    case 'missing':
      return (
        <>
          <Heading words={shellTexts.channels} />
          <MissingState failure={channel.failure} message={channel.message} />
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
      const factsRow = facts.state === 'ready' ? facts.data : null;
      return (
        <>
          <PageTitle title={channel.data.name} documentTitle={shellTexts.pageTitle(channel.data.name)} />
          <RefreshLine isRefreshing={channel.isRefreshing} />
          <ChannelHead channel={channel.data} />
          <ChannelTabs channelId={channelId} facts={factsRow} />
          <ChannelTotals channel={channel.data} facts={factsRow} unit={userConfig.file_size_unit} />
          <ChannelVideos key={`${channelId} ${kind}`} channelId={channelId} kind={kind} />
        </>
      );
    }
  }
}

function Heading({ words }: { words: string }) {
  return (
    <>
      <PageTitle title={words} documentTitle={shellTexts.pageTitle(words)} />
      <VisuallyHidden>
        <h1>{words}</h1>
      </VisuallyHidden>
    </>
  );
}
