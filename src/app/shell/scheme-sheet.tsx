// The color scheme behind the account sheet: the same cards as in the user settings.
import { ColorScheme } from '../../features/settings/color-scheme.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { Sheet } from '../../ui/sheet.tsx';

export function SchemeSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title={shellTexts.colorScheme} onClose={onClose}>
      <ColorScheme />
    </Sheet>
  );
}
