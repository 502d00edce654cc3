// Appending what is no watch state: subscriptions, playlists, settings, the queue. Called by the mutations, apart from
// outbox.ts because no first frame needs it. Every append is one transaction, committed before its promise resolves.
import { isSame } from '../lib/keep-identity.ts';
import type { Mirror, MirrorDatabase } from './database.ts';
import { foldChannel, foldConfig, foldPlaylist } from './fold-entities.ts';
import { refold, videosConcerned, type StoredOutboxRow } from './fold.ts';
import { isAboutTheSame, isUnsent, laneOf, newRow, type Appended, type Change } from './outbox.ts';
import { resolvePlaylistId } from './playlist-ids.ts';
import type { Mutation, WatchMutation } from './rows.ts';

export type EntityMutation = Exclude<Mutation, WatchMutation>;

/** Everything that such a change reads or writes; durable when the promise resolves. */
export function withEntities<Value>(db: MirrorDatabase, work: () => Promise<Value>): Promise<Value> {
  return db.transaction('rw', [db.outbox, db.watchStates, db.videoCards, db.playlists, db.channels, db.downloads, db.documents], work);
}

/**
 * The last value of a field counts, and going back to where the rest leads cancels both: then nothing is left to send. The
 * row goes to the end of its lane, since what was done in between may build on another order.
 */
export function appendEntityChange(mirror: Mirror, change: Change<EntityMutation>): Promise<Appended> {
  const { db, clock } = mirror;
  return withEntities(db, async () => {
    const asked = change.mutation;
    // A tab that still shows a playlist under its temporary id writes of the real one.
    const mutation =
      'playlistId' in asked && asked.kind !== 'create-playlist' ? { ...asked, playlistId: await resolvePlaylistId(db, asked.playlistId) } : asked;
    const lane = (await db.outbox.where('lane').equals(laneOf(mutation)).toArray()).sort((left, right) => left.sequence - right.sequence);
    const same = lane.filter((row) => isUnsent(row) && isAboutTheSame(row.mutation, mutation));
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

async function saysNothingNew(db: MirrorDatabase, mutation: EntityMutation, rest: readonly StoredOutboxRow[]): Promise<boolean> {
  switch (mutation.kind) {
    case 'subscribe-channel': {
      const channel = await db.channels.get(mutation.channelId);
      return channel !== undefined && foldChannel(channel, rest).isSubscribed === mutation.isSubscribed;
    }
    case 'set-config': {
      const config = await db.documents.get('user-config');
      return config?.key === 'user-config' && isSame(foldConfig(config.value, rest)[mutation.key], mutation.value);
    }
    case 'subscribe-playlist':
    case 'sort-playlist':
    case 'change-membership':
    case 'order-playlist':
      return saysNothingNewOfPlaylist(db, mutation, rest);
    case 'change-download': {
      const item = await db.downloads.get(mutation.videoId);
      // The lane is of this item alone, and the last word counts. Asked for once more it is begun once more.
      const last = rest.findLast(({ state }) => state.name !== 'parked')?.mutation;
      const shown = last?.kind === 'change-download' ? last.to : item?.status;
      return mutation.to !== 'priority' && mutation.to === (shown === 'priority' ? 'pending' : shown);
    }
    case 'add-subscription':
    case 'add-downloads':
    case 'create-playlist':
    case 'ignore-video':
      return false;
  }
}

async function saysNothingNewOfPlaylist(
  db: MirrorDatabase,
  mutation: Extract<EntityMutation, { kind: 'subscribe-playlist' | 'sort-playlist' | 'change-membership' | 'order-playlist' }>,
  rest: readonly StoredOutboxRow[],
): Promise<boolean> {
  const playlist = foldPlaylist(await db.playlists.get(mutation.playlistId), rest);
  if (!playlist) return false;
  switch (mutation.kind) {
    case 'subscribe-playlist':
      return playlist.isSubscribed === mutation.isSubscribed;
    case 'sort-playlist':
      return playlist.sortOrder === mutation.sortOrder;
    case 'change-membership':
      return playlist.entries.some((entry) => entry.videoId === mutation.videoId) === mutation.isMember;
    case 'order-playlist': {
      const ids = playlist.entries.map((entry) => entry.videoId);
      return isSame(
        ids,
        mutation.wanted.filter((videoId) => ids.includes(videoId)),
      );
    }
  }
}
