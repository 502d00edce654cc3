// The connection notice above the page. It pushes the page down and covers nothing.
import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { loginPath } from '../../lib/addresses.ts';
import { useIsSavedLoaded, useSavedCount } from '../../queries/saved.ts';
import { useSettledChanges } from '../../queries/sync-events.ts';
import type { SyncStatus } from '../../queries/views.ts';
import { syncTexts } from '../../texts/sync.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import buttons from '../../ui/button.module.css';
import { classNames } from '../../ui/class-names.ts';
import { afterConnection, afterSettled, afterTimeout, connectionBanner, type ReconnectState } from './connection-banner.ts';

const { banner: texts } = syncTexts;

export function ConnectionNotice({ status, nowMs }: { status: SyncStatus; nowMs: number }) {
  const location = useLocation();
  const reconnection = useReconnection(status);
  // A dismissed notice returns when the connection is lost again.
  const [dismissedSinceMs, setDismissedSinceMs] = useState<number | null>(null);
  const banner = connectionBanner(status, reconnection, nowMs, { isRead: useIsSavedLoaded(), count: useSavedCount() });
  if (!banner) return null;
  switch (banner.kind) {
    case 'away': {
      const { sinceMs } = status.connection;
      if (dismissedSinceMs === sinceMs) return null;
      return <Banner icon="cloud-struck" title={banner.title} text={banner.text} onDismiss={() => setDismissedSinceMs(sinceMs)} />;
    }
    case 'captive':
    case 'proxy-login':
      return (
        <Banner
          tone="warn"
          icon={banner.kind === 'captive' ? 'wifi-lock' : 'lock'}
          title={banner.title}
          text={banner.text}
          action={
            // A proxy's sign-in page leads back to this page. A portal's page may lead anywhere, so it opens in a new tab.
            <a
              className={classNames(buttons['button'], buttons['small'])}
              href={banner.href}
              target={banner.kind === 'captive' ? '_blank' : undefined}
              rel="noreferrer"
            >
              {banner.action}
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
              {texts.logIn}
            </ButtonLink>
          }
        />
      );
    case 'back':
      return <Banner tone="saved" icon="cloud-tick" title={banner.title} />;
  }
}

/** How many changes were sent since the archive came back; null except just after the return. */
function useReconnection({ connection }: SyncStatus): { sentCount: number } | null {
  const [state, setState] = useState<ReconnectState>({ name: 'in-touch' });
  // A layout effect, so that the first paint of the new connection state includes the notice.
  useLayoutEffect(() => setState((last) => afterConnection(last, connection, Date.now())), [connection]);
  useSettledChanges((change) => setState((last) => afterSettled(last, change, Date.now())));
  const untilMs = state.name === 'back' ? state.untilMs : null;

  useEffect(() => {
    if (untilMs === null) return undefined;
    const timer = setTimeout(() => setState((last) => afterTimeout(last, untilMs)), untilMs - Date.now());
    return () => clearTimeout(timer);
  }, [untilMs]);

  return state.name === 'back' ? { sentCount: state.sentCount } : null;
}
