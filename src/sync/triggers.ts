// The events that make the engine read the outbox. Called by the engine; the page is a port, so that tests can control it.
import type { Clock } from '../lib/clock.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { watchQuery } from '../mirror/watch-query.ts';

/** The parts of the page that the engine needs. Each subscription returns its unsubscribe function. */
export interface Page {
  isVisible(): boolean;
  hasNetwork(): boolean;
  onVisible(callback: () => void): () => void;
  /** Called for both `online` and `offline`, which are only hints. */
  onNetworkHint(callback: () => void): () => void;
}

/**
 * While the page is visible, the engine also runs at this interval. Some browser events never come, and sending must never depend on a
 * single one (docs/architecture.md, Mutations and conflicts).
 */
const pollMs = 60_000;

export interface TriggerPorts {
  db: MirrorDatabase;
  clock: Clock;
  page: Page;
  onOutboxChange(): void;
  onVisible(): void;
  onNetworkHint(): void;
  onMinute(): void;
}

/** Watches for all these events. Returns the function that stops watching. */
export function watchTriggers({ db, clock, page, onOutboxChange, onVisible, onNetworkHint, onMinute }: TriggerPorts): () => void {
  let cancelMinute: () => void = () => {};
  const tick = (): void => {
    cancelMinute = clock.after(pollMs, () => {
      if (page.isVisible()) onMinute();
      tick();
    });
  };
  tick();
  const endRows = watchQuery(clock, () => db.outbox.toArray(), onOutboxChange);
  const unsubscribers = [page.onVisible(onVisible), page.onNetworkHint(onNetworkHint), endRows, () => cancelMinute()];
  return () => {
    for (const end of unsubscribers) end();
  };
}
