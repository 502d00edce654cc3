// Logout with its three answers (docs/architecture.md, Local first). Works offline: the server's session ends once the server is back.
import { useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { ExportUnsent } from '../../features/unsent/export-unsent.tsx';
import { accountSheetTexts } from '../../texts/account-sheet.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

const { logoutDialog: texts } = accountSheetTexts;

/** `unsentCount`: the number of waiting and refused changes together. */
export function LogoutDialog({ unsentCount, refusedCount, onCancel }: { unsentCount: number; refusedCount: number; onCancel: () => void }) {
  const { logout } = useCommands();
  const [isBusy, setIsBusy] = useState(false);
  const [failureText, setFailureText] = useState<string | null>(null);

  async function logOut(clearDevice: boolean): Promise<void> {
    setIsBusy(true);
    try {
      const result = await logout({ clearDevice });
      // A new document keeps nothing of the account in memory. The account is signed out either way; only the clearing can have failed.
      location.replace(result.ok ? '/login/' : '/login/?reason=not-cleared');
    } catch (reason) {
      console.warn('The logout could not be recorded', reason);
      setFailureText(clearDevice ? texts.clearNotRecorded : texts.notRecorded);
      setIsBusy(false);
    }
  }

  return (
    <ConfirmDialog
      question={texts.question(unsentCount, refusedCount)}
      consequence={failureText ?? texts.consequence(unsentCount)}
      aside={<ExportUnsent count={unsentCount} />}
      isBusy={isBusy}
      answers={[
        { label: texts.clear, tone: 'danger-fill', onChoose: () => void logOut(true) }, // fire and forget: a new document follows
        { label: texts.keep, tone: 'plain', onChoose: () => void logOut(false) },
      ]}
      onCancel={onCancel}
    />
  );
}
