// How much data has been fetched to save videos, for users on metered connections.
import { useAttempt } from '../../features/saved/use-attempt.ts';
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
  const fetchedData = useFetchedData();
  const attempt = useAttempt();
  const showToast = useToast();
  if (!link || !fetchedData) return null;

  function resetCounter(previousData: NonNullable<typeof fetchedData>): void {
    const store = (data: typeof previousData): Promise<void> => link?.actions.changePreferences({ fetched: data }) ?? Promise.resolve();
    const reset = store({ bytes: 0, sinceMs: Date.now() });
    // Undo restores the previous amount and adds the data fetched since the reset.
    const undo = async (): Promise<void> => store({ ...previousData, bytes: previousData.bytes + ((await link?.actions.fetchedData())?.bytes ?? 0) });
    attempt(reset.then(() => showToast({ text: texts.startsAgain, onUndo: () => attempt(undo()) })));
  }

  const day = calendarDay(new Date(fetchedData.sinceMs).toISOString());
  return (
    <p className={styles['data']}>
      {fetchedData.bytes === 0 ? texts.none(day) : texts.used(fileSize(fetchedData.bytes, unit), day)}
      {fetchedData.bytes === 0 ? null : (
        <Button tone="quiet" size="small" onClick={() => resetCounter(fetchedData)}>
          {texts.startAgain}
        </Button>
      )}
    </p>
  );
}
