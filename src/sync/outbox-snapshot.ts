// The rows of the outbox that a pass may send, and which of them are due, read in one transaction. Called by flush.ts.
import { blockersOf, withCurrentLanes } from '../mirror/blocked-rows.ts';
import type { Mirror } from '../mirror/database.ts';
import { membersBefore, type StoredOutboxRow } from '../mirror/fold.ts';
import { concernOf, videoOf, type MutationKinds } from '../mirror/mutation-kinds.ts';
import type { Lane, PlaylistRow, VideoCardRow } from '../mirror/rows.ts';
import { laneHeads, isRowDue, type MembershipTest } from './lane-plan.ts';

export interface OutboxSnapshot {
  /** The rows that are not blocked. */
  rows: StoredOutboxRow[];
  /** The first rows of their lanes that are due now. */
  dueRows: StoredOutboxRow[];
  mayConcern: MembershipTest;
  /** When the next row is due; null if no row waits for a time. */
  nextTryAtMs: number | null;
}

export async function readOutbox({ db, clock }: Mirror): Promise<OutboxSnapshot> {
  return db.transaction('r', [db.outbox, db.videoCards, db.playlists, db.documents], async () => {
    const rows = withoutBlocked(db.kinds, await withCurrentLanes(db, await db.outbox.orderBy(':id').toArray()));
    const cards = await db.videoCards.bulkGet(rows.flatMap(({ mutation }) => videoOf(db.kinds, mutation) ?? []));
    const concerns = rows.map(({ mutation }) => concernOf(db.kinds, mutation));
    const playlists = await db.playlists.bulkGet(concerns.flatMap((concern) => (concern?.of === 'playlist' ? [concern.playlistId] : [])));
    const mayConcern = membershipTest(db.kinds, rows, cards, playlists);
    const heads = laneHeads(db.kinds, rows, mayConcern);
    const dueRows = heads.filter((row) => isRowDue(db.kinds, row, rows, clock.now()));
    const nextTryAtMs = heads.reduce<number | null>((soonest, row) => Math.min(soonest ?? Infinity, row.nextTryAtMs), null);
    return { rows, dueRows, mayConcern, nextTryAtMs };
  });
}

/** Leaves out parked rows and changes to a playlist whose creation is parked, because neither blocks other rows. */
function withoutBlocked(kinds: MutationKinds, rows: readonly StoredOutboxRow[]): StoredOutboxRow[] {
  const blockers = blockersOf(kinds, rows);
  return rows.filter((row) => row.state.name !== 'parked' && blockers.get(row.sequence)?.is !== 'refused-creation');
}

function membershipTest(
  kinds: MutationKinds,
  rows: readonly StoredOutboxRow[],
  cards: readonly (VideoCardRow | undefined)[],
  playlists: readonly (PlaylistRow | undefined)[],
): MembershipTest {
  const channelOf = new Map(cards.flatMap((card) => (card ? [[card.videoId, card.channelId]] : [])));
  const playlistOf = new Map(playlists.flatMap((playlist) => (playlist ? [[playlist.playlistId, playlist]] : [])));
  const membersByLane = new Map<Lane, (videoId: string) => boolean>();
  for (const row of rows) {
    const { lane, mutation } = row;
    const concern = concernOf(kinds, mutation);
    if (concern?.of === 'channel') membersByLane.set(lane, (videoId) => (channelOf.get(videoId) ?? concern.channelId) === concern.channelId);
    if (concern?.of !== 'playlist') continue;
    const playlist = playlistOf.get(concern.playlistId);
    const members = new Set([...membersBefore(kinds, row, concern.playlistId, rows, playlist), ...(playlist?.entries ?? []).map((entry) => entry.videoId)]);
    membersByLane.set(lane, (videoId) => playlist === undefined || members.has(videoId));
  }
  return (wideLane, videoId) => membersByLane.get(wideLane)?.(videoId) ?? true;
}
