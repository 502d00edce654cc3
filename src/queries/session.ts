import { use } from 'react';
import type { WireUserConfig } from '../contract/names.ts';
import type { AccountRow } from '../mirror/rows.ts';
import type { Store } from './live-store.ts';
import { useMirror, useRegistry } from './mirror-context.tsx';
import { localAccountsStore, sessionStore } from './session-stores.ts';
import { useStore } from './use-store.ts';
import type { Session } from './views.ts';

/** Who is signed in. Available in the first frame if src/commands/start-session.ts opened the session; else waits for one read. */
export function useSession(): Session {
  const store = sessionStore(useMirror());
  const session = useStore(store);
  if (session) return session;
  use(store.whenRead);
  const loadedSession = store.read();
  if (!loadedSession) throw new Error('No account');
  return loadedSession;
}

/** The account's settings with this device's pending changes, so that a change shows immediately, sent or not. */
export function useUserConfig(): WireUserConfig {
  return useSession().userConfig;
}

const noRows: AccountRow[] = [];
const noAccounts: Store<AccountRow[]> = { read: () => noRows, subscribe: () => () => {} };

/** Every account this device keeps; works on /login/, where no account is open. */
export function useLocalAccounts(): AccountRow[] {
  const registry = useRegistry();
  return useStore(registry ? localAccountsStore(registry) : noAccounts);
}
