// Who may send from this copy: one tab at a time, and nobody while the copy is locked. The fence lies in the account's own database, so that a
// row of the outbox is marked as sent in one transaction with the look at it. A lock of the browser cannot do that: over plain http there is
// none, and a frozen tab whose lock was taken does not know of it when it thaws (docs/decisions/203).
import type { Clock } from '../lib/clock.ts';
import type { MirrorDatabase } from './database.ts';
import type { Fence } from './rows.ts';
import { watchQuery } from './watch-query.ts';

const open: Fence = { isLocked: false, epoch: 0, untilMs: 0 };

/** The name of the browser's lock over the tabs that send from one copy. */
export const sendingLockOf = (accountKey: string): string => `stowaway-flush|${accountKey}`;

/** Held by the tab in which somebody signs in, for as long as that takes. */
export const signInLock = 'stowaway-sign-in';

export async function readFence({ documents }: MirrorDatabase): Promise<Fence> {
  const document = await documents.get('fence');
  return document?.key === 'fence' ? document.value : open;
}

/** From the moment in which it resolves no row is marked as sent. */
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

/** Calls back with each change of whether the copy is locked, in whichever tab. The answer unsubscribes. */
export function watchSending({ db, clock }: { db: MirrorDatabase; clock: Clock }, onChange: (isLocked: boolean) => void): () => void {
  let was = false;
  return watchQuery(
    clock,
    () => readFence(db),
    ({ isLocked }) => {
      if (isLocked !== was) onChange(isLocked);
      was = isLocked;
    },
  );
}

/** Inside a transaction over `documents`. */
export async function putFence({ documents }: MirrorDatabase, value: Fence): Promise<void> {
  await documents.put({ key: 'fence', value, fetchedAtMs: 0 });
}
