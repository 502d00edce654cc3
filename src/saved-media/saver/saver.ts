// Saves what the ledger asks for, two films at a time, in the worker. Driven by rows: a request is written to the ledger, and the saver is woken. One
// saver over all tabs: the holder of the lock claims the ledger, which refuses further writes of an earlier saver.
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

/** Browsers update their usage figures a moment after a deletion. */
const countedAfterMs = 2_000;

/** How the work on an item ended: done, or an event of the table. `ended`: the user paused or removed it. */
export type ItemOutcome = { event: SaveEvent; retryAfterMs?: number | null; isDiskFull?: boolean } | 'done' | 'ended';

/** Reserves `totalBytes` for the requesting item; false: they do not fit. */
export type Reserve = (totalBytes: number) => Promise<boolean>;

export interface SaverPorts {
  ledger: Ledger;
  clock: Clock;
  random: () => number;
  network: Metered;
  space(): Promise<DeviceSpace | null>;
  /** Continues an item from where it stopped. @throws ClaimLost */
  saveItem(item: SavedItem, claim: SaverClaim, signal: AbortSignal, reserve: Reserve): Promise<ItemOutcome>;
  /** Frees the space of a removed item; none of its files is open. False: it is being played somewhere, and the saver is woken when that ends. */
  removeItem(item: SavedItem): Promise<boolean>;
  onChange(videoId: string): void;
  /** Another saver has taken over: this one changes nothing any more. */
  onLost(): void;
}

export interface Saver {
  /** The ledger was written, or the network may be back (`isNetworkBack`): looks at once. */
  wake(isNetworkBack?: boolean): void;
  /** What waits for Wi-Fi continues until the connection changes. */
  useNetworkOnce(): void;
  /** Resolves when none of its work writes any more. */
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
    // Work in progress when the previous saver died is treated as interrupted.
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

  /** Resumes items whose reason for waiting has ended, and makes those wait that must not use this network. */
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

  /** The whole size of each of these is reserved, as far as it is known. */
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
        // Files that are held open are deleted at the next start; other items must not wait for them.
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

  /** Resolves to whether the event applied. @throws ClaimLost */
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
      // A failing disk: retried at growing intervals.
      console.warn('Saving a video failed', reason);
      return { event: 'left', retryAfterMs: null };
    });
    // A line that cuts now and then, but delivers something each time, is no reason to wait longer and longer.
    const { savedBytes = 0 } = (await ledger.item(itemKeyOf(item))) ?? {};
    if (outcome === 'done' || savedBytes > item.savedBytes) failures = 0;
    if (outcome === 'done' || outcome === 'ended') return;
    if (outcome.isDiskFull) await room.onFull(item);
    await move(item, outcome.event);
    if (outcome.event === 'network-lost' || outcome.event === 'left') retryLater(outcome.retryAfterMs ?? null);
  }

  /** One question at a time, and none during a look: two concurrent requests must not get the same room. */
  async function reserve(item: SavedItem, run: Run, totalBytes: number): Promise<boolean> {
    if (run.abort.signal.aborted) return false;
    const answer = inTurn(async () => {
      // Stored even if it does not fit: then it does not start again before it does.
      await ledger.commit(claim, { of: itemKeyOf(item), item: (row) => ({ ...row, totalBytes }) });
      const present = await ledger.item(itemKeyOf(item));
      return present !== undefined && room.fits(present, await atWork());
    });
    // Code that waits for the end of this run may hold the turn.
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
    turn = done.catch(() => undefined); // reported to the caller
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
