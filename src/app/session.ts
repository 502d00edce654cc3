// Which account is open in this page, from the first moment to the end of the document. Constructed by client.tsx, read by the
// gate before every screen. Signing in, signing out and opening a copy end in a new document, so nothing of one account
// can stay in memory for another.
import type { NextWithoutCopy, OpenedSession } from '../commands/start-session.ts';
import type { Mirror } from '../mirror/database.ts';
import type { DatabaseFailure } from '../mirror/open-database.ts';
import type { AccountRow } from '../mirror/rows.ts';

export type PageSession =
  | { kind: 'opening' }
  | { kind: 'open'; mirror: Mirror; account: AccountRow }
  /** Nothing to show without signing in; `hasEnded`: there was a session once, and it is over. */
  | { kind: 'login'; hasEnded: boolean }
  | { kind: 'no-database'; reason: DatabaseFailure };

interface SessionPorts {
  open: () => Promise<OpenedSession>;
  /** The person chose, in this tab, to browse this account's copy without signing in. */
  isBrowsingCopy: (accountKey: string) => boolean;
  /** A cookie of an earlier session is still there. */
  hadSession: () => boolean;
  /** Of a copy on the device: resolves when the first frame can be drawn whole. */
  readAhead: (mirror: Mirror) => Promise<void>;
  /** The account is about to be shown. */
  onShow: (mirror: Mirror, account: AccountRow) => void;
  /**
   * The session is this account's, or the archive cannot be asked: what reads and writes behind the screens may start.
   * `isCopyToRefresh`: what is shown was on the device already, and the archive answers. While it does not, requests that
   * hang would only take the browser's connections from the ping that tells of its return.
   */
  onReady: (mirror: Mirror, isCopyToRefresh: boolean) => void;
  reload: () => void;
}

export interface SessionStore {
  read(): PageSession;
  subscribe(listener: () => void): () => void;
  start(): Promise<void>;
  /** The account is shown no more: nothing but signing in is left to this document. */
  close(): void;
}

export function createSessionStore(ports: SessionPorts): SessionStore {
  const listeners = new Set<() => void>();
  let session: PageSession = { kind: 'opening' };

  function change(next: PageSession): void {
    session = next;
    for (const listener of listeners) listener();
  }

  function show(mirror: Mirror, account: AccountRow): void {
    ports.onShow(mirror, account);
    change({ kind: 'open', mirror, account });
  }

  function onNext(next: NextWithoutCopy): void {
    if (next.kind === 'no-database') return change(next);
    if (next.kind !== 'opened') return change({ kind: 'login', hasEnded: next.kind === 'signed-out' && ports.hadSession() });
    show(next.mirror, next.account);
    ports.onReady(next.mirror, false);
  }

  async function start(): Promise<void> {
    const opened = await ports.open();
    switch (opened.kind) {
      case 'no-database':
        return change(opened);
      case 'no-copy':
        return onNext(await opened.next);
      case 'copy': {
        const { mirror, account } = opened;
        await ports.readAhead(mirror);
        show(mirror, account);
        const behind = await opened.behind;
        if (behind === 'other-account') return ports.reload();
        // SPEC §2: a ping's 403 at load opens /login/, which offers this copy; whoever chose the copy stays in it.
        if (behind === 'signed-out' && !ports.isBrowsingCopy(account.accountKey)) return change({ kind: 'login', hasEnded: false });
        ports.onReady(mirror, behind === 'online');
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
    close: () => change({ kind: 'login', hasEnded: false }),
  };
}
