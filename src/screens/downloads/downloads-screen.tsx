// The archive's own queue (SPEC §2 "Downloads queue"): what it downloads, what it ignores, and what failed. Only staff may open it.
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { StartableTask } from '../../commands/task-watch.ts';
import type { KnownMutation } from '../../mutations/kinds/table.ts';
import { setUserConfig } from '../../mutations/set-user-config.ts';
import { useDownloaderTrouble, useDownloadList } from '../../queries/downloads.ts';
import { useSession } from '../../queries/session.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import { shellTexts } from '../../texts/shell.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { RefreshLine } from '../../ui/refresh-line.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { SelectionBarSlot } from '../../ui/selection-bar.tsx';
import { StaffOnly } from '../../features/settings/staff-only.tsx';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { useCommand } from '../../features/writes/use-command.ts';
import { useWrite } from '../../features/writes/use-write.ts';
import { ListHeading } from '../../features/page/page-heading.tsx';
import { usePage } from '../../features/page/use-page.ts';
import { useSelection } from '../../features/selection/use-selection.ts';
import { useExpectTaskOnceSent, useExpectTask, useTaskRefresh, useTaskWatch } from '../../features/commands/use-task-watch.ts';
import { AddForm } from './add-form.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { HoldNotices } from './hold-notices.tsx';
import { QueueFilters } from './queue-filters.tsx';
import { QueueList } from './queue-list.tsx';
import { QueueSelection } from './queue-selection.tsx';
import { listQuery, queueView, withView, type QueueView } from './queue-view.ts';
import { sharedText, withoutShared } from './shared-link.ts';
import { useDownloadHandlers } from './use-download-handlers.ts';
import styles from './downloads-screen.module.css';

export function DownloadsScreen() {
  const text = useSharedText();
  return (
    <StaffOnly title={downloadsTexts.title} text={text === null ? null : <SharedForbidden text={text} />}>
      <Downloads textToAdd={text} />
    </StaffOnly>
  );
}

/** The text that another app shared. It is removed from the address once read, so that a reload does not share it again. */
function useSharedText(): string | null {
  const [search, setSearch] = useSearchParams();
  const textInAddress = sharedText(search);
  const [latestText, setLatestText] = useState(textInAddress);
  useEffect(() => {
    if (textInAddress === null) return;
    setLatestText(textInAddress);
    setSearch((current) => withoutShared(current), { replace: true });
  }, [textInAddress, setSearch]);
  return latestText;
}

function SharedForbidden({ text }: { text: string }) {
  return (
    <div className={styles['forbidden']}>
      <p>{downloadsTexts.sharedForbidden}</p>
      <p className={styles['link']}>{text}</p>
    </div>
  );
}

/** Whether the archive starts a task when it receives the change: added links, or an item set to download now. */
function startsTask(mutation: KnownMutation): boolean {
  return mutation.kind === 'add-downloads' || (mutation.kind === 'change-download' && mutation.to === 'priority');
}

function Downloads({ textToAdd }: { textToAdd: string | null }) {
  const { mutate } = useWrite();
  const { userConfig } = useSession();
  const [search, setSearch] = useSearchParams();
  const page = usePage();
  const view = queueView(search, userConfig.show_ignored_only);
  const listView = useDownloadList(listQuery(view, page));
  useTaskRefresh();
  const expectTask = useExpectTask();
  const handlers = useDownloadHandlers();
  const downloads = useMemo(() => (listView.state === 'ready' ? listView.data.downloads : []), [listView]);
  useExpectTaskOnceSent(startsTask);
  const selection = useSelection(downloads);
  const paginate = listView.state === 'ready' ? listView.data.paginate : null;
  const isFromDevice = listView.state === 'ready' && listView.data.isFromDevice;
  const isCounted = paginate !== null && !isFromDevice && paginate.total_hits > 0;

  const [isBulkOpen, setIsBulkOpen] = useState(false);

  function changeView({ status, ...change }: Partial<QueueView>): void {
    const isStatusChanged = status !== undefined && status !== view.status;
    setSearch((current) => withView(current, { ...change, ...(isStatusChanged ? { isStatusChanged: true } : {}) }), { replace: true });
    // Fire and forget: the list follows the mirror.
    if (isStatusChanged) void mutate((mirror) => setUserConfig(mirror, 'show_ignored_only', status === 'ignore'));
  }

  return (
    <div className={styles['screen']}>
      <PageTitle title={downloadsTexts.title} documentTitle={shellTexts.pageTitle(downloadsTexts.title)} />
      <RefreshLine isRefreshing={listView.state === 'ready' && listView.isRefreshing} />
      <header className={styles['head']}>
        <ListHeading title={downloadsTexts.title} total={isCounted ? downloadsTexts.total(paginate.total_hits, paginate.max_hits) : null} />
        <p className={styles['intro']}>{downloadsTexts.line}</p>
        <Tasks />
      </header>
      <Trouble />
      <HoldNotices />
      <AddForm sharedText={textToAdd} onAdded={expectTask} />
      <SelectionBarSlot
        bar={selection.pickedById && <QueueSelection pickedById={selection.pickedById} status={view.status} selection={selection} handlers={handlers} />}
      >
        <QueueFilters
          view={view}
          downloads={downloads}
          onChange={changeView}
          onSelect={() => selection.begin()}
          isBulkOpen={isCounted ? isBulkOpen : null}
          onToggleBulk={() => setIsBulkOpen(!isBulkOpen)}
        />
      </SelectionBarSlot>
      {isCounted && isBulkOpen && selection.pickedById === null ? (
        <BulkActions view={view} total={{ total: paginate.total_hits, isCapped: paginate.max_hits }} onStarted={expectTask} />
      ) : null}
      <QueueList
        listView={listView}
        view={view}
        page={page}
        variant={userConfig.view_style_downloads}
        columns={userConfig.grid_items}
        selection={selection}
        handlers={handlers}
        onClear={() => changeView({ channelId: null, type: 'all', isErrorsOnly: false, text: '' })}
      />
      <Pagination facts={paginate} />
    </div>
  );
}

/** The problem that the server's operator must fix before anything can be downloaded, in the server's own words. */
function Trouble() {
  const trouble = useDownloaderTrouble();
  if (trouble === null) return null;
  // The program's name never breaks across lines.
  const textParts = trouble.split(/(yt-dlp)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={styles['program']}>
        {part}
      </span>
    ),
  );
  return <Banner tone="warn" icon="warning" isLong title={downloadsTexts.cannotDownload} text={textParts} />;
}

/** The buttons that start tasks. While the archive is away they look disabled, and a press says why. */
function Tasks() {
  const watch = useTaskWatch();
  const isNarrow = useIsNarrow();
  const isAway = useIsAway();
  const isTroubled = useDownloaderTrouble() !== null;
  const command = useCommand();

  async function start(name: StartableTask, message: string): Promise<void> {
    await command(() => watch?.start(name), { message });
  }

  return (
    <div className={styles['tasks']}>
      <Button
        icon="sync"
        aria-disabled={isAway}
        {...(isNarrow ? { 'aria-label': downloadsTexts.rescan } : {})}
        onClick={() => void start('update_subscribed', downloadsTexts.rescanning)}
      >
        {isNarrow ? downloadsTexts.rescanShort : downloadsTexts.rescan}
      </Button>
      <Button
        icon="downloads"
        tone={isTroubled ? 'plain' : 'primary'}
        aria-disabled={isAway}
        onClick={() => void start('download_pending', downloadsTexts.started)}
      >
        {downloadsTexts.start}
      </Button>
    </div>
  );
}
