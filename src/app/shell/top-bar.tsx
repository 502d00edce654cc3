// The top bar of a phone: status and avatar, the page's name, the Back button.
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { shellTexts } from '../../texts/shell.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Logo } from '../../ui/logo.tsx';
import { useTitle, type TitleStore } from '../../ui/page-title.tsx';
import { topBarOf } from './destinations.ts';
import { SyncChip } from './sync-chip.tsx';
import type { SyncStatusView } from './sync-status-view.ts';
import { useScrollState } from './use-scroll-state.ts';
import buttons from '../../ui/button.module.css';
import styles from './top-bar.module.css';

interface TopBarProps {
  titleStore: TitleStore;
  accountName: string;
  syncView: SyncStatusView;
  onOpenSync: () => void;
  onOpenAccount: () => void;
}

export function TopBar({ titleStore, accountName, syncView, onOpenSync, onOpenAccount }: TopBarProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const pageTitle = useTitle(titleStore);
  const scroll = useScrollState();
  const bar = topBarOf(location.pathname);
  const isInner = bar.kind === 'inner';

  // An entry that was created by loading the document has the key `default`. The entry before it may belong to another site, so Back opens
  // home.
  const goBack = () => (location.key === 'default' ? navigate('/', { replace: true }) : navigate(-1));

  return (
    <header
      data-of-video={(isInner && bar.isOfVideo) || undefined}
      className={classNames(styles['bar'], isInner && styles['inner'], isInner && bar.isOverPicture && styles['over'], scroll.isShrunk && styles['is-shrunk'])}
    >
      {isInner ? <IconButton label={shellTexts.back} icon="arrow-back" className={styles['round']} onClick={() => void goBack()} /> : null}
      {bar.kind === 'brand' ? (
        <Link to="/" className={styles['brand']}>
          <Logo />
          <span>{shellTexts.product}</span>
        </Link>
      ) : (
        <p aria-hidden="true" className={classNames(styles['title'], isInner && !scroll.isHeadingHidden && styles['is-away'])}>
          {isInner ? pageTitle : bar.title}
        </p>
      )}
      <span className={styles['spacer']} />
      <SyncChip view={syncView} className={classNames(styles['round'], syncView.chipText !== '' && styles['chip'])} onOpen={onOpenSync} />
      {isInner ? null : (
        <button type="button" className={buttons['icon-button']} aria-label={shellTexts.accountLabel} aria-haspopup="dialog" onClick={onOpenAccount}>
          <Avatar name={accountName} id={null} size={32} />
        </button>
      )}
    </header>
  );
}
