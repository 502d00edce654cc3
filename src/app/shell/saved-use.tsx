// Next to "Saved" in the navigation: how many videos are on this device, and how much of the allowance they use. Loaded after the first
// content.
import { useSavePlans, useWholeCount, type SavePlans } from '../../queries/saved.ts';
import { roomOf, useSavedStorage } from '../../queries/saved-storage.ts';
import { useUserConfig } from '../../queries/session.ts';
import { count } from '../../texts/formats.ts';
import { fileSize } from '../../texts/page-formats.ts';
import { savedUseTexts } from '../../texts/saved-use.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './saved-use.module.css';

export function SavedCount({ isInLine }: { isInLine: boolean }) {
  const wholeCount = useWholeCount();
  if (wholeCount === 0) return null;
  return (
    <span className={classNames(styles['count'], isInLine && styles['in-line'])}>
      <span aria-hidden="true">{count(wholeCount)}</span>
      <VisuallyHidden>{savedUseTexts.videos(wholeCount)}</VisuallyHidden>
    </span>
  );
}

/** Only where something is saved: asking for its size would create a ledger. */
export function SavedLine(_props: { isInLine: boolean }) {
  const wholeCount = useWholeCount();
  const plans = useSavePlans();
  return wholeCount > 0 && plans ? <Use plans={plans} /> : null;
}

function Use({ plans }: { plans: SavePlans }) {
  const storage = useSavedStorage();
  const { file_size_unit: unit } = useUserConfig();
  if (!storage) return null;
  const { allowedBytes } = roomOf(storage, plans.preferences, 0);
  const share = allowedBytes ? Math.min(100, (storage.filmBytes / allowedBytes) * 100) : 0;
  return (
    <div className={styles['line']}>
      <div className={styles['bar']} aria-hidden="true">
        <i style={{ inlineSize: `${share}%` }} />
      </div>
      {allowedBytes === null ? fileSize(storage.filmBytes, unit) : savedUseTexts.of(fileSize(storage.filmBytes, unit), fileSize(allowedBytes, unit))}
    </div>
  );
}
