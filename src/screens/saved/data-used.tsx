// How much data has been fetched to save videos, for users on metered connections.
import { useSavedBatch } from '../../features/saved/use-saved-batch.ts';
import { useSavedLink } from '../../queries/saved.ts';
import { useFetchedData } from '../../queries/saved-storage.ts';
import { calendarDay, fileSize, type SizeUnit } from '../../texts/page-formats.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './storage-meter.module.css';

const texts = savedScreenTexts.data;

export function DataUsed({ unit }: { unit: SizeUnit }) {
  const link = useSavedLink();
  const fetched = useFetchedData();
  const { attempt } = useSavedBatch();
  const showToast = useToast();
  if (!link || !fetched) return null;

  function startAgain(before: NonNullable<typeof fetched>): void {
    const store = (data: typeof before): Promise<void> => link?.actions.changePreferences({ fetched: data }) ?? Promise.resolve();
    const reset = store({ bytes: 0, sinceMs: Date.now() });
    // What was fetched since the reset counts too.
    const undo = async (): Promise<void> => store({ ...before, bytes: before.bytes + ((await link?.actions.fetchedData())?.bytes ?? 0) });
    attempt(reset.then(() => showToast({ text: texts.startsAgain, onUndo: () => attempt(undo()) })));
  }

  const day = calendarDay(new Date(fetched.sinceMs).toISOString());
  return (
    <p className={styles['data']}>
      {fetched.bytes === 0 ? texts.none(day) : texts.used(fileSize(fetched.bytes, unit), day)}
      {fetched.bytes === 0 ? null : (
        <Button tone="quiet" size="small" onClick={() => startAgain(fetched)}>
          {texts.startAgain}
        </Button>
      )}
    </p>
  );
}
