// Notices on every page: about saving, installing, this person's other copies, an insecure address, videos that a mark of a whole channel
// or playlist skipped, and a refusal to change custom playlists. Also sets the app's badge, stores home's markup for the next start, keeps
// the screen on while videos are saved, and corrects presses on controls that have moved. Loaded after the first content.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { canInstall, install, subscribeInstallOffer } from '../../lib/install-offer.ts';
import { setAppBadge } from '../../lib/app-badge.ts';
import { browserStorage } from '../../lib/device-storage.ts';
import { mediaQueryStore } from '../../lib/media-query.ts';
import { isIos } from '../../lib/platform.ts';
import { isScreenOnWanted, keepScreenOn, browserScreenLock, subscribeScreenOnWanted, setScreenOnWanted } from '../../lib/screen-lock.ts';
import { useSkippedVideos } from '../../queries/skipped-videos.ts';
import { useSavedSelector, useSavedCount, useSavePlans } from '../../queries/saved.ts';
import { savedSpaceOf, useSavedStorage } from '../../queries/saved-storage.ts';
import { useLocalAccounts, useUserConfig } from '../../queries/session.ts';
import { useSyncStatus } from '../../queries/sync.ts';
import type { SyncStatus } from '../../queries/views.ts';
import { fileSize } from '../../texts/page-formats.ts';
import { savedUseTexts } from '../../texts/saved-use.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useFirstScreen } from './first-screen.ts';
import { redirectMovedPresses } from './moved-presses.ts';
import { saveActivityOf } from './save-activity.ts';
import { usePlaylistRefusalNotice } from './use-playlist-refusal-notice.ts';

const otherCopyNotice = lazyChunk(async () => (await import('./other-copy-notice.tsx')).OtherCopyNotice);

export function LateNotices() {
  const hasOtherCopies = useLocalAccounts().length > 1;
  const { pathname, search } = useLocation();
  useFirstScreen(pathname === '/' && search === '');
  useWakeLock();
  useEffect(redirectMovedPresses, []);
  const showToast = useToast();
  usePlaylistRefusalNotice();
  useSkippedVideos((count) => showToast({ text: syncSheetTexts.leftAloneToast(count) }));
  const isFull = useSavedSelector((items) => items.some(({ status }) => status.state === 'paused' && status.reason === 'storage-full'));
  const hasSaved = useSavedCount() > 0;
  const [hasReturned] = useState(isLaterVisit);
  useEffect(recordFirstVisit, []);
  const status = useSyncStatus();
  const attention = attentionCount(status) + (isFull ? 1 : 0);
  useEffect(() => setAppBadge(attention), [attention]);
  return (
    <>
      <InsecureNotice />
      {hasOtherCopies ? <otherCopyNotice.Component /> : null}
      {isFull && !pathname.startsWith('/saved') ? <FullNotice /> : null}
      {hasSaved || hasReturned ? <InstallNotice /> : null}
    </>
  );
}

/** How many things only the user can resolve: each refused change, and a sign-in that changes wait for. */
function attentionCount({ parkedCount, waitingCount, connection }: SyncStatus): number {
  const isSignInNeeded = waitingCount > 0 && ['signed-out', 'proxy-login', 'captive'].includes(connection.name);
  return parkedCount + (isSignInNeeded ? 1 : 0);
}

const tabStorage = browserStorage(() => sessionStorage);
const deviceStorage = browserStorage(() => localStorage);

const insecureKey = 'stowaway.insecure-notice';

/** Shown outside a secure context, where there is no service worker, until it is dismissed in this tab. */
function InsecureNotice() {
  const [isDismissed, setIsDismissed] = useState(() => tabStorage.read(insecureKey) === 'put-away');
  if (isSecureContext || isDismissed) return null;
  return (
    <Banner
      icon="lock"
      title={savedUseTexts.insecure}
      text={savedUseTexts.insecureText}
      onDismiss={() => {
        tabStorage.write(insecureKey, 'put-away');
        setIsDismissed(true);
      }}
    />
  );
}

