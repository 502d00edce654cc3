// The frame of the application settings, scheduling and actions pages (their title, and the links between them), and the parts that
// these pages share.
import type { ReactNode } from 'react';
import { useRetryReads } from '../../queries/sync.ts';
import type { View } from '../../queries/views.ts';
import { errorTexts } from '../../texts/errors.ts';
import { clockAge } from '../../texts/formats.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { shellTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageHeading } from '../page/page-heading.tsx';
import { LineSkeleton } from '../../ui/skeleton.tsx';
import { FailureState } from '../page/failure-state.tsx';
import { failureText, type Failure } from '../page/failure-text.ts';
import { SettingsNavigation } from './settings-navigation.tsx';
import { StaffOnly } from './staff-only.tsx';
import styles from './staff-settings-page.module.css';
import { useIsAway } from '../commands/use-is-away.ts';
import { useMountTimeMs } from '../page/use-now.ts';
import { useTaskRefresh } from '../commands/use-task-watch.ts';

export function StaffSettingsPage({ title, children }: { title: string; children: ReactNode }) {
  useTaskRefresh();
  return (
    <StaffOnly title={title}>
      <div className={styles['page']}>
        <PageTitle title={settingsTexts.title} documentTitle={shellTexts.pageTitle(title)} />
        <PageHeading title={settingsTexts.title} />
        <SettingsNavigation isStaff />
        {children}
      </div>
    </StaffOnly>
  );
}

interface ViewContentProps<Data> {
  view: View<Data>;
  /** Whether a failure is drawn as one line, for use within a card. */
  isSmall?: boolean;
  children: (data: Data) => ReactNode;
}

/** Draws a view in its current state: loading, failed, or with its data. */
export function ViewContent<Data>({ view, isSmall = false, children }: ViewContentProps<Data>) {
  const FailureView = isSmall ? FailureLine : FailureState;
  switch (view.state) {
    case 'loading':
      return (
        <div aria-busy>
          <LineSkeleton />
        </div>
      );
    case 'ready':
      return children(view.data);
    case 'missing':
      return <FailureView failure={view.failure} message={view.message} />;
    case 'not-found':
      return <FailureView failure="not-found" message={null} />;
  }
}

function FailureLine({ failure, message }: { failure: Failure; message: string | null }) {
  const retry = useRetryReads();
  return (
    <div className={styles['missing']}>
      <p>{failureText(failure, message)}</p>
      <Button icon="retry" onClick={retry}>
        {errorTexts.tryAgain}
      </Button>
    </div>
  );
}

/** The age of the page's oldest data, shown while the archive is away. */
export function StaleNote({ views, text = settingsTexts.lastKnown }: { views: readonly View<unknown>[]; text?: (when: string) => string }) {
  const isAway = useIsAway();
  const nowMs = useMountTimeMs();
  const fetchTimesMs = views.flatMap((view) => (view.state === 'ready' ? [view.fetchedAtMs] : []));
  if (!isAway || fetchTimesMs.length === 0) return null;
  return (
    <p role="status" className={styles['away']}>
      {text(clockAge(Math.min(...fetchTimesMs), nowMs))}
    </p>
  );
}
