// The data on this device, its age, and how to clear it. The archive knows nothing of these settings.
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { canInstall, install, subscribeInstallOffer } from '../../lib/install-offer.ts';
import { isPrefetchOn, setPrefetchOn } from '../../lib/prefetch-setting.ts';
import { useLocalAccounts, useSession, useUserConfig } from '../../queries/session.ts';
import { isFullySaved, useSavedItems, useSavedLink, useSavePlans, useSavedCount, type SavePlans } from '../../queries/saved.ts';
import { bytesOnDevice, savedSpaceOf, useSavedStorage } from '../../queries/saved-storage.ts';
import { useCopyAges } from '../../queries/sync-sheet.ts';
import { useSyncStatus } from '../../queries/sync.ts';
import { accountSheetTexts } from '../../texts/account-sheet.ts';
import { clockAge } from '../../texts/formats.ts';
import { fileSize } from '../../texts/page-formats.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { settingsTexts, type ClearedVideos } from '../../texts/settings.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog, useDialogFailure } from '../../ui/confirm-dialog.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { ChunkBoundary } from '../../ui/chunk-boundary.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SettingCard, SettingRow } from '../../features/settings/setting-card.tsx';
import { useMountTimeMs } from '../../features/page/use-now.ts';
import { AllowanceSheet } from '../../features/saved/allowance-sheet.tsx';
import { ExportUnsent } from '../../features/unsent/export-unsent.tsx';
import { WifiOnlyRow } from '../../features/saved/wifi-only-row.tsx';
import { useStorageUse } from '../../features/settings/use-storage-use.ts';
import { CheckRow } from './check-row.tsx';
import { CatalogueRow } from './catalogue-row.tsx';
import { ProtectionRow } from './protection-row.tsx';
import styles from './user-settings-screen.module.css';

const otherCopyRows = lazyChunk(async () => (await import('./other-copy-rows.tsx')).OtherCopyRows);

export function ThisDeviceCard() {
  const [isClearDialogOpen, setIsClearDialogOpen] = useState(false);
  const [isPrefetching, setIsPrefetching] = useState(isPrefetchOn);
  const hasOtherCopies = useLocalAccounts().length > 1;
  return (
    <SettingCard title={settingsTexts.thisDevice}>
      <CopyRow />
      <ProtectionRow />
      <InstallRow />
      <PrefetchRow
        isOn={isPrefetching}
        onChange={(isNowOn) => {
          setPrefetchOn(isNowOn);
          setIsPrefetching(isPrefetchOn());
        }}
      />
      <CatalogueRow isPrefetching={isPrefetching} />
      <WifiOnlyRow />
      <AllowanceRow />
      <SavedCopiesRow />
      <CheckRow />
      {hasOtherCopies ? (
        <ChunkBoundary>
          <Suspense>
            <otherCopyRows.Component />
          </Suspense>
        </ChunkBoundary>
      ) : null}
      <SettingRow label={settingsTexts.clear} help={settingsTexts.clearHelp}>
        {({ helpId }) => (
          <Button tone="danger" aria-haspopup="dialog" aria-describedby={helpId} onClick={() => setIsClearDialogOpen(true)}>
            {settingsTexts.clear}
          </Button>
        )}
      </SettingRow>
      {isClearDialogOpen ? <ClearDialog onCancel={() => setIsClearDialogOpen(false)} /> : null}
    </SettingCard>
  );
}

/** Drawn only where the browser offers to install the app. */
function InstallRow() {
  const isOffered = useSyncExternalStore(subscribeInstallOffer, canInstall);
  if (!isOffered) return null;
  return (
    <SettingRow label={settingsTexts.install} help={settingsTexts.installHelp}>
      {({ helpId }) => (
        <Button icon="device" aria-describedby={helpId} onClick={() => void install()}>
          {settingsTexts.installAdd}
        </Button>
      )}
    </SettingRow>
  );
}

/** A link to the saved videos; absent if this browser cannot save. */
function SavedCopiesRow() {
  const link = useSavedLink();
  const savedCount = useSavedCount();
  if (!link) return null;
  return (
    <SettingRow label={savedScreenTexts.device.title} help={savedScreenTexts.device.address(location.host)}>
      {({ helpId }) => (
        <ButtonLink to="/saved/" icon="saved" aria-describedby={helpId}>
          {savedScreenTexts.device.open(savedCount)}
        </ButtonLink>
      )}
    </SettingRow>
  );
}

