import type { OrderPlaylist } from '../../mutations/kinds/order-playlist.ts';
import { inWantedOrder } from '../../mutations/kinds/playlist-entries.ts';
import { planMoves } from '../plan-moves.ts';
import { recordEntity } from '../record-entity.ts';
import {
  afterFailedRead,
  afterFailedWrite,
  demandTurn,
  done,
  isOutcomeUnknown,
  markSent,
  park,
  retryLater,
  type RowOutcome,
  type SendPorts,
} from '../row-outcome.ts';
import { keepPlaylist, readPlaylist } from './playlists.ts';
import type { RowOf } from './sender.ts';

/** A network that repeats requests, or hidden videos, may spoil the first round: later rounds only move to the ends. */
const rounds = 3;

/** An archive that has left the order unchanged this often will not accept it. */
const mostAttempts = 5;

export async function sendOrderPlaylist(ports: SendPorts, row: RowOf<OrderPlaylist>): Promise<RowOutcome> {
  const { playlistId, wanted } = row.mutation;
  // Once a move has counted, a refusal of a later call does not undo it.
  let onItsWay: RowOf<OrderPlaylist> = row;
  for (let round = 1; round <= rounds; round += 1) {
    const present = await readPlaylist(ports, playlistId);
    if (!present.ok) return afterFailedRead(ports, onItsWay, present.error);
    const ids = present.value.entries.map((entry) => entry.videoId);
    const target = inWantedOrder(present.value.entries, wanted).map((entry) => entry.videoId);
    const moves = planMoves(ids, target, round > 1 || (await isHidingWatched(ports)));
    if (moves.length === 0) return recordEntity(ports, row, () => keepPlaylist(ports, present.value), round > 1 || isOutcomeUnknown(row) ? 'sent' : 'there');
    if (round === 1 && !(await markSent(ports, row))) return done;
    for (const { action, videoId } of moves) {
      if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
      if (onItsWay !== row) await demandTurn(ports);
      // A separate key per call: the same move may be needed again after the next look.
      const answer = await ports.api.changeCustomPlaylist(playlistId, { action, video_id: videoId }, ports.mirror.newKey(), ports.signal);
      if (!answer.ok) return onItsWay === row ? afterFailedWrite(ports, row, answer.error) : afterFailedRead(ports, onItsWay, answer.error);
      onItsWay = { ...row, state: { name: 'sent' } };
    }
  }
  if (row.attempts >= mostAttempts) return park(ports, row, { name: 'parked', reason: 'refused', message: '' });
  await retryLater(ports, row, { name: 'waiting', outcome: 'unknown' }, null);
  return { kind: 'waits', isServerIll: false };
}

async function isHidingWatched({ mirror: { db } }: SendPorts): Promise<boolean> {
  const config = await db.documents.get('user-config');
  return config?.key !== 'user-config' || config.value.hide_watched !== false;
}
