import { useMirror } from '../../queries/mirror-context.tsx';
import { readUnsent } from '../../queries/unsent.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { browserExport } from '../saved/export-video.ts';
import { unsentFile } from './unsent-file.ts';

const { unsent: texts } = syncSheetTexts;

/** For a question that may discard unsent changes: the button that exports them to a file. Absent if there are none. */
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
