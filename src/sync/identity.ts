// Determines whose session the archive sees. Guards against sending for somebody else, or to another archive at the same address (limits:
// docs/sync.md).
import type { Mirror } from '../mirror/database.ts';
import type { SessionApi } from '../network/archive-api.ts';

export type SessionStatus = 'ours' | 'signed-out' | 'other-account' | 'locked' | 'captive' | 'proxy-login' | 'unreachable';

export interface Identity {
  /** Pings, and resolves to whose session the archive sees. */
  check(): Promise<SessionStatus>;
  /**
   * The mark of the session that the last successful ping confirmed as ours; undefined if none has yet. If a later ping changes it,
   * somebody has signed in between the two pings.
   */
  lastMark(): string | null | undefined;
  /**
   * Called before each write. Pings when this browser has signed in since the last ping, and after every few writes unless the server
   * itself refuses requests sent for somebody else. Even so, the session may change elsewhere between a ping and a write (docs/sync.md).
   */
  beforeWrite(): Promise<SessionStatus>;
  /** Whether this browser has signed in since the last successful ping. */
  hasNewSession(): boolean;
  /** Called when a read is about to leave. */
  beforeRead(): void;
  /**
   * Determines whose answer has arrived. Pings unless the server names the user in each answer, or this browser knows that nobody has
   * signed in since the last successful ping.
   */
  afterRead(): Promise<SessionStatus>;
}

/** Thrown if the session may not be this account's. The write was then not sent, or the answer of the read is not used. */
export class WrongSession extends Error {
  override name = 'WrongSession';
  readonly status: Exclude<SessionStatus, 'ours'>;
  constructor(status: Exclude<SessionStatus, 'ours'>) {
    super();
    this.status = status;
  }
}

const writesPerPing = 5;

export function createIdentity(mirror: Mirror, api: Pick<SessionApi, 'ping' | 'sessionMark' | 'namesUser'>): Identity {
  let writesLeft = 0;
  /** Undefined: no ping has confirmed a session yet. */
  let confirmedMark: string | null | undefined;
  let pendingPing: Promise<SessionStatus> | null = null;

  const hasNewSession = (): boolean => confirmedMark !== api.sessionMark();

  function check(): Promise<SessionStatus> {
    pendingPing = ping().finally(() => (pendingPing = null));
    return pendingPing;
  }

  async function ping(): Promise<SessionStatus> {
    const markBefore = api.sessionMark();
    const answer = await api.ping();
    if (!answer.ok) {
      const { kind } = answer.error;
      if (kind === 'forbidden') return 'signed-out';
      return kind === 'captive' || kind === 'proxy-login' ? kind : 'unreachable';
    }
    const account = await mirror.registry.accounts.get(mirror.accountKey);
    // The user logged out in this or another tab; waiting rows are kept until this account signs in again.
    if (!account || account.isLocked === 1) return 'locked';
    if (account.userId !== answer.value.user || account.archiveId !== answer.value.archiveId) return 'other-account';
    confirmedMark = markBefore;
    writesLeft = writesPerPing;
    return 'ours';
  }

  return {
    check,
    lastMark: () => confirmedMark,
    hasNewSession,
    async beforeWrite() {
      if ((writesLeft === 0 && !api.namesUser()) || hasNewSession()) {
        const status = await check();
        if (status !== 'ours') return status;
      }
      writesLeft = Math.max(0, writesLeft - 1);
      return 'ours';
    },
    beforeRead() {
      // Pings in parallel with the read, so that the read's answer need not wait.
      if (confirmedMark === undefined && !pendingPing && !api.namesUser()) void check();
    },
    async afterRead() {
      if (api.namesUser()) return 'ours';
      await pendingPing;
      return confirmedMark !== undefined && confirmedMark !== null && confirmedMark === api.sessionMark() ? 'ours' : check();
    },
  };
}
