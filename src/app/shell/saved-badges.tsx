// Shown next to "Saved" in the navigation: how many videos are saved on this device, and how much of the allowed space they use. Loaded
// after the first content.
import { useSavePlans, useSavedCount, type SavePlans } from '../../queries/saved.ts';
import { savedSpaceOf, useSavedStorage } from '../../queries/saved-storage.ts';
import { useUserConfig } from '../../queries/session.ts';
import { count } from '../../texts/formats.ts';
import { fileSize } from '../../texts/page-formats.ts';
import { savedUseTexts } from '../../texts/saved-use.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './saved-use.module.css';

export function SavedCount({ isInLine }: { isInLine: boolean }) {
  const savedCount = useSavedCount();
  if (savedCount === 0) return null;
  return (
    <span className={classNames(styles['count'], isInLine && styles['in-line'])}>
      <span aria-hidden="true">{count(savedCount)}</span>
      <VisuallyHidden>{savedUseTexts.videos(savedCount)}</VisuallyHidden>
    </span>
  );
}

/** Shown only if a video is saved completely, because measuring the used space would create the ledger if there is none yet. */
export function SavedStorageLine(_props: { isInLine: boolean }) {
  const savedCount = useSavedCount();
  const plans = useSavePlans();
  return savedCount > 0 && plans ? <StorageUse plans={plans} /> : null;
}

function StorageUse({ plans }: { plans: SavePlans }) {
  const storage = useSavedStorage();
  const { file_size_unit: unit } = useUserConfig();
  if (!storage) return null;
  const { allowedBytes } = savedSpaceOf(storage, plans.preferences, 0);
  const share = allowedBytes ? Math.min(100, (storage.videoBytes / allowedBytes) * 100) : 0;
  return (
    <div className={styles['line']}>
      <div className={styles['bar']} aria-hidden="true">
        <i style={{ inlineSize: `${share}%` }} />
      </div>
      {allowedBytes === null ? fileSize(storage.videoBytes, unit) : savedUseTexts.of(fileSize(storage.videoBytes, unit), fileSize(allowedBytes, unit))}
    </div>
  );
}
