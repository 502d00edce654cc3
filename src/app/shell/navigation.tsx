// The same destinations in the same order as tab bar (phones), rail, slim rail (phones in landscape) or sidebar.
import { Fragment, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../queries/session.ts';
import { shellTexts } from '../../texts/shell.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Mark } from '../../ui/mark.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import { destinationsFor, isCurrent, searchPlace, settingsPlace, type Destination } from './destinations.ts';
import type { NavKind } from './nav-kind.ts';
import { SyncCard } from './sync-chip.tsx';
import type { SyncLook } from './sync-look.ts';
import { useIsIdle } from './use-is-idle.ts';
import buttons from '../../ui/button.module.css';
import styles from './navigation.module.css';

const queueErrors = lazyPart(async () => (await import('../task-cards/task-cards.tsx')).QueueErrors);
const savedCount = lazyPart(async () => (await import('./saved-use.tsx')).SavedCount);
const savedLine = lazyPart(async () => (await import('./saved-use.tsx')).SavedLine);

export function TabBar() {
  const { pathname } = useLocation();
  const session = useSession();
  return (
    <nav aria-label={shellTexts.mainNavigation} className={styles['tabs']}>
      {destinationsFor(session).map((destination) => (
        <Link
          key={destination.to}
          to={destination.to}
          className={styles['tab']}
          {...currentness(destination, pathname)}
          onClick={(event) => {
            if (pathname !== destination.to) return;
            event.preventDefault(); // the tab of the open page scrolls it to the top
            scrollTo({ top: 0, behavior: 'smooth' });
          }}
        >
          <Words of={destination} />
        </Link>
      ))}
      <Link to={searchPlace.to} className={classNames(styles['tab'], styles['find'])} aria-label={searchPlace.label} {...currentness(searchPlace, pathname)}>
        <Icon name={searchPlace.icon} size={24} />
      </Link>
    </nav>
  );
}

interface SideNavigationProps {
  kind: Exclude<NavKind, 'tabs'>;
  accountName: string;
  look: SyncLook;
  onOpenSync: () => void;
  onLogout: () => void;
}

export function SideNavigation({ kind, accountName, look, onOpenSync, onLogout }: SideNavigationProps) {
  const { pathname } = useLocation();
  const session = useSession();
  return (
    <nav aria-label={shellTexts.mainNavigation} className={classNames(styles['side'], kind !== 'rail' && styles[kind])}>
      <Link to="/" className={styles['brand']} aria-label={shellTexts.product}>
        <Mark />
        <span>{shellTexts.product}</span>
      </Link>
      <Link
        to={searchPlace.to}
        className={classNames(styles['item'], styles['search'])}
        aria-keyshortcuts={searchPlace.key}
        {...currentness(searchPlace, pathname)}
      >
        <Icon name={searchPlace.icon} />
        {searchPlace.label}
        <kbd aria-hidden="true">{searchPlace.key}</kbd>
      </Link>
      {destinationsFor(session).map((destination) => (
        <Fragment key={destination.to}>
          <Link to={destination.to} className={styles['item']} {...currentness(destination, pathname)}>
            <Words of={destination} isInLine={kind === 'sidebar'} />
            {destination.isOfDevice ? <Late part={savedCount} isInLine={kind === 'sidebar'} /> : null}
          </Link>
          {destination.isOfDevice && kind === 'sidebar' ? <Late part={savedLine} isInLine /> : null}
        </Fragment>
      ))}
      <div className={styles['foot']}>
        <SyncCard look={look} onOpen={onOpenSync} />
        <div className={styles['who']}>
          <Avatar name={accountName} id={null} size={32} />
          <b className={styles['name']}>{accountName}</b>
          <Link
            to={settingsPlace.to}
            className={buttons['icon-button']}
            aria-label={settingsPlace.label}
            title={settingsPlace.label}
            {...currentness(settingsPlace, pathname)}
          >
            <Icon name={settingsPlace.icon} size={21} />
          </Link>
          <IconButton label={shellTexts.logout} title={shellTexts.logout} icon="logout" aria-haspopup="dialog" onClick={onLogout} />
        </div>
      </div>
    </nav>
  );
}

function Words({ of: { icon, label, isForStaff }, isInLine = false }: { of: Destination; isInLine?: boolean }) {
  return (
    <>
      <Icon name={icon} />
      {label}
      {isForStaff ? <Late part={queueErrors} isInLine={isInLine} /> : null}
    </>
  );
}

/** Rendered after the first content. */
function Late({ part: { Part }, isInLine }: { part: typeof queueErrors; isInLine: boolean }) {
  if (!useIsIdle()) return null;
  return (
    <PartBoundary>
      <Suspense>
        <Part isInLine={isInLine} />
      </Suspense>
    </PartBoundary>
  );
}

/** `page` on the destination itself, `true` on the parent of the open page. */
function currentness(destination: Destination, pathname: string): { 'aria-current'?: 'page' | 'true' } {
  if (!isCurrent(destination, pathname)) return {};
  return { 'aria-current': destination.to === pathname || destination.to === `${pathname}/` ? 'page' : 'true' };
}
