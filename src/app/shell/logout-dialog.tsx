// Logout with its three answers (docs/architecture.md, Local first). Works offline: the session on the server is ended when it is back.
import { useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { ExportUnsent } from '../../features/unsent/export-unsent.tsx';
import { accountSheetTexts } from '../../texts/account-sheet.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

const { logoutDialog: words } = accountSheetTexts;

/** `unsentCount`: changes that wait, and those that were refused and still need the person. */
export function LogoutDialog({ unsentCount, onCancel }: { unsentCount: number; onCancel: () => void }) {
  const { logout } = useCommands();
  const [isBusy, setIsBusy] = useState(false);

  async function leave(clearDevice: boolean): Promise<void> {
    setIsBusy(true);
    const result = await logout({ clearDevice });
    // A new document: nothing of the account stays in memory. It is signed out either way; what failed is only the clearing.
    location.replace(result.ok ? '/login/' : '/login/?reason=not-cleared');
  }

  return (
    <ConfirmDialog
      question={words.question(unsentCount)}
      consequence={words.consequence(unsentCount)}
      aside={<ExportUnsent count={unsentCount} />}
      isBusy={isBusy}
      answers={[
        { label: words.clear, tone: 'danger-fill', onChoose: () => void leave(true) }, // ends in another document
        { label: words.keep, tone: 'plain', onChoose: () => void leave(false) },
      ]}
      onCancel={onCancel}
    />
  );
}