/**
 * Keeps the screen on, if the user chose that, while videos are saved or queued. The choice ends once no such video is left, not when the
 * connection drops or everything is paused.
 */
function useWakeLock(): void {
  const isChosen = useSyncExternalStore(subscribeScreenOnWanted, isScreenOnWanted);
  const isAllPaused = useSavePlans()?.preferences.isPaused ?? false;
  const activity = useSavedSelector((items) => saveActivityOf(items, isAllPaused));
  useEffect(() => {
    if (!isChosen) return undefined;
    if (activity === 'saving') return keepScreenOn(browserScreenLock);
    if (activity === 'none') setScreenOnWanted(false);
    return undefined;
  }, [isChosen, activity]);
}

function FullNotice() {
  const plans = useSavePlans();
  const storage = useSavedStorage();
  const { file_size_unit: unit } = useUserConfig();
  if (!plans || !storage) return null;
  const { allowedBytes, freeBytes } = savedSpaceOf(storage, plans.preferences, 0);
  const isKnown = allowedBytes !== null && freeBytes !== null;
  return (
    <Banner
      tone="warn"
      icon="warning"
      title={isKnown ? savedUseTexts.left(fileSize(freeBytes, unit), fileSize(allowedBytes, unit)) : savedUseTexts.low}
      text={isKnown ? savedUseTexts.low : undefined}
      action={
        <ButtonLink size="small" to="/saved/?room=1">
          {savedUseTexts.makeRoom}
        </ButtonLink>
      }
    />
  );
}

const installed = mediaQueryStore('(display-mode: standalone)');

const snoozedAtKey = 'stowaway.install-not-now';
/** After “Not now”, the offer is not made again for 60 days. */
const snoozeMs = 60 * 24 * 60 * 60 * 1000;

function isSnoozed(): boolean {
  const atMs = Number(deviceStorage.read(snoozedAtKey) ?? 0);
  const agoMs = Date.now() - atMs;
  return agoMs >= 0 && agoMs < snoozeMs;
}

const firstVisitKey = 'stowaway.first-visit';
/** Reloads and further tabs within this time belong to the first visit. */
const firstVisitMs = 60 * 60 * 1000;

/** Whether this is at least the second visit. False without a secure context, where nothing can be installed or saved. */
function isLaterVisit(): boolean {
  const firstVisitAtMs = deviceStorage.read(firstVisitKey);
  return isSecureContext && firstVisitAtMs !== null && Date.now() - Number(firstVisitAtMs) >= firstVisitMs;
}

function recordFirstVisit(): void {
  if (isSecureContext && deviceStorage.read(firstVisitKey) === null) deviceStorage.write(firstVisitKey, String(Date.now()));
}

/**
 * Shown from the second visit on, or after the first save, because an installed app has more space, and the browser does not evict its
 * videos. On iOS, which never offers installation, the notice describes the steps.
 */
function InstallNotice() {
  const isOffered = useSyncExternalStore(subscribeInstallOffer, canInstall);
  const [isHidden, setIsHidden] = useState(isSnoozed);
  const isInstalled = useSyncExternalStore(installed.subscribe, installed.read);
  const isManual = isIos() && !isInstalled;
  if (isHidden || !(isOffered || isManual)) return null;
  const snooze = (): void => {
    deviceStorage.write(snoozedAtKey, String(Date.now()));
    setIsHidden(true);
  };
  return (
    <Banner
      tone="accent"
      icon="device"
      title={savedUseTexts.installTitle}
      text={isOffered ? savedUseTexts.installText : `${savedUseTexts.installText} ${savedUseTexts.installIos}`}
      isLong
      action={
        <>
          {isOffered ? (
            <Button size="small" onClick={() => void install()}>
              {savedUseTexts.install}
            </Button>
          ) : null}
          <Button tone="quiet" size="small" onClick={snooze}>
            {savedUseTexts.notNow}
          </Button>
        </>
      }
    />
  );
}
