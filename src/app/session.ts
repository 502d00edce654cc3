// Which account is open in this document. Constructed by client.tsx, read by the account gate. Signing in, signing out and
// opening a copy load a new document, so that nothing of one account stays in memory for another.
import type { FreshSession, OpenedSession } from '../commands/start-session.ts';
import type { Mirror } from '../mirror/database.ts';
import type { DatabaseFailure } from '../mirror/open-database.ts';
import type { AccountRow } from '../mirror/rows.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';

export type PageSession =
  | { kind: 'opening' }
  | { kind: 'open'; mirror: Mirror; account: AccountRow; savedLink: SavedLink | null }
  /** There is nothing to show without signing in. `hasEnded`: an earlier session has ended. */
  | { kind: 'login'; hasEnded: boolean }
  | { kind: 'no-database'; reason: DatabaseFailure };

/** The state of the copy when sync may start. */
type CopyState =
  /** A new copy, which the archive has just filled. */
  | 'just-filled'
  /** Opened from the device, and the archive answers. */
  | 'refresh-now'
  /**
   * Opened from the device, and the archive does not answer, or answers that nobody is signed in. Requests that hang would take connections
   * from the ping that detects the archive's return.
   */
  | 'refresh-later';

interface SessionPorts {
  open: () => Promise<OpenedSession>;
  /** Whether the user chose, in this tab, to browse this account's copy without signing in. */
  isBrowsingCopy: (accountKey: string) => boolean;
  /** Whether a cookie of an earlier session is still there. */
  hadSession: () => boolean;
  /** Called if the browser provides no storage. Resolves to true if a client whose databases are in memory takes over. */
  continueInMemory: () => Promise<boolean>;
  /** Called before an account is shown. Resolves when the first frame can be drawn without a skeleton. */
  preload: (mirror: Mirror) => Promise<void>;
  /** Called just before the account is shown. Returns its saved videos; null where this browser cannot save. */
  onShow: (mirror: Mirror, account: AccountRow) => SavedLink | null;
  /**
   * Called when sync may start: the session is known to be this account's, the archive cannot be reached, or the user browses the copy
   * without signing in.
   */
  onReady: (mirror: Mirror, copyState: CopyState) => void;
  reload: () => void;
}

export interface SessionStore {
  read(): PageSession;
  subscribe(listener: () => void): () => void;
  start(): Promise<void>;
  /** Stops showing the account; only signing in remains possible in this document. */
  close(): void;
}

export function createSessionStore(ports: SessionPorts): SessionStore {
  const listeners = new Set<() => void>();
  let session: PageSession = { kind: 'opening' };

  function setSession(next: PageSession): void {
    session = next;
    for (const listener of listeners) listener();
  }

  function show(mirror: Mirror, account: AccountRow): void {
    const savedLink = ports.onShow(mirror, account);
    setSession({ kind: 'open', mirror, account, savedLink });
  }

  async function showFresh(freshSession: FreshSession): Promise<void> {
    if (freshSession.kind === 'no-database') return setSession(freshSession);
    if (freshSession.kind !== 'opened') return setSession({ kind: 'login', hasEnded: freshSession.kind === 'signed-out' && ports.hadSession() });
    await ports.preload(freshSession.mirror);
    show(freshSession.mirror, freshSession.account);
    ports.onReady(freshSession.mirror, 'just-filled');
  }

  async function start(): Promise<void> {
    const openedSession = await ports.open();
    switch (openedSession.kind) {
      case 'no-database':
        if (openedSession.reason === 'unavailable' && (await ports.continueInMemory())) return;
        return setSession(openedSession);
      case 'no-copy':
        return showFresh(await openedSession.next);
      case 'copy': {
        const { mirror, account } = openedSession;
        await ports.preload(mirror);
        show(mirror, account);
        const check = await openedSession.check;
        if (check === 'other-account') return ports.reload();
        if (check === 'full') return setSession({ kind: 'no-database', reason: check });
        // SPEC §2: a 403 from the ping at load opens /login/, which offers this copy; a user who chose the copy stays in it.
        if (check === 'signed-out' && !ports.isBrowsingCopy(account.accountKey)) return setSession({ kind: 'login', hasEnded: false });
        ports.onReady(mirror, check === 'online' ? 'refresh-now' : 'refresh-later');
      }
    }
  }

  return {
    read: () => session,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    close: () => setSession({ kind: 'login', hasEnded: false }),
  };
}
