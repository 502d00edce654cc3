import { useMirror } from '../../queries/mirror-context.tsx';
import { readUnsent } from '../../queries/unsent.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { browserExport } from '../saved/export-video.ts';
import { unsentFile } from './unsent-file.ts';

const { unsent: texts } = syncSheetTexts;

/** The button that exports unsent changes to a file, in a question that may discard them. Absent if there are no unsent changes. */
export function ExportUnsent({ count }: { count: number }) {
  const mirror = useMirror();
  const showToast = useToast();
  if (count === 0) return null;
  async function exportChanges(): Promise<void> {
    try {
      browserExport.download(unsentFile(await readUnsent(mirror)));
    } catch (reason) {
      console.warn('Unsent changes could not be exported', reason);
      showToast({ text: texts.notExported });
    }
  }
  return (
    <Button size="small" onClick={() => void exportChanges()}>
      {texts.export(count)}
    </Button>
  );
}
