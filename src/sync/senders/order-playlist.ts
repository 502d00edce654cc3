import type { OrderPlaylist } from '../../mutations/kinds/order-playlist.ts';
import { inOrder } from '../../mutations/kinds/playlist-entries.ts';
import { planMoves } from '../plan-moves.ts';
import { completeEntityRow } from '../complete-entity-row.ts';
import {
  handleFailedRead,
  handleFailedWrite,
  assertMaySend,
  done,
  isOutcomeUnknown,
  markSent,
  park,
  retryLater,
  updateRow,
  type RowOutcome,
  type SendPorts,
} from '../row-outcome.ts';
import { storePlaylist, readPlaylist } from './playlists.ts';
import type { RowOf } from './sender.ts';

/** Hidden videos, or a network that repeats requests, may spoil the first round, so later rounds only move to the ends. */
const maxRounds = 3;

/** An archive that has left the order unchanged this often will not accept it. */
const maxUnchangedTries = 5;

export async function sendOrderPlaylist(ports: SendPorts, row: RowOf<OrderPlaylist>): Promise<RowOutcome> {
  const { playlistId, wanted } = row.mutation;
  // Once a move has taken effect, the row counts as sent, because a refusal of a later call does not undo that move.
  let currentRow: RowOf<OrderPlaylist> = row;
  for (let round = 1; round <= maxRounds; round += 1) {
    const playlist = await readPlaylist(ports, playlistId);
    if (!playlist.ok) return handleFailedRead(ports, currentRow, playlist.error);
    const ids = playlist.value.entries.map((entry) => entry.videoId);
    const target = inOrder(playlist.value.entries, wanted).map((entry) => entry.videoId);
    const moves = planMoves(ids, target, round > 1 || (await hidesWatched(ports)));
    if (moves.length === 0)
      return completeEntityRow(ports, row, () => storePlaylist(ports, playlist.value), round > 1 || isOutcomeUnknown(row) ? 'sent' : 'there');
    if (round === 1 && !(await markSent(ports, row))) return done;
    for (const { action, videoId } of moves) {
      if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
      if (currentRow !== row) await assertMaySend(ports);
      // Each call has a key of its own, because the same move may be needed again after the next read.
      const answer = await ports.api.changeCustomPlaylist(playlistId, { action, video_id: videoId }, ports.mirror.newKey(), ports.signal);
      if (!answer.ok) return currentRow === row ? handleFailedWrite(ports, row, answer.error) : handleFailedRead(ports, currentRow, answer.error);
      currentRow = { ...row, state: { name: 'sent' } };
    }
  }
  const { unchangedTries = 0, ...order } = row.mutation;
  const isRefused = unchangedTries >= maxUnchangedTries;
  // A person may request the order once more, so a parked row does not keep the number.
  const mutation: OrderPlaylist = isRefused ? order : { ...order, unchangedTries: unchangedTries + 1 };
  await updateRow(ports, row, { mutation });
  if (isRefused) return park(ports, row, { name: 'parked', reason: 'refused', message: '' });
  await retryLater(ports, row, { name: 'waiting', outcome: 'unknown' }, null);
  return { kind: 'waits', isServerFault: false };
}

async function hidesWatched({ mirror: { db } }: SendPorts): Promise<boolean> {
  const config = await db.documents.get('user-config');
  return config?.key !== 'user-config' || config.value.hide_watched !== false;
}
