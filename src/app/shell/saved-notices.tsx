// What saving has to say on every page, and the screen that it keeps on. Loaded after the first content.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { canInstall, install, subscribeInstallOffer } from '../../lib/install-offer.ts';
import { isIos } from '../../lib/platform.ts';
import { isScreenOnWanted, keepScreenOn, screenLockHere, subscribeScreenOnWanted, wantScreenOn } from '../../lib/screen-lock.ts';
import { useSavedItems, useSavePlans, type SavedItem } from '../../queries/saved.ts';
import { roomOf, useSavedStorage } from '../../queries/saved-storage.ts';
import { useUserConfig } from '../../queries/session.ts';
import { fileSize } from '../../texts/page-formats.ts';
import { savedUseTexts } from '../../texts/saved-use.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';

export function SavedNotices() {
  const items = useSavedItems();
  const { pathname } = useLocation();
  useScreenOn(items);
  const isFull = items.some(({ status }) => status.state === 'paused' && status.reason === 'storage-full');
  return (
    <>
      {isFull && !pathname.startsWith('/saved') ? <FullNotice /> : null}
      {items.some(({ wholeRevision }) => wholeRevision !== null) ? <InstallNotice /> : null}
    </>
  );
}

/** As long as something is being saved, or is next; the wish ends with it. */
function useScreenOn(items: readonly SavedItem[]): void {
  const isWanted = useSyncExternalStore(subscribeScreenOnWanted, isScreenOnWanted);
  const isSaving = items.some(({ status }) => ['queued', 'preparing', 'saving', 'verifying'].includes(status.state));
  useEffect(() => {
    if (!isWanted) return undefined;
    if (isSaving) return keepScreenOn(screenLockHere);
    wantScreenOn(false);
    return undefined;
  }, [isWanted, isSaving]);
}

function FullNotice() {
  const plans = useSavePlans();
  const storage = useSavedStorage();
  const { file_size_unit: unit } = useUserConfig();
  if (!plans || !storage) return null;
  const { allowedBytes, freeBytes } = roomOf(storage, plans.preferences, 0);
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

const notNowKey = 'stowaway.install-not-now';
/** UX 4: never again for 60 days. */
const notNowMs = 60 * 24 * 60 * 60 * 1000;

function isPutOff(): boolean {
  const atMs = Number(localStorage.getItem(notNowKey) ?? 0);
  const agoMs = Date.now() - atMs;
  return agoMs >= 0 && agoMs < notNowMs;
}

/** After the first save: an installed app has more room, and its videos are safe from clean-up. On iOS, which never offers it, the steps. */
function InstallNotice() {
  const isOffered = useSyncExternalStore(subscribeInstallOffer, canInstall);
  const [isAway, setIsAway] = useState(isPutOff);
  const isByHand = isIos() && !matchMedia('(display-mode: standalone)').matches;
  if (isAway || !(isOffered || isByHand)) return null;
  const putOff = (): void => {
    localStorage.setItem(notNowKey, String(Date.now()));
    setIsAway(true);
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
          <Button tone="quiet" size="small" onClick={putOff}>
            {savedUseTexts.notNow}
          </Button>
        </>
      }
    />
  );
}
