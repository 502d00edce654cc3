// Who may send from this copy: one tab at a time, and nobody while the copy is locked. The fence lies in the account's own database, so that a
// row of the outbox is marked as sent in one transaction with the look at it. A lock of the browser cannot do that: over plain http there is
// none, and a frozen tab whose lock was taken does not know of it when it thaws (docs/decisions/203).
import { liveQuery } from 'dexie';
import type { Mirror, MirrorDatabase } from './database.ts';
import type { Fence } from './rows.ts';

/** Longer than the longest request, 20 s. */
const claimLastsMs = 25_000;
/** A claim is written again when less is left of it. */
const renewedFromMs = 22_000;

const open: Fence = { isLocked: false, epoch: 0, untilMs: 0 };

/** The name of the browser's lock over the tabs that send from one copy. */
export const sendingLockOf = (accountKey: string): string => `stowaway-flush|${accountKey}`;

/** Held by the tab in which somebody signs in, for as long as that takes. */
export const signInLock = 'stowaway-sign-in';

/** Another tab sends by now, or the copy was locked: what was to be written is not. */
export class FencedOff extends Error {
  override name = 'FencedOff';
}

export async function readFence({ documents }: MirrorDatabase): Promise<Fence> {
  const document = await documents.get('fence');
  return document?.key === 'fence' ? document.value : open;
}

/**
 * @param isAlone whether nobody else can be sending, whatever the fence says: the browser's lock was free
 * @returns the epoch of the claim; `held`: another tab sends
 */
export function claimSending({ db, clock }: Mirror, { isAlone }: { isAlone: boolean }): Promise<number | 'held' | 'locked'> {
  return db.transaction('rw', db.documents, async () => {
    const fence = await readFence(db);
    if (fence.isLocked) return 'locked';
    if (!isAlone && isUnderWay(fence, clock.now())) return 'held';
    const epoch = fence.epoch + 1;
    await put(db, { isLocked: false, epoch, untilMs: clock.now() + claimLastsMs });
    return epoch;
  });
}

/** One that lies further ahead than any claim lasts was written before the clock was set back. */
function isUnderWay({ untilMs }: Fence, nowMs: number): boolean {
  return untilMs > nowMs && untilMs - nowMs <= claimLastsMs;
}

/** Inside a transaction over `documents`. @throws {FencedOff} */
export async function holdClaim({ db, clock }: Mirror, epoch: number): Promise<void> {
  const fence = await readFence(db);
  if (fence.isLocked || fence.epoch !== epoch) throw new FencedOff();
  const leftMs = fence.untilMs - clock.now();
  if (leftMs < renewedFromMs || leftMs > claimLastsMs) await put(db, { ...fence, untilMs: clock.now() + claimLastsMs });
}

/** None of the owner's requests is under way any more. */
export function endClaim({ db }: Mirror, epoch: number): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const fence = await readFence(db);
    if (fence.epoch === epoch && fence.untilMs !== 0) await put(db, { ...fence, untilMs: 0 });
  });
}

/** From the moment in which it resolves no row is marked as sent. */
export function lockSending(db: MirrorDatabase): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const fence = await readFence(db);
    if (!fence.isLocked) await put(db, { ...fence, isLocked: true, epoch: fence.epoch + 1 });
  });
}

export function unlockSending(db: MirrorDatabase): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const fence = await readFence(db);
    if (fence.isLocked) await put(db, { ...fence, isLocked: false });
  });
}

/** Calls back with each change of whether the copy is locked, in whichever tab. The answer unsubscribes. */
export function watchSending(db: MirrorDatabase, onChange: (isLocked: boolean) => void): () => void {
  let was = false;
  const subscription = liveQuery(() => readFence(db)).subscribe({
    next: ({ isLocked }) => {
      if (isLocked !== was) onChange(isLocked);
      was = isLocked;
    },
    // Whoever closes the database tells of it elsewhere.
    error: () => {},
  });
  return () => subscription.unsubscribe();
}

async function put({ documents }: MirrorDatabase, value: Fence): Promise<void> {
  await documents.put({ key: 'fence', value, fetchedAtMs: 0 });
}
