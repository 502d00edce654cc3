import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { mutationKinds } from '../../src/mutations/kinds/table.ts';
import { openMirrorDatabase, openRegistryDatabase } from '../../src/mirror/database.ts';
import { databaseFailureOf, deleteDatabase, openDatabase } from '../../src/mirror/open-database.ts';
import { mirrorSteps, registrySteps } from '../../src/mirror/upgrades.ts';
import type { Lane, OutboxRow } from '../../src/mirror/rows.ts';
import type { KnownMutation } from '../../src/mutations/kinds/table.ts';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { storedMirrors, storedRegistries, storeVersion, type StoredVersion } from '../builders/mirror-versions.ts';

const databases = [
  { kind: 'mirror', versions: storedMirrors, steps: mirrorSteps, open: (name: string) => openMirrorDatabase(name, mutationKinds) },
  { kind: 'registry', versions: storedRegistries, steps: registrySteps, open: openRegistryDatabase },
] as const;

describe.each(databases)('the $kind', ({ kind, versions, steps, open }) => {
  test.each<StoredVersion>([...versions])('keeps every row of version $version through all later steps', async (storedVersion) => {
    const name = `upgrade-${kind}-${storedVersion.version}`;
    await storeVersion(name, storedVersion);
    const db = open(name);
    expect(await openDatabase(db, () => {})).toEqual({ ok: true, value: undefined });
    for (const [table, rows] of Object.entries(storedVersion.rows)) expect([table, await db.table(table).toArray()]).toEqual([table, rows]);
    db.close();
  });

  test('has a stored example of every version that was released', () => {
    expect(versions.map(({ version }) => version)).toEqual(steps.map(({ version }) => version));
  });

  test('numbers its steps from 1 without gaps, and names each step', () => {
    expect(steps.map(({ version }) => version)).toEqual(steps.map((_step, index) => index + 1));
    expect(steps.every(({ name }) => /^[a-z-]+$/.test(name))).toBe(true);
  });

  test('has the tables and indexes of its newest stored version', async () => {
    const newestVersion = versions.at(-1) ?? { stores: {} };
    const db = open(`shape-${kind}`);
    await db.open();
    const indexes = (table: string): string[] => db.table(table).schema.indexes.map((index) => index.name);
    expect(Object.fromEntries(db.tables.map((table) => [table.name, indexes(table.name)]))).toEqual(
      Object.fromEntries(
        Object.entries(newestVersion.stores).map(([table, store]) => [
          table,
          (store.indexes ?? []).map((index) => (Array.isArray(index) ? `[${index.join('+')}]` : index)),
        ]),
      ),
    );
    db.close();
  });
});

test.each(storedMirrors.filter(({ version }) => version < 4))(
  'after an upgrade from version $version, the pending changes are folded, and a refused change is not',
  async (storedVersion) => {
    const name = `folded-from-${storedVersion.version}`;
    const row = (sequence: number, lane: Lane, mutation: KnownMutation, overrides: Partial<OutboxRow> = {}): object => ({
      ...anOutboxRow({ lane, mutation, ...overrides }),
      sequence,
    });
    const refusedState = { state: { name: 'parked', reason: 'refused', message: '' } } as const;
    const outbox = [
      row(42, 'channel:UC1', { kind: 'subscribe-channel', channelId: 'UC1', isSubscribed: true }),
      row(43, 'channel:UC2', { kind: 'mark-channel-watched', channelId: 'UC2', isWatched: true }),
      row(44, 'playlist:local-1', { kind: 'create-playlist', playlistId: 'local-1', name: 'Tide' }),
      row(45, 'playlist:local-1', { kind: 'change-membership', playlistId: 'local-1', videoId: 'v1', isMember: true, title: 'Fog' }),
      row(46, 'playlist:PL1', { kind: 'subscribe-playlist', playlistId: 'PL1', isSubscribed: true }, refusedState),
      row(47, 'settings', { kind: 'set-config', key: 'grid_items', value: 6 }),
      row(48, 'download:d1', { kind: 'change-download', videoId: 'd1', to: 'forgotten' }),
    ];
    const documents = [{ key: 'user-config', value: { grid_items: 3, page_size: 12 }, fetchedAtMs: 5 }];
    const { downloads = [] } = storedVersion.rows;
    await storeVersion(name, { ...storedVersion, rows: { ...storedVersion.rows, outbox, documents } });
    const db = openMirrorDatabase(name, mutationKinds);
    expect(await openDatabase(db, () => {})).toEqual({ ok: true, value: undefined });
    expect(await db.outbox.toArray()).toEqual(outbox);
    const foldedRows = await db.folded.toArray();
    expect(foldedRows.map(({ lane }) => lane)).toEqual(['channel:UC1', 'channel:UC2', 'download:d1', 'playlist:local-1', 'settings']);
    const shownByLane = new Map(foldedRows.map(({ lane, shown }) => [lane, shown]));
    expect(shownByLane.get('channel:UC1')).toEqual({ of: 'channel', entity: { isSubscribed: true } });
    expect(shownByLane.get('channel:UC2')).toBeUndefined();
    expect(shownByLane.get('playlist:local-1')).toMatchObject({ of: 'playlist', entity: { name: 'Tide', entries: [{ videoId: 'v1' }] } });
    expect(shownByLane.get('settings')).toEqual({ of: 'config', entity: { grid_items: 6, page_size: 12 } });
    expect(shownByLane.get('download:d1')).toEqual({ of: 'download', entity: downloads.length > 0 ? null : undefined });
    db.close();
  },
);

