// The account sheet: the signed-in user, sync, settings, color scheme, About and logout. Opened by the avatar in a phone's top bar.
import { useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { canInstall, install, subscribeInstallOffer } from '../../lib/install-offer.ts';
import type { Session } from '../../queries/views.ts';
import { accountSheetTexts } from '../../texts/account-sheet.ts';
import { shellTexts } from '../../texts/shell.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { settingsDestination } from './destinations.ts';
import type { SyncStatusView } from './sync-status-view.ts';
import { versionText } from './version-text.ts';
import styles from './account-sheet.module.css';

interface AccountSheetProps {
  session: Session;
  syncView: SyncStatusView;
  onOpenSync: () => void;
  onOpenScheme: () => void;
  onLogout: () => void;
  onClose: () => void;
}

export function AccountSheet({ session, syncView, onOpenSync, onOpenScheme, onLogout, onClose }: AccountSheetProps) {
  const { name } = session.account;
  const versionTexts = versionText(session.server);
  const isInstallable = useSyncExternalStore(subscribeInstallOffer, canInstall);
  const header = (
    <div className={styles['who']}>
      <Avatar name={name} id={null} size={44} />
      <div>
        <b>{name}</b>
        <p>{location.host}</p>
      </div>
    </div>
  );
  return (
    <Sheet title={header} label={shellTexts.account} onClose={onClose}>
      <ul className={styles['rows']}>
        <ActionRow icon="sync" label={syncSheetTexts.sheet.title} detail={syncView.label} onChoose={onOpenSync} />
        <LinkRow icon={settingsDestination.icon} label={settingsDestination.label} detail={accountSheetTexts.settingsPages} to={settingsDestination.to} />
        <ActionRow icon="palette" label={accountSheetTexts.colorScheme} onChoose={onOpenScheme} />
        {isInstallable ? <ActionRow icon="device" label={accountSheetTexts.install} onChoose={() => void install().then(onClose)} /> : null}
        <LinkRow icon="info" label={shellTexts.about} detail={[versionTexts.current, versionTexts.update].filter(Boolean).join(', ')} to="/about/" />
        <ActionRow icon="logout" label={shellTexts.logout} isLogout onChoose={onLogout} />
      </ul>
    </Sheet>
  );
}

interface RowProps {
  icon: IconName | 'palette';
  label: string;
  detail?: string;
}

function ActionRow({ isLogout = false, onChoose, ...row }: RowProps & { isLogout?: boolean; onChoose: () => void }) {
  return (
    <li>
      <button type="button" aria-haspopup="dialog" className={classNames(styles['row'], isLogout && styles['logout'])} onClick={onChoose}>
        <RowContent {...row}>{isLogout ? null : <RareIcon name="chevron-right" size={18} />}</RowContent>
      </button>
    </li>
  );
}

/** The target replaces the sheet's history entry, so Back leads to where the sheet was opened. */
function LinkRow({ to, ...row }: RowProps & { to: string }) {
  return (
    <li>
      <Link to={to} replace className={styles['row']}>
        <RowContent {...row}>
          <RareIcon name="chevron-right" size={18} />
        </RowContent>
      </Link>
    </li>
  );
}

function RowContent({ icon, label, detail, children }: RowProps & { children: ReactNode }) {
  return (
    <>
      {icon === 'palette' ? <RareIcon name={icon} size={21} /> : <Icon name={icon} size={21} />}
      <span>
        {label}
        {detail ? <small>{detail}</small> : null}
      </span>
      {children}
    </>
  );
}