/** Absent if this browser cannot save, or if nothing was ever saved, because reading the size would then create a ledger. */
function AllowanceRow() {
  const plans = useSavePlans();
  return plans ? <Allowance plans={plans} /> : null;
}

function Allowance({ plans }: { plans: SavePlans }) {
  const { file_size_unit: unit } = useUserConfig();
  const storage = useSavedStorage();
  const [isOpen, setIsOpen] = useState(false);
  if (!storage) return null;
  const usedText = fileSize(storage.videoBytes, unit);
  const { allowedBytes } = savedSpaceOf(storage, plans.preferences, 0);
  return (
    <SettingRow
      label={savedScreenTexts.allowance.title}
      help={allowedBytes === null ? savedScreenTexts.allowance.useUnknown(usedText) : savedScreenTexts.allowance.use(usedText, fileSize(allowedBytes, unit))}
    >
      {({ helpId }) => (
        <>
          <Button
            aria-haspopup="dialog"
            aria-label={`${savedScreenTexts.meter.change}: ${savedScreenTexts.allowance.title}`}
            aria-describedby={helpId}
            onClick={() => setIsOpen(true)}
          >
            {savedScreenTexts.meter.change}
          </Button>
          {isOpen ? <AllowanceSheet storage={storage} unit={unit} onClose={() => setIsOpen(false)} /> : null}
        </>
      )}
    </SettingRow>
  );
}

function PrefetchRow({ isOn, onChange }: { isOn: boolean; onChange: (isNowOn: boolean) => void }) {
  return (
    <SettingRow label={settingsTexts.mirrorAhead} help={settingsTexts.mirrorAheadHelp}>
      {({ labelId, helpId }) => <Switch isOn={isOn} aria-labelledby={labelId} aria-describedby={helpId} onChange={onChange} />}
    </SettingRow>
  );
}

function CopyRow() {
  const { userConfig } = useSession();
  const { lastSyncAtMs } = useSyncStatus();
  const ages = useCopyAges();
  const usedBytes = useStorageUse();
  const nowMs = useMountTimeMs();
  return (
    <SettingRow
      label={lastSyncAtMs === null ? settingsTexts.neverSynced : settingsTexts.copyFrom(clockAge(lastSyncAtMs, nowMs))}
      help={settingsTexts.copyHelp}
      note={
        <>
          <p className={styles['fact']}>{settingsTexts.copyFacts(ages.videoCount, ages.channelCount)}</p>
          <p className={styles['fact']}>
            {usedBytes === null ? settingsTexts.storageUnknown : settingsTexts.storageUsed(fileSize(usedBytes, userConfig.file_size_unit))}
          </p>
        </>
      }
    />
  );
}

function ClearDialog({ onCancel }: { onCancel: () => void }) {
  const { logout } = useCommands();
  const { waitingCount, parkedCount } = useSyncStatus();
  const unsentCount = waitingCount + parkedCount;
  const savedVideos = useClearedVideos();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, reportFailure] = useDialogFailure();

  async function clear(): Promise<void> {
    setIsBusy(true);
    reportFailure(null);
    try {
      const result = await logout({ clearDevice: true });
      // A new document, so that nothing of the account stays in memory.
      location.replace(result.ok ? '/login/' : '/login/?reason=not-cleared');
    } catch (reason) {
      console.warn('The logout could not be recorded', reason);
      reportFailure(accountSheetTexts.logoutDialog.clearNotRecorded);
      setIsBusy(false);
    }
  }

  return (
    <ConfirmDialog
      question={settingsTexts.clearQuestion}
      consequence={failure ?? settingsTexts.clearText(unsentCount, savedVideos)}
      aside={<ExportUnsent count={unsentCount} />}
      isBusy={isBusy}
      answers={[{ label: settingsTexts.clearAnswer, tone: 'danger-fill', onChoose: () => void clear() }]} // fire and forget: ends in a new document
      onCancel={onCancel}
    />
  );
}

function useClearedVideos(): ClearedVideos {
  const { file_size_unit: unit } = useUserConfig();
  const savedItems = useSavedItems().filter(isFullySaved);
  const bytes = savedItems.reduce((sum, item) => sum + bytesOnDevice(item), 0);
  return {
    count: savedItems.length,
    size: fileSize(bytes, unit),
    goneCount: savedItems.filter(({ status }) => status.state === 'gone-at-source').length,
  };
}
