// Draws the navigation as a tab bar (phones), rail, slim rail (phones in landscape) or sidebar: the same destinations in the same order.
import { Fragment, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../../queries/session.ts';
import { shellTexts } from '../../texts/shell.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ChunkBoundary } from '../../ui/chunk-boundary.tsx';
import { destinationsFor, isCurrent, searchDestination, settingsDestination, type Destination } from './destinations.ts';
import type { NavKind } from './nav-kind.ts';
import { SyncCard } from './sync-chip.tsx';
import type { SyncStatusView } from './sync-status-view.ts';
import { useIsIdle } from './use-is-idle.ts';
import buttons from '../../ui/button.module.css';
import styles from './navigation.module.css';

const queueCount = lazyChunk(async () => (await import('../task-cards/task-cards.tsx')).QueueCount);
const savedCount = lazyChunk(async () => (await import('./saved-badges.tsx')).SavedCount);
const savedLine = lazyChunk(async () => (await import('./saved-badges.tsx')).SavedStorageLine);

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
          {...ariaCurrent(destination, pathname)}
          onClick={(event) => {
            if (pathname !== destination.to) return;
            event.preventDefault(); // the tab of the open page scrolls it to the top
            scrollTo({ top: 0, behavior: 'smooth' });
          }}
        >
          <DestinationLabel destination={destination} />
        </Link>
      ))}
      <Link
        to={searchDestination.to}
        className={classNames(styles['tab'], styles['search-tab'])}
        aria-label={searchDestination.label}
        {...ariaCurrent(searchDestination, pathname)}
      >
        <Icon name={searchDestination.icon} size={24} />
      </Link>
    </nav>
  );
}

interface SideNavigationProps {
  kind: Exclude<NavKind, 'tabs'>;
  accountName: string;
  syncView: SyncStatusView;
  onOpenSync: () => void;
  onLogout: () => void;
}

export function SideNavigation({ kind, accountName, syncView, onOpenSync, onLogout }: SideNavigationProps) {
  const { pathname } = useLocation();
  const session = useSession();
  return (
    <nav aria-label={shellTexts.mainNavigation} className={classNames(styles['side'], kind !== 'rail' && styles[kind])}>
      <Link to="/" className={styles['brand']} aria-label={shellTexts.product}>
        <Logo />
        <span>{shellTexts.product}</span>
      </Link>
      <Link
        to={searchDestination.to}
        className={classNames(styles['item'], styles['search'])}
        aria-keyshortcuts={searchDestination.key}
        {...ariaCurrent(searchDestination, pathname)}
      >
        <Icon name={searchDestination.icon} />
        {searchDestination.label}
        <kbd aria-hidden="true">{searchDestination.key}</kbd>
      </Link>
      {destinationsFor(session).map((destination) => (
        <Fragment key={destination.to}>
          {destination.group ? <i aria-hidden="true" className={styles['group']} data-group={destination.group} /> : null}
          <Link to={destination.to} className={styles['item']} {...ariaCurrent(destination, pathname)}>
            <DestinationLabel destination={destination} isInLine={kind === 'sidebar'} />
            {destination.isOfDevice ? <DeferredPart part={savedCount} isInLine={kind === 'sidebar'} /> : null}
          </Link>
          {destination.isOfDevice && kind === 'sidebar' ? <DeferredPart part={savedLine} isInLine /> : null}
        </Fragment>
      ))}
      <div className={styles['foot']}>
        <SyncCard view={syncView} onOpen={onOpenSync} />
        <div className={styles['who']}>
          <Avatar name={accountName} id={null} size={32} />
          <b className={styles['name']}>{accountName}</b>
          <Link
            to={settingsDestination.to}
            className={buttons['icon-button']}
            aria-label={settingsDestination.label}
            title={settingsDestination.label}
            {...ariaCurrent(settingsDestination, pathname)}
          >
            <Icon name={settingsDestination.icon} size={21} />
          </Link>
          <IconButton label={shellTexts.logout} title={shellTexts.logout} icon="logout" aria-haspopup="dialog" onClick={onLogout} />
        </div>
      </div>
    </nav>
  );
}

function DestinationLabel({ destination: { icon, label, isForStaff }, isInLine = false }: { destination: Destination; isInLine?: boolean }) {
  return (
    <>
      <Icon name={icon} />
      {label}
      {isForStaff ? <DeferredPart part={queueCount} isInLine={isInLine} /> : null}
    </>
  );
}

/** A part that is rendered after the first content. */
function DeferredPart({ part: { Component }, isInLine }: { part: typeof queueCount; isInLine: boolean }) {
  if (!useIsIdle()) return null;
  return (
    <ChunkBoundary>
      <Suspense>
        <Component isInLine={isInLine} />
      </Suspense>
    </ChunkBoundary>
  );
}

/** The attribute is `page` if the destination itself is open, and `true` if the open page belongs to it. */
function ariaCurrent(destination: Destination, pathname: string): { 'aria-current'?: 'page' | 'true' } {
  if (!isCurrent(destination, pathname)) return {};
  return { 'aria-current': destination.to === pathname || destination.to === `${pathname}/` ? 'page' : 'true' };
}
