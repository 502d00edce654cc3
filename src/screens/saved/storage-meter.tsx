// How much space saved videos use, how much they may use, and which of them could be removed.
import { useState } from 'react';
import { useSavePlans } from '../../queries/saved.ts';
import { savedSpaceOf, useSavedStorage, type SavedStorage } from '../../queries/saved-storage.ts';
import { fileSize, type SizeUnit } from '../../texts/page-formats.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { AllowanceSheet } from '../../features/saved/allowance-sheet.tsx';
import { requestProtection } from '../../features/settings/request-protection.ts';
import { useSavedBatch } from '../../features/saved/use-saved-batch.ts';
import { DataUsed } from './data-used.tsx';
import { pendingBytes, sizeOf, watchedToRemove, type SavedVideo } from './saved-list.ts';
import styles from './storage-meter.module.css';

const texts = savedScreenTexts.meter;

interface StorageMeterProps {
  videos: readonly SavedVideo[];
  unit: SizeUnit;
  /** Null if there is nothing to remove. */
  onMakeRoom: (() => void) | null;
}

export function StorageMeter({ videos, unit, onMakeRoom }: StorageMeterProps) {
  const plans = useSavePlans();
  const [measureCount, setMeasureCount] = useState(0);
  const storage = useSavedStorage(measureCount);
  const [isAllowanceOpen, setIsAllowanceOpen] = useState(false);
  const bytesToSave = pendingBytes(videos);
  if (!storage || !plans) return <section className={styles['meter']} aria-busy="true" />;
  const space = savedSpaceOf(storage, plans.preferences, bytesToSave);
  // Pending saves do not make the space low, because the user has just requested them.
  const { isLow } = savedSpaceOf(storage, plans.preferences, 0);
  const isPaused = videos.some(({ item: { status } }) => status.state === 'paused' && status.reason === 'storage-full');
  const [figure, unitName] = fileSize(storage.videoBytes, unit).split(' ');
  return (
    <section className={styles['meter']} aria-label={texts.title}>
      <div className={styles['head']}>
        <p className={styles['figure']}>
          <b>
            {figure} <em>{unitName}</em>
          </b>
          <span>{space.allowedBytes === null ? texts.used : texts.allowed(fileSize(space.allowedBytes, unit))}</span>
        </p>
        <Button
          tone="quiet"
          size="small"
          className={styles['change']}
          aria-haspopup="dialog"
          aria-label={`${texts.change}: ${savedScreenTexts.allowance.title}`}
          onClick={() => setIsAllowanceOpen(true)}
        >
          {texts.change}
        </Button>
        <Protection isProtected={storage.isProtected} onAnswered={() => setMeasureCount((count) => count + 1)} />
      </div>
      <Bar storage={storage} pendingBytes={bytesToSave} freeBytes={space.freeBytes} unit={unit} />
      {isPaused || isLow ? (
        <p className={classNames(styles['tip'], styles['low'])}>
          <Icon name="warning" size={19} />
          <span>
            {[
              space.allowedBytes === null || space.freeBytes === null ? null : texts.left(fileSize(space.freeBytes, unit), fileSize(space.allowedBytes, unit)),
              isPaused ? texts.paused : null,
            ]
              .filter(Boolean)
              .join(' ')}
          </span>
          {onMakeRoom ? (
            <Button size="small" onClick={onMakeRoom}>
              {texts.makeRoom}
            </Button>
          ) : null}
        </p>
      ) : null}
      <DataUsed unit={unit} />
      <WatchedTip videos={videos} unit={unit} />
      {isAllowanceOpen ? <AllowanceSheet storage={storage} unit={unit} onClose={() => setIsAllowanceOpen(false)} /> : null}
    </section>
  );
}

function Protection({ isProtected, onAnswered }: { isProtected: boolean | null; onAnswered: () => void }) {
  const showToast = useToast();
  const [isRequesting, setIsRequesting] = useState(false);
  async function protect(): Promise<void> {
    setIsRequesting(true);
    if (!(await requestProtection())) showToast({ text: savedScreenTexts.notGranted });
    setIsRequesting(false);
    onAnswered();
  }
  if (isProtected === null) return null;
  return isProtected ? (
    <p className={styles['protected']}>
      <ShieldIcon />
      {texts.isProtected}
    </p>
  ) : (
    <p className={styles['unprotected']}>
      {savedScreenTexts.notProtected}{' '}
      <Button tone="quiet" size="small" disabled={isRequesting} onClick={() => void protect()}>
        {savedScreenTexts.protect}
      </Button>
    </p>
  );
}

function ShieldIcon() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z" />
      <path d="m9 12 2.2 2.2L15.2 10" />
    </svg>
  );
}

interface BarProps {
  storage: SavedStorage;
  pendingBytes: number;
  freeBytes: number | null;
  unit: SizeUnit;
}

/** One bar for everything that this origin stores and may still use, with a legend. */
function Bar({ storage, pendingBytes: bytesToSave, freeBytes, unit }: BarProps) {
  const parts = [
    { name: texts.videos, styleName: 'videos', bytes: storage.videoBytes, isAlwaysShown: true },
    { name: texts.toCome, styleName: 'to-come', bytes: bytesToSave, isAlwaysShown: false },
    { name: texts.catalogue, styleName: 'catalogue', bytes: storage.otherDataBytes ?? 0, isAlwaysShown: storage.otherDataBytes !== null },
    { name: texts.others, styleName: 'others', bytes: storage.othersBytes, isAlwaysShown: false },
    { name: texts.free, styleName: 'free', bytes: freeBytes ?? 0, isAlwaysShown: freeBytes !== null },
  ].filter(({ bytes, isAlwaysShown }) => isAlwaysShown || bytes > 0);
  const totalBytes = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <>
      <div className={styles['bar']} aria-hidden="true">
        {parts.map(({ styleName, bytes }) =>
          bytes > 0 && styleName !== 'free' ? (
            <i key={styleName} className={styles[styleName]} style={{ inlineSize: `${(bytes / totalBytes) * 100}%` }} />
          ) : null,
        )}
      </div>
      <ul className={styles['legend']} aria-label={texts.title}>
        {parts.map(({ name, styleName, bytes }) => (
          <li key={styleName}>
            <i className={styles[styleName]} aria-hidden="true" />
            {name} <b>{fileSize(bytes, unit)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

function WatchedTip({ videos, unit }: { videos: readonly SavedVideo[]; unit: SizeUnit }) {
  const plans = useSavePlans();
  const { remove } = useSavedBatch();
  const watchedVideos = watchedToRemove(videos, plans?.trips ?? []);
  if (watchedVideos.length === 0) return null;
  const bytes = watchedVideos.reduce((sum, video) => sum + (sizeOf(video) ?? 0), 0);
  return (
    <p className={styles['tip']}>
      <RareIcon name="bin" size={19} />
      <span>
        {texts.watched(watchedVideos.length)} {texts.frees(watchedVideos.length, fileSize(bytes, unit))}
      </span>
      <Button size="small" onClick={() => remove(watchedVideos.map(({ item }) => item.videoId))}>
        {texts.removeWatched}
      </Button>
    </p>
  );
}
