// Once an hour: what has been in the trash for long enough goes for good, and what has been missing for as long as a setting
// allows is forgotten. Days are counted by the age clock. What a crash leaves out is done by the next hour.
import { createAgeClock } from '../archive/age-clock.ts';
import type { Archive } from '../archive/archive.ts';
import { inTransaction } from '../database/transaction.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { stillMissing } from '../library/still-missing.ts';
import type { Catalogue } from '../catalogue/records.ts';
import type { Trash } from './trash.ts';

export interface HousekeepingOptions {
  archive: Archive;
  catalogue: Catalogue;
  trash: Trash;
  library: LibraryPlaces;
  log: (line: string) => void;
  /** Default: an hour. */
  everyMs?: number;
  /** Unix seconds. */
  now?: () => number;
}

const hourMs = 3_600_000;
const daySeconds = 86_400;

export function createHousekeeping({ archive, catalogue, trash, library, log, everyMs = hourMs, now }: HousekeepingOptions) {
  const clock = createAgeClock(archive.database, now);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function forgetMissing(): Promise<void> {
    const { forgetMissingAfterDays: days } = archive.keeperSettings.get();
    if (days === null) return;
    const due = archive.missing.due(days * daySeconds);
    for (const { id, mediaFile, title } of (await stillMissing(library, catalogue, due)).gone) {
      archive.missing.forget(id);
      log(`Forgotten, as its file has been missing for ${days} days: ${title} (${mediaFile})`);
    }
  }

  async function run(): Promise<void> {
    await trash.recover();
    await trash.lookForStrays();
    inTransaction(archive.database, () => {
      const seconds = clock.step();
      trash.items.age(seconds);
      archive.missing.age(seconds);
    });
    const removed = await trash.removeDue();
    if (removed > 0) log(`Trash: ${removed === 1 ? '1 item' : `${removed} items`} went for good after ${archive.keeperSettings.get().trashDays} days.`);
    await forgetMissing();
  }

  /** One at a time. Never rejects: a failure is said, and the next hour tries again. */
  function runInTurn(): Promise<void> {
    running = running.then(run).catch((error: unknown) => log(`Housekeeping failed: ${error instanceof Error ? error.message : String(error)}`));
    return running;
  }

  return {
    run: runInTurn,
    start(): void {
      void runInTurn();
      timer = setInterval(() => void runInTurn(), everyMs).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
