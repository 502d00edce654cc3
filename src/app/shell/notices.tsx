// The notices above the page: what the connection calls for, and an address where nothing can be kept. They push the page
// down and cover nothing.
import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loginPath } from '../../lib/addresses.ts';
import { useSettledChanges } from '../../queries/sync-events.ts';
import type { SyncStatus } from '../../queries/views.ts';
import { syncTexts } from '../../texts/sync.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import buttons from '../../ui/button.module.css';
import { classNames } from '../../ui/class-names.ts';
import { afterConnection, afterSettled, afterTime, connectionBanner, type Watch } from './connection-banner.ts';

const { banner: words } = syncTexts;

/** Never answered by the service worker: behind a portal it opens the portal's page, without one it does no harm. */
const portalProbe = '/api/ping/';

export function ConnectionNotice({ status, nowMs }: { status: SyncStatus; nowMs: number }) {
  const location = useLocation();
  const back = useBackLine(status);
  // A notice that was put away returns with the next loss.
  const [putAwaySinceMs, setPutAwaySinceMs] = useState<number | null>(null);
  const banner = connectionBanner(status, back, nowMs);
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

/** Without a secure context there is no service worker: said once for a tab. */
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

/** How many changes went out since the archive came back; null when that is no news (any more). */
function useBackLine({ connection }: SyncStatus): { sentCount: number } | null {
  const [watch, setWatch] = useState<Watch>({ name: 'in-touch' });
  // Before the page is painted with the new state of the connection.
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
