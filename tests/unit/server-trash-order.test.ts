// Videos return to their places in custom playlists, whatever is deleted and restored, in whatever order.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCustomPlaylists } from '../../server/archive/custom-playlists.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { inTransaction, type Database } from '../../server/database/transaction.ts';
import { createTrashItems } from '../../server/trash/trash-items.ts';
import { createTrashedRows } from '../../server/trash/trashed-rows.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

const channelId = 'UCharbourharbourharbour1';
const ids = ['pier-000001', 'quay-000002', 'mole-000003', 'dock-000004', 'buoy-000005', 'gull-000006'] as const;
const [pier, quay, mole, dock, buoy, gull] = ids;

let database: Database;
let playlists: ReturnType<typeof createCustomPlaylists>;
let trash: TrashWithoutFiles;
let playlistId: string;
beforeEach(() => {
  database = openDatabase(':memory:');
  const catalogue = createSqliteCatalogue(database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos(ids.map((videoId) => aVideo({ videoId, channelId })));
  playlists = createCustomPlaylists(database);
  trash = trashWithoutFiles();
  playlistId = playlists.create('Mine');
});
afterEach(() => database.close());

const addToPlaylist = (...videoIds: string[]): void => videoIds.forEach((videoId) => playlists.add(playlistId, videoId));
const entries = (id = playlistId): string[] =>
  (database.prepare('SELECT video_id FROM playlist_entry WHERE playlist_id = ? ORDER BY idx').all(id) as { video_id: string }[]).map((row) => row.video_id);
const areIndexesConsecutive = (id = playlistId): boolean =>
  (database.prepare('SELECT idx FROM playlist_entry WHERE playlist_id = ? ORDER BY idx').all(id) as { idx: number }[]).every(({ idx }, index) => idx === index);

describe('restored videos', () => {
  test('return to their places when they are restored in the order in which they were deleted', () => {
    addToPlaylist(pier, quay, mole, dock);
    trash.take(quay, mole);
    trash.putBack(quay, mole);
    expect(entries()).toEqual([pier, quay, mole, dock]);
  });

  test('return between their remaining neighbours, even if other videos of the playlist were deleted permanently', () => {
    addToPlaylist(pier, quay, mole, dock, buoy);
    trash.take(dock, quay, mole);
    trash.forget(quay);
    trash.putBack(dock, mole);
    expect(entries()).toEqual([pier, mole, dock, buoy]);
  });

  test('follow the nearest preceding video that is still there, if their playlist has changed since', () => {
    addToPlaylist(pier, quay, mole, dock);
    trash.take(mole, dock);
    playlists.remove(playlistId, quay);
    addToPlaylist(buoy);
    playlists.move(playlistId, buoy, 'top', false);
    trash.putBack(dock, mole);
    expect(entries()).toEqual([buoy, pier, mole, dock]);
  });

  test('come first again if they were first, even before a video that was moved to the top since', () => {
    addToPlaylist(pier, quay);
    trash.take(pier);
    playlists.add(playlistId, gull);
    playlists.move(playlistId, gull, 'top', false);
    trash.putBack(pier);
    expect(entries()).toEqual([pier, gull, quay]);
  });

  test('return to their places with their playlist, if it was in the trash as well', () => {
    addToPlaylist(pier, quay, mole, dock);
    trash.take(quay, mole);
    trash.takePlaylist(playlistId);
    trash.putBack(quay, mole);
    trash.putPlaylistBack(playlistId);
    expect([entries(), areIndexesConsecutive()]).toEqual([[pier, quay, mole, dock], true]);
  });

  test('return to their places whether they are restored before or after their playlist', () => {
    addToPlaylist(pier, quay, mole, dock);
    trash.take(quay, mole);
    trash.takePlaylist(playlistId);
    trash.putBack(quay);
    trash.putPlaylistBack(playlistId);
    trash.take(pier);
    trash.putBack(mole, pier);
    expect(entries()).toEqual([pier, quay, mole, dock]);
  });

  test('go to the index stored in their trash item, if an earlier version deleted them', () => {
    addToPlaylist(pier, quay, mole);
    trash.take(quay);
    database.exec('UPDATE playlist SET full_order = NULL');
    trash.putBack(quay);
    expect(entries()).toEqual([pier, quay, mole]);
  });
});

test('any deletions and restores, in any order, leave every playlist as it was, with no stored order left', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...ids], { minLength: 2 }),
      fc.shuffledSubarray([...ids], { minLength: 1 }),
      fc.array(fc.constantFrom(...ids), { maxLength: 30 }),
      fc.shuffledSubarray([...ids], { minLength: ids.length }),
      (firstMembers, secondMembers, steps, restoreOrder) => {
        const createdPlaylists = [firstMembers, secondMembers].map((members) => {
          const id = playlists.create('Any');
          for (const member of members) playlists.add(id, member);
          return { id, members };
        });
        // Each step deletes a video, or restores it if it is in the trash.
        for (const id of steps)
          if (trash.has(id)) trash.putBack(id);
          else trash.take(id);
        for (const id of restoreOrder) if (trash.has(id)) trash.putBack(id);
        for (const { id, members } of createdPlaylists) expect([entries(id), areIndexesConsecutive(id)]).toEqual([members, true]);
        expect(database.prepare('SELECT count(*) AS n FROM playlist WHERE full_order IS NOT NULL').get()).toEqual({ n: 0 });
        database.exec("DELETE FROM playlist WHERE name = 'Any'");
      },
    ),
    { seed: 11, numRuns: 100 },
  );
});

type TrashWithoutFiles = ReturnType<typeof trashWithoutFiles>;

/** Implements the part of the trash that is in the database, without moving files. */
function trashWithoutFiles() {
  const rows = createTrashedRows(database);
  const items = createTrashItems(database);
  const itemOf = (kind: string, ref: string): number | undefined =>
    (database.prepare("SELECT id FROM trash WHERE kind = ? AND ref = ? AND state = 'kept'").get(kind, ref) as { id: number } | undefined)?.id;
  const commonFields = { parent: null, isAutomatic: false, sizeBytes: 0 };

  function finish(id: number | undefined, work: (item: NonNullable<ReturnType<typeof items.find>>) => void): void {
    const item = items.find(id ?? 0);
    if (item === null) throw new Error('The item is not in the trash.');
    inTransaction(database, () => {
      work(item);
      items.remove(item.id);
    });
  }

  return {
    has: (videoId: string): boolean => itemOf('video', videoId) !== undefined,
    take: (...videoIds: string[]): void =>
      videoIds.forEach((ref) =>
        inTransaction(database, () => items.setState(items.add({ ...commonFields, kind: 'video', ref, title: ref, rows: rows.takeVideo(ref) }), 'kept')),
      ),
    putBack: (...videoIds: string[]): void => videoIds.forEach((ref) => finish(itemOf('video', ref), rows.restoreVideo)),
    forget: (videoId: string): void => finish(itemOf('video', videoId), rows.forgetVideo),
    takePlaylist(ref: string): void {
      items.setState(items.add({ ...commonFields, kind: 'playlist', ref, title: ref, rows: rows.ofPlaylist(ref) }), 'kept');
      database.prepare('DELETE FROM playlist WHERE playlist_id = ?').run(ref);
    },
    putPlaylistBack: (ref: string): void => finish(itemOf('playlist', ref), rows.restoreCollections),
  };
}
