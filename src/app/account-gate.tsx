// Wraps every screen except /login/: renders it with the account that is open in this page, or shows why none is open.
import { Suspense, useSyncExternalStore } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { loginPath } from '../lib/addresses.ts';
import { MirrorProvider } from '../queries/mirror-context.tsx';
import { SavedContext } from '../queries/saved.ts';
import { lazyChunk } from '../ui/lazy-chunk.tsx';
import type { SessionStore } from './session.ts';

const noDatabaseScreen = lazyChunk(async () => (await import('../screens/no-database/no-database-screen.tsx')).NoDatabaseScreen);

export function AccountGate({ store }: { store: SessionStore }) {
  const session = useSyncExternalStore(store.subscribe, store.read);
  const { pathname, search } = useLocation();
  switch (session.kind) {
    case 'opening':
      return null;
    case 'no-database':
      return (
        <Suspense>
          <noDatabaseScreen.Component reason={session.reason} />
        </Suspense>
      );
    case 'login':
      return <Navigate replace to={loginPath(pathname + search)} state={session.hasEnded ? { reason: 'session-ended' } : null} />;
    case 'open':
      return (
        <MirrorProvider value={session.mirror}>
          <SavedContext value={session.savedLink}>
            <Suspense>
              <Outlet />
            </Suspense>
          </SavedContext>
        </MirrorProvider>
      );
  }
}
