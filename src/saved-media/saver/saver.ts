// Saves what the ledger asks for, two films at a time, in the worker. Reacts to rows: whoever wants something writes the ledger and wakes it.
// One saver over all tabs: whoever holds the lock claims the ledger, and what a former one still writes is refused there.
import { backoffMs } from '../../lib/backoff.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Metered } from '../../lib/metered.ts';
import { ClaimLost, type Ledger } from '../ledger/ledger.ts';
import { itemKeyOf, type SavedItem, type SaverClaim } from '../ledger/rows.ts';
import { statusAfter, type SaveEvent, type SaveState } from '../ledger/save-states.ts';
import type { DeviceSpace } from '../quota.ts';
import { isFull } from '../store/part-writer.ts';
import { createRoom } from './room.ts';
import { createUndoWatch } from './undo-watch.ts';

export const mostAtOnce = 2;

/** Browsers count what was deleted a moment later. */
const countedAfterMs = 2_000;

/** What ended the work on an item: it is done, or an event of the table. `ended`: its person paused or removed it. */
export type ItemOutcome = { event: SaveEvent; retryAfterMs?: number | null; isDiskFull?: boolean } | 'done' | 'ended';

/** Keeps `totalBytes` of room for the item that asks; false: they do not fit. */
export type Reserve = (totalBytes: number) => Promise<boolean>;

export interface SaverPorts {
  ledger: Ledger;
  clock: Clock;
  random: () => number;
  network: Metered;
  space(): Promise<DeviceSpace | null>;
  /** Goes on with an item from where it stands. @throws ClaimLost */
  saveItem(item: SavedItem, claim: SaverClaim, signal: AbortSignal, reserve: Reserve): Promise<ItemOutcome>;
  /** Frees what a removed item took; nothing of it is open. False: it is being played somewhere, and the saver is woken when that ends. */
  removeItem(item: SavedItem): Promise<boolean>;
  onChange(videoId: string): void;
  /** Another saver has taken over: this one changes nothing any more. */
  onLost(): void;
}

export interface Saver {
  /** Somebody wrote the ledger, or the network may be back (`isNetworkBack`): looks at once. */
  wake(isNetworkBack?: boolean): void;
  /** What waits for Wi-Fi goes on until the connection changes. */
  useNetworkOnce(): void;
  /** Resolves when nothing of it writes any more. */
  stop(): Promise<void>;
}

interface Run {
  abort: AbortController;
  ended: Promise<void>;
}

const working: readonly SaveState[] = ['preparing', 'saving', 'verifying'];
const isAtWork = ({ status }: SavedItem): boolean => working.includes(status.state);
const idOf = (item: SavedItem): string => itemKeyOf(item).join(' ');

