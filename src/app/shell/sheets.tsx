// Renders the sheet that the address names. A separate chunk, fetched after the first page is drawn.
import type { Session, SyncStatus } from '../../queries/views.ts';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { AccountSheet } from './account-sheet.tsx';
import { HelpSheet } from './help-sheet.tsx';
import { LogoutDialog } from './logout-dialog.tsx';
import { syncStatusView } from './sync-status-view.ts';
import { SyncSheet } from './sync-sheet.tsx';
import { ColorScheme } from '../../features/settings/color-scheme.tsx';
import { accountSheetTexts } from '../../texts/account-sheet.ts';
import { Sheet } from '../../ui/sheet.tsx';

export function Sheets({ session, status, nowMs }: { session: Session; status: SyncStatus; nowMs: number }) {
  const sync = useSheetAddress('sync');
  const account = useSheetAddress('account');
  const scheme = useSheetAddress('scheme');
  const logout = useSheetAddress('logout');
  const help = useSheetAddress('help');
  if (sync.isOpen) return <SyncSheet status={status} nowMs={nowMs} onClose={sync.close} />;
  if (account.isOpen) {
    return (
      <AccountSheet
        session={session}
        syncView={syncStatusView(status, nowMs)}
        onOpenSync={sync.open}
        onOpenScheme={scheme.open}
        onLogout={logout.open}
        onClose={account.close}
      />
    );
  }
  if (scheme.isOpen) return <SchemeSheet onClose={scheme.close} />;
  if (help.isOpen) return <HelpSheet onClose={help.close} />;
  if (logout.isOpen) {
    const { waitingCount, parkedCount } = status;
    return <LogoutDialog unsentCount={waitingCount + parkedCount} refusedCount={parkedCount} onCancel={logout.close} />;
  }
  return null;
}

function SchemeSheet({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title={accountSheetTexts.colorScheme} onClose={onClose}>
      <ColorScheme />
    </Sheet>
  );
}
