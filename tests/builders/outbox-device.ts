// One device of a person: its own mirror over a model archive, with the flush as the engine calls it.
import { accountKeyOf, databaseNameOf } from '../../src/mirror/account-key.ts';
import { applyChannelList, applyDocument, applyPlaylistList, applyVideoList } from '../../src/mirror/apply.ts';
import { openMirrorDatabase, openRegistryDatabase, type Mirror } from '../../src/mirror/database.ts';
import { discardAllRows } from '../../src/mirror/outbox.ts';
import type { WatchStateRow } from '../../src/mirror/rows.ts';
import { toPlaylistRow } from '../../src/mirror/from-wire.ts';
import { flushOutbox, type FlushApi, type FlushResult } from '../../src/sync/flush.ts';
import type { Fault, ModelArchive, Session } from '../doubles/model-archive.ts';
import type { HandClock } from './mirror-copy.ts';
import { aWirePlaylist } from './mirror-wire.ts';

let devices = 0;

export type Device = Awaited<ReturnType<typeof aDevice>>;

export interface DeviceOptions {
  model: ModelArchive;
  clock: HandClock;
  playlists?: Record<string, string[]>;
  random?: () => number;
}

export async function aDevice({ model, clock, playlists = {}, random = () => 0.5 }: DeviceOptions) {
  devices += 1;
  const accountKey = accountKeyOf({ origin: `http://device-${devices}.test`, archiveId: model.archiveId, userId: 1 });
  const registry = openRegistryDatabase(`registry-of-device-${devices}`);
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
  let keys = 0;
  const open = (): Mirror => ({ db: openMirrorDatabase(databaseNameOf(accountKey)), registry, accountKey, clock, newKey: () => `${accountKey}-${++keys}` });
  let die: () => void = () => {};
  const session: Session = { userId: 1, isSignedIn: true, faults: [], onDeath: () => die() };
  const api = model.connect(session);

  const device = {
    mirror: open(),
    session,
    api,
    /** The tab is killed: whatever was under way ends in the middle, and a new tab opens. */
    crash(): void {
      device.mirror.db.close();
      device.mirror = open();
    },
    async pull(): Promise<void> {
      const { db } = device.mirror;
      const atMs = clock.now();
      await applyVideoList(db, { key: 'videos?all', data: model.wireVideos(session.userId), paginate: null, atMs });
      await applyPlaylistList(db, { key: 'playlists?all', data: model.lists.wirePlaylists(), paginate: null, atMs });
      await applyChannelList(db, { key: 'channels?all', data: model.lists.wireChannels(), paginate: null, atMs });
      await applyDocument(db, { key: 'user-config', value: model.lists.config(session.userId) }, atMs);
    },
    /** One drain under the given faults; `died` when a fault killed the tab in it. */
    async flush(faults: readonly Fault[] = [], flushApi: FlushApi = api): Promise<FlushResult | 'died'> {
      session.faults = [...faults];
      const died = new Promise<'died'>((resolve) => (die = () => resolve('died')));
      const flushed = flushOutbox({ mirror: device.mirror, api: flushApi, isStreaming: () => false, random, signal: new AbortController().signal });
      const end = await Promise.race([flushed, died]);
      // What a killed tab still had under way fails against its closed database.
      flushed.catch(() => {});
      session.faults = [];
      if (end === 'died') device.crash();
      return end;
    },
    async state(videoId: string): Promise<WatchStateRow> {
      const row = await device.mirror.db.watchStates.get(videoId);
      if (!row) throw new Error(`Nothing known of ${videoId}`);
      return row;
    },
    rows: () => device.mirror.db.outbox.orderBy(':id').toArray(),
    discardAll: () => discardAllRows(device.mirror),
    async close(): Promise<void> {
      await device.mirror.db.delete();
      await registry.delete();
    },
  };
  await device.pull();
  for (const [playlistId, videoIds] of Object.entries(playlists)) {
    const wire = aWirePlaylist({
      playlist_id: playlistId,
      playlist_entries: videoIds.map((videoId, index) => ({ youtube_id: videoId, title: videoId, uploader: null, idx: index, downloaded: true })) as never,
    });
    await device.mirror.db.playlists.put(toPlaylistRow(wire, clock.now()));
  }
  return device;
}
