// Saves what the ledger asks for, two films at a time, in the worker. Reacts to rows: whoever wants something writes the ledger and wakes it.
// One saver over all tabs: whoever holds the lock claims the ledger, and what a former one still writes is refused there.
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PauseReason } from '../../lib/save-reasons.ts';
import { ClaimLost, type Ledger } from '../ledger/ledger.ts';
import { itemKeyOf, type SavedItem, type SaverClaim } from '../ledger/rows.ts';
import { statusAfter, type SaveEvent } from '../ledger/save-states.ts';

export const mostAtOnce = 2;

/** A toast with Undo stands so long (UX 4); a clock that was set back must not keep files for ever. */
export const undoMs = 8_000;

/** What ended the work on an item: it is done, or an event of the table. `ended`: its person paused or removed it. */
export type ItemOutcome = { event: SaveEvent; retryAfterMs?: number | null } | 'done' | 'ended';

export interface SaverPorts {
  ledger: Ledger;
  clock: Clock;
  random: () => number;
  /** Goes on with an item from where it stands. @throws ClaimLost */
  saveItem(item: SavedItem, claim: SaverClaim, signal: AbortSignal): Promise<ItemOutcome>;
  /** Frees what a removed item took. */
  removeItem(item: SavedItem): Promise<void>;
  onChange(videoId: string): void;
}

export interface Saver {
  /** Somebody wrote the ledger, or the network may be back (`isNetworkBack`): looks at once. */
  wake(isNetworkBack?: boolean): void;
  /** Resolves when nothing of it writes any more. */
  stop(): Promise<void>;
}

/** These end by themselves. A new start tries all but what a person paused: they may have signed in or made room. */
const passing: readonly PauseReason[] = ['offline', 'background'];

/** @throws never: a saver whose claim is lost is silent */
export function startSaver(account: string, claim: SaverClaim, { ledger, clock, random, saveItem, removeItem, onChange }: SaverPorts): Saver {
  const active = new Map<string, AbortController>();
  const running = new Set<Promise<void>>();
  let isEnded = false;
  let isFirstLook = true;
  let failures = 0;
  let cancelRetry: (() => void) | null = null;
  let turn: Promise<void> = Promise.resolve();

  const idOf = (item: SavedItem): string => itemKeyOf(item).join(' ');

  async function look(isNetworkBack: boolean): Promise<void> {
    await sweep();
    let items = await wanted();
    const held = items.filter(({ status }) => status.state === 'paused' && (isFirstLook || passing.includes(status.reason)));
    isFirstLook = false;
    // What was at work when the former saver died goes on as if it had been left.
    const left = items.filter((item) => ['preparing', 'saving', 'verifying'].includes(item.status.state) && !active.has(idOf(item)));
    for (const item of left) await move(item, 'left');
    if (isNetworkBack || cancelRetry === null) for (const item of [...held, ...left]) await move(item, 'obstacle-gone');
    items = await wanted();
    for (const [id, abort] of active) {
      const row = items.find((item) => idOf(item) === id);
      if (!row || !['preparing', 'saving', 'verifying'].includes(row.status.state)) abort.abort();
    }
    const next = items.filter(({ status }) => status.state === 'queued').toSorted((one, other) => one.place - other.place);
    for (const item of next) {
      if (isEnded || active.size >= mostAtOnce) return;
      if (!active.has(idOf(item))) begin(item);
    }
  }

  async function wanted(): Promise<SavedItem[]> {
    return (await ledger.itemsOf(account)).filter(({ removedAtMs }) => removedAtMs === null);
  }

  async function sweep(): Promise<void> {
    for (const item of await ledger.itemsOf(account)) {
      if (item.removedAtMs === null) continue;
      const ageMs = clock.now() - item.removedAtMs;
      if (ageMs >= undoMs || ageMs < 0) {
        active.get(idOf(item))?.abort();
        await removeItem(item);
        onChange(item.videoId);
      } else clock.after(undoMs - ageMs, () => wake());
    }
  }

  /** Answers whether the item took it. @throws ClaimLost */
  async function move(item: SavedItem, event: SaveEvent): Promise<boolean> {
    let isTaken = false;
    await ledger.commit(claim, {
      of: itemKeyOf(item),
      item(row) {
        const status = statusAfter(row.status, event);
        isTaken = status !== null;
        return status ? { ...row, status } : row;
      },
    });
    if (isTaken) onChange(item.videoId);
    return isTaken;
  }

  function begin(item: SavedItem): void {
    const abort = new AbortController();
    active.set(idOf(item), abort);
    const work = workOn(item, abort.signal)
      .catch((reason: unknown) => {
        if (reason instanceof ClaimLost) isEnded = true;
        else console.warn('Saving a video failed', reason);
      })
      .finally(() => {
        active.delete(idOf(item));
        running.delete(work);
        if (!isEnded) wake();
      });
    running.add(work);
  }

  async function workOn(item: SavedItem, signal: AbortSignal): Promise<void> {
    if (!(await move(item, 'slot-free'))) return;
    const outcome = await saveItem(item, claim, signal);
    if (outcome === 'done') failures = 0;
    if (outcome === 'done' || outcome === 'ended') return;
    await move(item, outcome.event);
    if (outcome.event === 'network-lost') retryLater(outcome.retryAfterMs ?? null);
  }

  function retryLater(retryAfterMs: number | null): void {
    if (cancelRetry) return;
    cancelRetry = clock.after(backoffMs(failures, random, retryAfterMs), () => wake(true));
    failures += 1;
  }

  function wake(isNetworkBack = false): void {
    if (isNetworkBack) {
      cancelRetry?.();
      cancelRetry = null;
    }
    turn = turn
      .then(() => (isEnded ? undefined : look(isNetworkBack)))
      .catch((reason: unknown) => {
        if (reason instanceof ClaimLost) isEnded = true;
        else console.warn('The ledger of saved videos could not be read', reason);
      });
  }

  wake();
  return {
    wake,
    async stop() {
      isEnded = true;
      cancelRetry?.();
      for (const abort of active.values()) abort.abort();
      await turn;
      await Promise.all(running);
    },
  };
}
