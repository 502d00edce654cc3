// The archive in numbers (SPEC §2 "Dashboard"), drawn from this device's copy, whatever its age, and refreshed in the background.
import { useArchiveStats } from '../../queries/stats.ts';
import { useSession, useUserConfig } from '../../queries/session.ts';
import { dashboardTexts } from '../../texts/dashboard.ts';
import { age, clockAge } from '../../texts/formats.ts';
import { shellTexts } from '../../texts/shell.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { FailureState } from '../../features/page/failure-state.tsx';
import { RowHeading } from '../../features/page/page-heading.tsx';
import { SettingsNavigation } from '../../features/settings/settings-navigation.tsx';
import { useNowRoundedUpMs } from '../../features/page/use-now.ts';
import { BiggestChannels } from './biggest-channels.tsx';
import { DownloadHistory } from './download-history.tsx';
import { ApplicationCard, OverviewCard, VideoTypeCard, WatchProgressCard } from './total-cards.tsx';
import styles from './dashboard-screen.module.css';

export function DashboardScreen() {
  const { isStaff } = useSession();
  const { file_size_unit: unit } = useUserConfig();
  const view = useArchiveStats();
  return (
    <div className={styles['screen']}>
      <PageTitle title={dashboardTexts.title} documentTitle={shellTexts.pageTitle(dashboardTexts.title)} />
      <RefreshLine isRefreshing={view.state === 'ready' && view.isRefreshing} />
      <div className={styles['head']}>
        <RowHeading title={dashboardTexts.title} />
        {view.state === 'ready' ? <StatsAge atMs={view.fetchedAtMs} /> : null}
      </div>
      <SettingsNavigation isStaff={isStaff} />
      {view.state === 'loading' ? (
        <p role="status" className={styles['loading']}>
          {dashboardTexts.loading}
        </p>
      ) : null}
      {view.state === 'missing' ? <FailureState failure={view.failure} message={view.message} /> : null}
      {view.state === 'not-found' ? <FailureState failure="not-found" message={null} /> : null}
      {view.state === 'ready' ? (
        <div className={styles['cards']}>
          <OverviewCard stats={view.data} unit={unit} />
          <WatchProgressCard stats={view.data} />
          <VideoTypeCard stats={view.data} unit={unit} />
          <ApplicationCard stats={view.data} />
          <DownloadHistory days={view.data.history} unit={unit} />
          <BiggestChannels biggest={view.data.biggest} unit={unit} />
        </div>
      ) : null}
    </div>
  );
}

/** The age of the numbers. While the archive is away, the text also says that they are a copy. */
function StatsAge({ atMs }: { atMs: number }) {
  const isAway = useIsAway();
  const nowMs = useNowRoundedUpMs();
  return <p className={styles['age']}>{isAway ? dashboardTexts.countedOffline(clockAge(atMs, nowMs)) : dashboardTexts.counted(age(atMs, nowMs))}</p>;
}