/** @throws never: a saver whose claim is lost is silent */
export function startSaver(account: string, claim: SaverClaim, ports: SaverPorts): Saver {
  const { ledger, clock, random, network, space, saveItem, removeItem, onChange, onLost } = ports;
  const room = createRoom(account, { ledger, space });
  const active = new Map<string, Run>();
  const isUndoOver = createUndoWatch(clock, () => wake());
  let isEnded = false;
  let isFirstLook = true;
  let isUsedOnce = false;
  let failures = 0;
  let cancelRetry: (() => void) | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const leaveNetwork = network.subscribe(() => {
    isUsedOnce = false;
    wake();
  });

  async function look(isNetworkBack: boolean): Promise<void> {
    await sweep();
    const { isPaused, isWifiOnly } = await ledger.preferences(account);
    const isMetered = isWifiOnly && !isUsedOnce && network.isMetered();
    // What was at work when the former saver died goes on as if it had been left.
    for (const item of await wanted()) if (isAtWork(item) && (isPaused || !active.has(idOf(item)))) await move(item, 'left');
    if (!isPaused) await goOn(isNetworkBack, isMetered);
    const items = await wanted();
    for (const [id, { abort }] of active) if (!items.some((item) => idOf(item) === id && isAtWork(item))) abort.abort();
    if (isPaused) return;
    for (const item of items.filter(({ status }) => status.state === 'queued').toSorted((one, other) => one.place - other.place)) {
      if (isEnded || active.size >= mostAtOnce) return;
      if (active.has(idOf(item))) continue;
      if (await room.fits(item, await atWork())) begin(item);
      else await move(item, 'storage-full');
    }
  }

  /** What waited goes on where its reason has ended, and what must not use this network waits. */
  async function goOn(isNetworkBack: boolean, isMetered: boolean): Promise<void> {
    const isSoon = isNetworkBack || cancelRetry === null;
    const isAnew = isNetworkBack || isFirstLook;
    isFirstLook = false;
    for (const item of await wanted()) {
      const { state, reason } = item.status;
      const isOver =
        state === 'waiting-for-wifi'
          ? !isMetered
          : reason === 'storage-full'
            ? await room.fitsAgain(item, await atWork())
            : ((reason === 'offline' || reason === 'background') && isSoon) || (reason === 'signed-out' && isAnew);
      if (isOver) await move(item, 'obstacle-gone');
    }
    if (isMetered) for (const item of await wanted()) if (statusAfter(item.status, 'metered')) await move(item, 'metered');
  }

  async function wanted(): Promise<SavedItem[]> {
    return (await ledger.itemsOf(account)).filter(({ removedAtMs }) => removedAtMs === null);
  }

  /** For each of these its whole size is reserved, as far as it is known. */
  async function atWork(): Promise<SavedItem[]> {
    return (await wanted()).filter((item) => active.has(idOf(item)));
  }

  async function sweep(): Promise<void> {
    for (const item of await ledger.itemsOf(account)) {
      if (item.removedAtMs === null) continue;
      if (isUndoOver(idOf(item), item.removedAtMs)) {
        const run = active.get(idOf(item));
        run?.abort.abort();
        await run?.ended;
        // Files that somebody holds go at the next start; others are not to wait for them.
        const isRemoved = await removeItem(item).catch((reason: unknown) => {
          console.warn('Files of a removed video stay for now', reason);
          return false;
        });
        if (!isRemoved) continue;
        onChange(item.videoId);
        clock.after(countedAfterMs, () => wake());
      }
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
    const run: Run = { abort, ended: Promise.resolve() };
    active.set(idOf(item), run);
    run.ended = workOn(item, run)
      .catch((reason: unknown) => {
        if (reason instanceof ClaimLost) lose();
        else console.warn('Saving a video failed', reason);
      })
      .finally(() => {
        active.delete(idOf(item));
        if (!isEnded) wake();
      });
  }

  async function workOn(item: SavedItem, run: Run): Promise<void> {
    if (!(await move(item, 'slot-free'))) return;
    const outcome = await saveItem(item, claim, run.abort.signal, (totalBytes) => reserve(item, run, totalBytes)).catch((reason: unknown): ItemOutcome => {
      if (reason instanceof ClaimLost) throw reason;
      if (isFull(reason)) return { event: 'storage-full', isDiskFull: true };
      // A disk that fails: it is tried again, more and more seldom.
      console.warn('Saving a video failed', reason);
      return { event: 'left', retryAfterMs: null };
    });
    // A line that cuts now and then, but brings something each time, is no reason to wait longer and longer.
    const { savedBytes = 0 } = (await ledger.item(itemKeyOf(item))) ?? {};
    if (outcome === 'done' || savedBytes > item.savedBytes) failures = 0;
    if (outcome === 'done' || outcome === 'ended') return;
    if (outcome.isDiskFull) await room.onFull(item);
    await move(item, outcome.event);
    if (outcome.event === 'network-lost' || outcome.event === 'left') retryLater(outcome.retryAfterMs ?? null);
  }

  /** One question after the other, and none while the saver looks: two that ask at once do not get the same room. */
  async function reserve(item: SavedItem, run: Run, totalBytes: number): Promise<boolean> {
    if (run.abort.signal.aborted) return false;
    const answer = inTurn(async () => {
      // Kept also where it does not fit: it does not begin again before it does.
      await ledger.commit(claim, { of: itemKeyOf(item), item: (row) => ({ ...row, totalBytes }) });
      const present = await ledger.item(itemKeyOf(item));
      return present !== undefined && room.fits(present, await atWork());
    });
    // Whoever waits for the end of this run may hold the turn.
    const ended = new Promise<boolean>((resolve) => run.abort.signal.addEventListener('abort', () => resolve(false), { once: true }));
    return Promise.race([answer, ended]);
  }

  function lose(): void {
    if (!isEnded) onLost();
    isEnded = true;
  }

  function retryLater(retryAfterMs: number | null): void {
    if (cancelRetry) return;
    cancelRetry = clock.after(backoffMs(failures, random, retryAfterMs), () => wake(true));
    failures += 1;
  }

  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = turn.then(work);
    turn = done.catch(() => undefined); // told to who asked
    return done;
  }

  function wake(isNetworkBack = false): void {
    if (isNetworkBack) {
      cancelRetry?.();
      cancelRetry = null;
    }
    void inTurn(async () => (isEnded ? undefined : look(isNetworkBack))).catch((reason: unknown) => {
      if (reason instanceof ClaimLost) lose();
      else console.warn('The ledger of saved videos could not be read', reason);
    });
  }

  wake();
  return {
    wake,
    useNetworkOnce() {
      isUsedOnce = true;
      wake();
    },
    async stop() {
      isEnded = true;
      cancelRetry?.();
      leaveNetwork();
      for (const { abort } of active.values()) abort.abort();
      await turn;
      await Promise.all([...active.values()].map(({ ended }) => ended));
    },
  };
}
