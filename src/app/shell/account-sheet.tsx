// Who is signed in, and what belongs to them: sync, color scheme, logout. Behind the picture at the top of a phone.
import type { Session } from '../../queries/views.ts';
import { shellTexts } from '../../texts/shell.ts';
import { syncTexts } from '../../texts/sync.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { SyncLook } from './sync-look.ts';
import { versionWords } from './version-words.ts';
import styles from './account-sheet.module.css';

interface AccountSheetProps {
  session: Session;
  look: SyncLook;
  onOpenSync: () => void;
  onOpenScheme: () => void;
  onLogout: () => void;
  onClose: () => void;
}

export function AccountSheet({ session, look, onOpenSync, onOpenScheme, onLogout, onClose }: AccountSheetProps) {
  const { name } = session.account;
  const version = versionWords(session.server);
  const head = (
    <div className={styles['who']}>
      <Avatar name={name} id={null} size={44} />
      <div>
        <b>{name}</b>
        <p>{location.host}</p>
      </div>
    </div>
  );
  return (
    <Sheet title={head} label={shellTexts.account} onClose={onClose}>
      <ul className={styles['rows']}>
        <Row icon="sync" label={syncTexts.sheet.title} detail={look.spoken} onChoose={onOpenSync} />
        <Row icon="palette" label={shellTexts.colorScheme} onChoose={onOpenScheme} />
        <Row icon="logout" label={shellTexts.logout} isLeaving onChoose={onLogout} />
      </ul>
      <p className={styles['about']}>{[version.current, version.update].filter(Boolean).join(', ')}</p>
    </Sheet>
  );
}

function Row({
  icon,
  label,
  detail,
  isLeaving = false,
  onChoose,
}: {
  icon: IconName;
  label: string;
  detail?: string;
  isLeaving?: boolean;
  onChoose: () => void;
}) {
  return (
    <li>
      <button type="button" aria-haspopup="dialog" className={classNames(styles['row'], isLeaving && styles['leave'])} onClick={onChoose}>
        <Icon name={icon} size={21} />
        <span>
          {label}
          {detail ? <small>{detail}</small> : null}
        </span>
        {isLeaving ? null : <Icon name="chevron-right" size={18} />}
      </button>
    </li>
  );
}
