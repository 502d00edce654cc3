// The notices above the page: the state of the connection, and an insecure address, where the app cannot be kept offline. They
// push the page down and cover nothing.
import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loginPath } from '../../lib/addresses.ts';
import { useIsSavedRead, useWholeCount } from '../../queries/saved.ts';
import { useSettledChanges } from '../../queries/sync-events.ts';
import type { SyncStatus } from '../../queries/views.ts';
import { syncTexts } from '../../texts/sync.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import buttons from '../../ui/button.module.css';
import { classNames } from '../../ui/class-names.ts';
import { afterConnection, afterSettled, afterTime, connectionBanner, type Watch } from './connection-banner.ts';

const { banner: words } = syncTexts;

/** Bypasses the service worker: opens the portal's page behind a captive portal, and is harmless otherwise. */
const portalProbe = '/api/ping/';

export function ConnectionNotice({ status, nowMs }: { status: SyncStatus; nowMs: number }) {
  const location = useLocation();
  const back = useBackLine(status);
  // A dismissed notice returns when the connection is lost again.
  const [putAwaySinceMs, setPutAwaySinceMs] = useState<number | null>(null);
  const banner = connectionBanner(status, back, nowMs, { isRead: useIsSavedRead(), count: useWholeCount() });
  if (!banner) return null;
  switch (banner.kind) {
    case 'away': {
      const { sinceMs } = status.connection;
      if (putAwaySinceMs === sinceMs) return null;
      return <Banner icon="cloud-struck" title={banner.title} text={banner.text} onDismiss={() => setPutAwaySinceMs(sinceMs)} />;
    }
    case 'captive':
      return (
        <Banner
          tone="warn"
          icon="wifi-lock"
          title={banner.title}
          text={banner.text}
          action={
            <a className={classNames(buttons['button'], buttons['small'])} href={portalProbe} target="_blank" rel="noreferrer">
              {words.openPortal}
            </a>
          }
        />
      );
    case 'signed-out':
      return (
        <Banner
          tone="accent"
          icon="key"
          title={banner.title}
          text={banner.text}
          action={
            <ButtonLink size="small" to={loginPath(location.pathname + location.search)}>
              {words.logIn}
            </ButtonLink>
          }
        />
      );
    case 'back':
      return <Banner tone="saved" icon="cloud-tick" title={banner.title} />;
  }
}

const insecureKey = 'stowaway.insecure-notice';

/** Shown once per tab where there is no secure context, and so no service worker. */
export function InsecureNotice() {
  const [isPutAway, setIsPutAway] = useState(() => sessionStorage.getItem(insecureKey) === 'put-away');
  if (isSecureContext || isPutAway) return null;
  return (
    <Banner
      icon="lock"
      title={words.insecure}
      text={words.insecureText}
      onDismiss={() => {
        sessionStorage.setItem(insecureKey, 'put-away');
        setIsPutAway(true);
      }}
    />
  );
}

/** How many changes have gone out since the archive came back; null unless it has just come back. */
function useBackLine({ connection }: SyncStatus): { sentCount: number } | null {
  const [watch, setWatch] = useState<Watch>({ name: 'in-touch' });
  // A layout effect, so that the first paint of the new connection state includes it.
  useLayoutEffect(() => setWatch((last) => afterConnection(last, connection, Date.now())), [connection]);
  useSettledChanges((change) => setWatch((last) => afterSettled(last, change, Date.now())));
  const untilMs = watch.name === 'back' ? watch.untilMs : null;

  useEffect(() => {
    if (untilMs === null) return undefined;
    const timer = setTimeout(() => setWatch((last) => afterTime(last, untilMs)), untilMs - Date.now());
    return () => clearTimeout(timer);
  }, [untilMs]);

  return watch.name === 'back' ? { sentCount: watch.sentCount } : null;
}
