// One device of a person: its own mirror over a model archive, with the flush as the engine calls it.
import { readRequestTime } from '../../src/mirror/request-order.ts';
import { accountKeyOf, databaseNameOf } from '../../src/mirror/account-key.ts';
import { applyChannelList, applyDocument, applyPlaylistList, applyVideoList } from '../../src/mirror/apply.ts';
import { applyDownloadList } from '../../src/mirror/apply-downloads.ts';
import { openMirrorDatabase, openRegistryDatabase, type Mirror } from '../../src/mirror/database.ts';
import { mutationKinds } from '../../src/mutations/kinds/table.ts';
import { refold } from '../../src/mirror/fold.ts';
import { refoldEntities } from '../../src/mirror/fold-entities.ts';
import { withOutbox } from '../../src/mirror/outbox.ts';
import { discardAllChanges } from '../../src/mutations/outbox-rows.ts';
import type { WatchStateRow } from '../../src/mirror/rows.ts';
import { flushOutbox, type FlushApi, type FlushResult } from '../../src/sync/flush.ts';
import type { Fault, ModelArchive, Session } from '../doubles/model-archive.ts';
import { sharedLocks, type SteppedClock } from './mirror-copy.ts';

let deviceCount = 0;

export type Device = Awaited<ReturnType<typeof aDevice>>;

export interface DeviceOptions {
  model: ModelArchive;
  clock: SteppedClock;
  random?: () => number;
}

export async function aDevice({ model, clock, random = () => 0.5 }: DeviceOptions) {
  deviceCount += 1;
  const accountKey = accountKeyOf({ origin: `http://device-${deviceCount}.test`, archiveId: model.archiveId, userId: 1 });
  const registry = openRegistryDatabase(`registry-of-device-${deviceCount}`);
  await registry.accounts.put({
    accountKey,
    databaseName: databaseNameOf(accountKey),
    archiveId: model.archiveId,
    userId: 1,
    name: 'marlow',
    isStaff: false,
    isLocked: 0,
    lastUsedAtMs: 0,
  });
  let keyCount = 0;
  const openMirror = (): Mirror => ({
    db: openMirrorDatabase(databaseNameOf(accountKey), mutationKinds),
    registry,
    accountKey,
    clock,
    newKey: () => `${accountKey}-${++keyCount}`,
  });
  let die: () => void = () => {};
  const session: Session = { userId: 1, isSignedIn: true, mark: 'of the first login', faults: [], onDeath: () => die() };
  const api = model.connect(session);

  const device = {
    mirror: openMirror(),
    session,
    api,
    /** A second tab on the same database; the caller closes it. */
    openTab: openMirror,
    /** Kills the tab, with whatever was in progress, and opens a new one. */
    crash(): void {
      device.mirror.db.close();
      device.mirror = openMirror();
    },
    /** @param meanwhile runs between the archive's answer and its storage on the device */
    async pull(meanwhile?: () => Promise<unknown>): Promise<void> {
      const requestTime = await readRequestTime(device.mirror);
      const [playlists, channels, config] = [model.lists.wirePlaylists(), model.lists.wireChannels(), model.lists.config(session.userId)];
      const videos = model.wireVideos(session.userId);
      const downloads = model.lists.wireDownloads();
      await meanwhile?.();
      const { db } = device.mirror;
      await applyVideoList(db, { key: 'videos?all', data: videos, paginate: null, requestTime });
      await applyPlaylistList(db, { key: 'playlists?all', data: playlists, paginate: null, requestTime });
      await applyChannelList(db, { key: 'channels?all', data: channels, paginate: null, requestTime });
      await applyDownloadList(db, { key: 'downloads?all', data: downloads, paginate: null, requestTime });
      await applyDocument(db, { key: 'user-config', value: config }, requestTime);
    },
    /**
     * Drains the outbox once under the given faults; `died`: a fault killed the tab. `isAlone` is false where the browser has no
     * locks across its tabs, or if this tab took the lock from another one.
     */
    async flush(faults: readonly Fault[] = [], flushApi: FlushApi = api, { isAlone = true } = {}): Promise<FlushResult | 'died'> {
      session.faults = [...faults];
      const death = new Promise<'died'>((resolve) => (die = () => resolve('died')));
      const { signal } = new AbortController();
      const flushResult = flushOutbox({ mirror: device.mirror, api: flushApi, locks: sharedLocks(), isStreaming: () => false, random, signal, isAlone });
      const outcome = await Promise.race([flushResult, death]);
      // The killed tab's unfinished work fails against its closed database.
      flushResult.catch(() => {});
      session.faults = [];
      if (outcome === 'died') device.crash();
      return outcome;
    },
    async state(videoId: string): Promise<WatchStateRow> {
      const row = await device.mirror.db.watchStates.get(videoId);
      if (!row) throw new Error(`${videoId} has no watch state`);
      return row;
    },
    /** Everything that is shown: as stored, and as a fresh fold of the whole outbox computes it. */
    async shownRows(): Promise<{ storedRows: unknown; refoldedRows: unknown }> {
      const { db } = device.mirror;
      const readRows = async () => [await db.watchStates.toArray(), await db.folded.toArray()];
      const storedRows = await readRows();
      await withOutbox(db, async () => {
        await refold(db, await db.videoCards.toCollection().primaryKeys());
        const lanes = (await db.outbox.toArray()).map((row) => row.lane);
        await refoldEntities(db, [...lanes, ...(await db.folded.toCollection().primaryKeys())]);
      });
      return { storedRows, refoldedRows: await readRows() };
    },
    rows: () => device.mirror.db.outbox.orderBy(':id').toArray(),
    discardAll: () => discardAllChanges(device.mirror),
    async close(): Promise<void> {
      await device.mirror.db.delete();
      await registry.delete();
    },
  };
  await device.pull();
  return device;
}
