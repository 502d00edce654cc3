// Whose session the archive sees. Nothing is ever sent for somebody else, nor to another archive at the same address.
import type { Mirror } from '../mirror/database.ts';
import type { SessionApi } from '../network/archive-api.ts';

export type IdentityName = 'ours' | 'signed-out' | 'other-account' | 'locked' | 'captive' | 'proxy-login' | 'unreachable';

export interface Identity {
  /** Pings. */
  ask(): Promise<IdentityName>;
  /**
   * Identifies the session that the last successful ping confirmed as ours; undefined: not asked yet. Another value: somebody has signed in since.
   */
  lastMark(): string | null | undefined;
  /**
   * Called before each write. Pings after a few writes, and when this browser has signed in since; not if the server itself refuses requests sent for
   * somebody else. Even so, the session may change elsewhere between a ping and a write (docs/sync.md).
   */
  beforeWrite(): Promise<IdentityName>;
  /** Called when a read is about to leave. */
  beforeRead(): void;
  /** Whose answer has come. Pings unless the server names the user in each answer, or this browser can tell that nobody has signed in since. */
  afterRead(): Promise<IdentityName>;
}

/** The write would have gone out under a session that is not this account's. Nothing was sent. */
export class NotOurs extends Error {
  override name = 'NotOurs';
  readonly identity: Exclude<IdentityName, 'ours'>;
  constructor(identity: Exclude<IdentityName, 'ours'>) {
    super();
    this.identity = identity;
  }
}

const writesAPing = 5;

export function createIdentity(mirror: Mirror, api: Pick<SessionApi, 'ping' | 'sessionMark' | 'namesUser'>): Identity {
  let writesLeft = 0;
  /** Undefined: not asked yet. */
  let mark: string | null | undefined;
  let asking: Promise<IdentityName> | null = null;

  function ask(): Promise<IdentityName> {
    asking = askNow().finally(() => (asking = null));
    return asking;
  }

  async function askNow(): Promise<IdentityName> {
    const askedUnder = api.sessionMark();
    const answer = await api.ping();
    if (!answer.ok) {
      const { kind } = answer.error;
      if (kind === 'forbidden') return 'signed-out';
      return kind === 'captive' || kind === 'proxy-login' ? kind : 'unreachable';
    }
    const account = await mirror.registry.accounts.get(mirror.accountKey);
    // Logged out in this or another tab: what waits is kept until this account signs in again.
    if (!account || account.isLocked === 1) return 'locked';
    if (account.userId !== answer.value.user || account.archiveId !== answer.value.archiveId) return 'other-account';
    mark = askedUnder;
    writesLeft = writesAPing;
    return 'ours';
  }

  return {
    ask,
    lastMark: () => mark,
    async beforeWrite() {
      if ((writesLeft === 0 && !api.namesUser()) || mark !== api.sessionMark()) {
        const identity = await ask();
        if (identity !== 'ours') return identity;
      }
      writesLeft = Math.max(0, writesLeft - 1);
      return 'ours';
    },
    beforeRead() {
      // In parallel with the read, so that its answer need not wait.
      if (mark === undefined && !asking && !api.namesUser()) void ask();
    },
    async afterRead() {
      if (api.namesUser()) return 'ours';
      await asking;
      return mark !== undefined && mark !== null && mark === api.sessionMark() ? 'ours' : ask();
    },
  };
}
