// The frame around every screen but login: navigation, the state of the connection, notices, sheets, toasts, footer.
// Rendered by the router while an account is open; reads the mirror only through queries.
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { isSamePage } from '../../lib/navigation.ts';
import { watchInstallOffer } from '../../lib/install-offer.ts';
import { useNowRoundedUpMs } from '../../features/page/use-now.ts';
import { useSession } from '../../queries/session.ts';
import { useSyncStatus } from '../../queries/sync.ts';
import { useForbiddenReads, useDeviceFull } from '../../queries/sync-events.ts';
import { createHostStore } from '../../player/host-store.ts';
import { HostContext } from '../../player/use-player-host.ts';
import { errorTexts } from '../../texts/errors.ts';
import { shellTexts } from '../../texts/shell.ts';
import { applyTheme, currentTheme, settleChoice } from '../../theme/apply-theme.ts';
import { themeOfStylesheet } from '../../theme/themes.ts';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { createTitleStore, PageTitleContext } from '../../ui/page-title.tsx';
import { ChunkBoundary } from '../../ui/chunk-boundary.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
import { SaveControlContext, type SaveControlProps } from '../../ui/save-control.ts';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { ToastProvider, useToast } from '../../ui/toasts.tsx';
import { VideoMenuContext } from '../../ui/video-menu.tsx';
import { PlayerHost } from '../player-host/player-host.tsx';
import { useQueueMenu } from '../player-host/use-queue-menu.tsx';
import { whenIdle } from '../ports.ts';
import { Footer } from './footer.tsx';
import { HeadingFocus } from './heading-focus.tsx';
import { useNavKind } from './nav-kind.ts';
import { SideNavigation, TabBar } from './navigation.tsx';
import { ConnectionNotice } from './notices.tsx';
import { syncStatusView } from './sync-status-view.ts';
import { TopBar } from './top-bar.tsx';
import { useGlobalKeys } from './use-global-keys.ts';
import { useIsIdle } from './use-is-idle.ts';
import styles from './shell.module.css';

const taskCards = lazyChunk(async () => (await import('../task-cards/task-cards.tsx')).TaskCards);
/** Loaded after the first content, because nobody saves a video before seeing the list. */
const loadSaveControl = async () => {
  const { drawSaveControl } = await import('../../features/saved/save-control.tsx');
  return () => drawSaveControl;
};
const lateNotices = lazyChunk(async () => (await import('./late-notices.tsx')).LateNotices);
const savedPlans = lazyChunk(async () => (await import('../saved-plans/saved-plans.tsx')).SavedPlans);
const sheets = lazyChunk(async () => (await import('./sheets.tsx')).Sheets);

/** `notices`: drawn above every page once the page is idle, for instance the update prompt. */
export function Shell({ notices }: { notices?: ReactNode }) {
  const [host] = useState(() => createHostStore());
  return (
    <ToastProvider>
      <HostContext value={host}>
        <Frame notices={notices} />
      </HostContext>
    </ToastProvider>
  );
}

function Frame({ notices }: { notices?: ReactNode }) {
  const { pathname, search, state } = useLocation();
  const isSheetNamed = new URLSearchParams(search).has('sheet');
  const session = useSession();
  const status = useSyncStatus();
  const nowMs = useNowRoundedUpMs();
  const kind = useNavKind(pathname);
  const [titleStore] = useState(createTitleStore);
  const main = useRef<HTMLElement>(null);
  const syncSheet = useSheetAddress('sync');
  const accountSheet = useSheetAddress('account');
  const logoutSheet = useSheetAddress('logout');
  const syncView = syncStatusView(status, nowMs);
  const configuredTheme = themeOfStylesheet(session.userConfig.stylesheet);
  const accountName = session.account.name;

  const showToast = useToast();
  const queueMenu = useQueueMenu();
  // The toast is for screens that show a copy. A screen without a copy shows the refusal itself.
  useForbiddenReads(() => showToast({ text: errorTexts.forbidden }));
  useDeviceFull(() => showToast({ text: shellTexts.deviceFull }));

  useGlobalKeys(session);
  useEffect(watchInstallOffer, []);
  const isIdle = useIsIdle();
  const [drawSave, setDrawSave] = useState<((props: SaveControlProps) => ReactNode) | null>(null);
  useEffect(() => whenIdle(async () => setDrawSave(await loadSaveControl())), []);
  useEffect(() => whenIdle(sheets.prefetch), []); // on demand would be too late, because the archive may be away by then
  useEffect(() => {
    settleChoice(configuredTheme);
    applyTheme(currentTheme(configuredTheme));
  }, [configuredTheme]);

  const frame = (
    <>
      {kind === 'tabs' ? (
        <TopBar titleStore={titleStore} accountName={accountName} syncView={syncView} onOpenSync={syncSheet.open} onOpenAccount={accountSheet.open} />
      ) : null}
      <section aria-label={shellTexts.notices} className={styles['notices']}>
        <ConnectionNotice status={status} nowMs={nowMs} />
        {isIdle ? (
          <ChunkBoundary>
            <Suspense>
              {notices}
              <lateNotices.Component />
              <savedPlans.Component />
            </Suspense>
          </ChunkBoundary>
        ) : null}
      </section>
      <main ref={main} id="content" tabIndex={-1} className={styles['main']}>
        <PageTitleContext value={titleStore}>
          <VideoMenuContext value={queueMenu}>
            <SaveControlContext value={drawSave}>
              <Suspense>
                <Outlet />
              </Suspense>
            </SaveControlContext>
          </VideoMenuContext>
        </PageTitleContext>
      </main>
      <Footer server={session.server} />
    </>
  );

  return (
    <div className={styles['app']} data-nav={kind}>
      <a
        href="#content"
        className={styles['skip']}
        onClick={(event) => {
          event.preventDefault(); // the address stays as it is
          main.current?.focus();
        }}
      >
        {shellTexts.skip}
      </a>
      {kind === 'tabs' ? null : (
        <SideNavigation kind={kind} accountName={accountName} syncView={syncView} onOpenSync={syncSheet.open} onLogout={logoutSheet.open} />
      )}
      <div className={styles['column']}>{frame}</div>
      <HeadingFocus main={main} pathname={pathname} isOnlyRenamed={isSamePage(state)} />
      <PlayerHost />
      {kind === 'tabs' ? <TabBar /> : null}
      {session.isStaff && isIdle ? (
        <ChunkBoundary>
          <Suspense>
            <taskCards.Component />
          </Suspense>
        </ChunkBoundary>
      ) : null}
      <LiveRegion message={syncView.label} />
      {isSheetNamed ? (
        // `syncSheet.close` closes any open sheet, not only the sync sheet.
        <LazyDialog chunk={sheets} onLoadError={syncSheet.close}>
          <sheets.Component session={session} status={status} nowMs={nowMs} />
        </LazyDialog>
      ) : null}
    </div>
  );
}
