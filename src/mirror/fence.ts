// Decides who may send from this copy: one tab at a time, and no tab while the copy is locked. The fence is in the account's own database,
// so that checking it and marking an outbox row as sent are one transaction. A browser lock cannot replace the fence, because plain http
// has no locks, and a frozen tab that thaws does not notice that its lock was taken (docs/decisions/203).
import type { Clock } from '../lib/clock.ts';
import type { MirrorDatabase } from './database.ts';
import type { Fence } from './rows.ts';
import { watchQuery } from './watch-query.ts';

const unlockedFence: Fence = { isLocked: false, epoch: 0, untilMs: 0 };

/** The name of the browser lock held by the tab that sends from a copy. */
export const sendingLockName = (accountKey: string): string => `stowaway-flush|${accountKey}`;

/** The name of the browser lock held by a tab while somebody signs in there. */
export const signInLock = 'stowaway-sign-in';

export async function readFence({ documents }: MirrorDatabase): Promise<Fence> {
  const document = await documents.get('fence');
  return document?.key === 'fence' ? document.value : unlockedFence;
}

/** After this resolves, no tab marks a row of the copy as sent. */
export function lockSending(db: MirrorDatabase): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const fence = await readFence(db);
    if (!fence.isLocked) await putFence(db, { ...fence, isLocked: true, epoch: fence.epoch + 1 });
  });
}

export function unlockSending(db: MirrorDatabase): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const fence = await readFence(db);
    if (fence.isLocked) await putFence(db, { ...fence, isLocked: false });
  });
}

/** Calls back whenever the copy is locked or unlocked, in any tab. Returns the unsubscribe function. */
export function watchSendingLock({ db, clock }: { db: MirrorDatabase; clock: Clock }, onChange: (isLocked: boolean) => void): () => void {
  let wasLocked = false;
  return watchQuery(
    clock,
    () => readFence(db),
    ({ isLocked }) => {
      if (isLocked !== wasLocked) onChange(isLocked);
      wasLocked = isLocked;
    },
  );
}

/** Call inside a transaction over `documents`. */
export async function putFence({ documents }: MirrorDatabase, value: Fence): Promise<void> {
  await documents.put({ key: 'fence', value, fetchedAtMs: 0 });
}
