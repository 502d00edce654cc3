// Appending what is no watch state: subscriptions, playlists, settings, the queue. Called by the mutations, apart from
// outbox.ts because no first frame needs it. Every append is one transaction, committed before its promise resolves.
import type { Mirror, MirrorDatabase } from './database.ts';
import { foldChannel, foldConfig, foldPlaylist } from './fold-entities.ts';
import { refold, videosConcerned, type StoredOutboxRow } from './fold.ts';
import { foldEntity, isSameWish, kindOf } from './mutation-kinds.ts';
import { isUnsent, laneOf, newRow, type Appended, type Change } from './outbox.ts';
import { resolvePlaylistId } from './playlist-ids.ts';
import type { Mutation } from './rows.ts';

/** Everything that such a change reads or writes; durable when the promise resolves. */
export function withEntities<Value>(db: MirrorDatabase, work: () => Promise<Value>): Promise<Value> {
  return db.transaction('rw', [db.outbox, db.watchStates, db.videoCards, db.playlists, db.channels, db.downloads, db.documents], work);
}

/**
 * The last value of a field counts, and going back to where the rest leads cancels both: then nothing is left to send. The
 * row goes to the end of its lane, since what was done in between may build on another order.
 */
export function appendEntityChange<M extends Mutation>(mirror: Mirror, change: Change<M>): Promise<Appended> {
  const { db, clock } = mirror;
  return withEntities(db, async () => {
    const asked = change.mutation;
    // A tab that still shows a playlist under its temporary id writes of the real one.
    const { playlist } = kindOf(db.kinds, asked);
    const mutation = playlist ? playlist.withId(asked, await resolvePlaylistId(db, playlist.id(asked))) : asked;
    const lane = (await db.outbox.where('lane').equals(laneOf(db, mutation)).toArray()).sort((left, right) => left.sequence - right.sequence);
    const same = lane.filter((row) => isUnsent(row) && isSameWish(db.kinds, row.mutation, mutation));
    // What is shown already is left as it is waiting, in its place; only a refused one of the same is done with.
    const isShown = await saysNothingNew(db, mutation, lane);
    const replaced = isShown ? same.filter(({ state }) => state.name === 'parked') : same;
    await db.outbox.bulkDelete(replaced.map((row) => row.sequence));
    const isNeeded =
      !isShown &&
      !(await saysNothingNew(
        db,
        mutation,
        lane.filter((row) => !replaced.includes(row)),
      ));
    const row = newRow(mirror, { ...change, mutation }, null, clock.now() + (change.dueInMs ?? 0));
    const [first] = replaced;
    if (first) row.createdAtMs = first.createdAtMs;
    row.revision = 1 + Math.max(0, ...replaced.map((other) => other.revision));
    const sequence = isNeeded ? await db.outbox.add(row) : null;
    await refold(db, await videosConcerned(db, { mutation }));
    return { row: sequence === null ? null : { sequence, revision: row.revision }, replaced, former: new Map() };
  });
}

async function saysNothingNew(db: MirrorDatabase, mutation: Mutation, rest: readonly StoredOutboxRow[]): Promise<boolean> {
  const rules = kindOf(db.kinds, mutation).entity;
  switch (rules?.of) {
    case 'channel': {
      const channel = await db.channels.get(rules.id(mutation));
      return channel !== undefined && rules.isShown?.(foldChannel(db.kinds, channel, rest), mutation) === true;
    }
    case 'config': {
      const config = await db.documents.get('user-config');
      return config?.key === 'user-config' && rules.isShown?.(foldConfig(db.kinds, config.value, rest), mutation) === true;
    }
    case 'playlist': {
      const playlistId = rules.id(mutation);
      return rules.isShown?.(foldPlaylist(db.kinds, playlistId, await db.playlists.get(playlistId), rest), mutation) === true;
    }
    case 'download': {
      const videoId = rules.id(mutation);
      return rules.isShown?.(foldEntity(db.kinds, 'download', videoId, await db.downloads.get(videoId), rest), mutation) === true;
    }
    case undefined:
      return false;
  }
}
