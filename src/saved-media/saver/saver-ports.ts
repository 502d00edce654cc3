// What the saver (saver.ts) needs, and what its worker can do with it.
import type { Clock } from '../../lib/clock.ts';
import type { MeteredNetwork } from '../../lib/metered.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import type { SavedItem, SaverClaim } from '../ledger/rows.ts';
import type { SaveEvent } from '../ledger/save-states.ts';
import type { DeviceSpace } from '../quota.ts';

/** How the work on an item ended: done, or an event (save-states.ts). `ended`: the user paused or removed it, or the saver was stopped. */
export type ItemOutcome = { event: SaveEvent; retryAfterMs?: number | null; isDiskFull?: boolean } | 'done' | 'ended';

/** Reserves `totalBytes` for the requesting item. Resolves to false if they do not fit. */
export type Reserve = (totalBytes: number) => Promise<boolean>;

export interface SaverPorts {
  ledger: Ledger;
  clock: Clock;
  random: () => number;
  /** `kind` is like `networkKind` (lib/metered.ts). */
  network: MeteredNetwork & { kind(): string };
  space(): Promise<DeviceSpace | null>;
  /** Compares the ledger with the files. Called once, before the first check of the ledger. */
  reconcile(): Promise<void>;
  /** Continues an item from where it stopped, or fetches the small files that its copy lacks. @throws ClaimLost */
  saveItem(item: SavedItem, claim: SaverClaim, signal: AbortSignal, reserve: Reserve): Promise<ItemOutcome>;
  /** Deletes a removed item and its files. Resolves to false if a tab is playing the video; the saver is then woken when playback ends. */
  removeItem(item: SavedItem): Promise<boolean>;
  /** Deletes what was fetched of a newer copy, because the user cancelled the update. */
  dropUpdate(item: SavedItem): Promise<void>;
  onChange(videoId: string): void;
  /** Called when the claim is lost (ClaimLost). The saver then writes nothing more. */
  onLost(): void;
}

export interface Saver {
  /** Checks the ledger now, because it was written or the network may be back (`isNetworkBack`). */
  wake(isNetworkBack?: boolean): void;
  /** Lets videos that wait for Wi-Fi use the current network until the connection changes. */
  useNetworkOnce(): void;
  /** Resolves when all of the saver's work has stopped writing. */
  stop(): Promise<void>;
}