describe('a database', () => {
  test('that another tab upgrades is closed permanently in this tab, and the upgrade is reported', async () => {
    const oldDatabase = openMirrorDatabase('two-tabs', mutationKinds);
    const closeReasons: string[] = [];
    await openDatabase(oldDatabase, (reason) => closeReasons.push(reason));
    const newerDatabase = new Dexie('two-tabs');
    newerDatabase.version(99).stores({ videoCards: 'videoId' });
    await newerDatabase.open();
    expect(closeReasons).toEqual(['upgrade']);
    await expect(oldDatabase.videoCards.count()).rejects.toThrow();
    newerDatabase.close();
  });

  test('of a newer version is refused', async () => {
    const newerDatabase = new Dexie('from-tomorrow');
    newerDatabase.version(99).stores({ videoCards: 'videoId' });
    await newerDatabase.open();
    newerDatabase.close();
    expect(await openDatabase(openMirrorDatabase('from-tomorrow', mutationKinds), () => {})).toEqual({ ok: false, error: 'newer' });
  });

  test('that another tab deletes is reported as deleted', async () => {
    const deletedDatabase = openMirrorDatabase('cleared-elsewhere', mutationKinds);
    const closeReasons: string[] = [];
    await openDatabase(deletedDatabase, (reason) => closeReasons.push(reason));
    expect((await deleteDatabase('cleared-elsewhere')).ok).toBe(true);
    expect(closeReasons).toEqual(['deleted']);
  });

  test('that another tab does not release is reported as blocked after five seconds', async () => {
    for (const storedVersion of storedMirrors.slice(0, 1)) await storeVersion('held', storedVersion);
    const blockingDatabase = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('held');
      request.onsuccess = () => resolve(request.result);
    });
    const warnSpy = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warnSpy.mockRestore());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const deletion = deleteDatabase('held');
    await expect.poll(() => warnSpy.mock.calls.length, { message: 'Dexie warns that the deletion is blocked' }).toBe(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await deletion).toEqual({ ok: false, error: 'blocked' });
    blockingDatabase.close();
  });

  test('that takes long to open, as on a busy device, is not reported as blocked', async () => {
    const slowDatabase = openMirrorDatabase('slow-to-open', mutationKinds);
    const openingFinishers: (() => void)[] = [];
    slowDatabase.on('ready', () => new Promise<void>((resolve) => void openingFinishers.push(resolve)));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const pendingOpening = openDatabase(slowDatabase, () => {});
    await expect.poll(() => openingFinishers.length).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    openingFinishers[0]?.();
    expect(await pendingOpening).toEqual({ ok: true, value: undefined });
    slowDatabase.close();
  });

  test.each([
    ['QuotaExceededError', 'full'],
    ['VersionError', 'newer'],
    ['InvalidStateError', 'unavailable'],
    ['MissingAPIError', 'unavailable'],
    ['SecurityError', 'unavailable'],
  ])('that fails to open with a %s is reported as %s, even if Dexie wraps the error', (name, reason) => {
    expect(databaseFailureOf(Object.assign(new Error('x'), { name }))).toBe(reason);
    expect(databaseFailureOf({ name: 'OpenFailedError', inner: { name } })).toBe(reason);
  });
});
