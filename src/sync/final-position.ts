// Sends the playing video's position when the page is closed or hidden, in the same turn of the event loop, because later code may
// never run. This is the only request that leaves before its outbox row is durable (docs/decisions/216). At that time the position is
// already in localStorage (docs/decisions/407), and the archive's state is read before the row itself is sent, so a lost request costs
// nothing. The request is sent only if this device itself wrote the last position less than a minute ago, because then reading the archive's
// state first would most likely show nothing new. Called by the player's host.
import { isUnavailable } from '../lib/connection.ts';
import { ageMs } from '../lib/clock.ts';
import { hasPendingSignOut } from '../mirror/registry.ts';
import type { Mirror } from '../mirror/database.ts';
import { readFence } from '../mirror/fence.ts';
import { outboxRowsByVideo, unwatchedState, type StoredOutboxRow } from '../mirror/fold.ts';
import type { WatchState } from '../mirror/rows.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import type { KeepaliveApi, SessionApi } from '../network/archive-api.ts';
import { createWriteApi } from '../network/write-api.ts';
import { decideProgress, ownWriteTtlMs } from './conflict.ts';

export interface FinalPosition {
  /** Called with the video that plays. Keeps in memory everything that `send` needs, since there is no time to read at the end. */
  track(videoId: string): void;
  /** Returns whether a request has left. */
  send(position: { videoId: string; positionSeconds: number; durationSeconds: number }): boolean;
  close(): void;
}

interface PositionContext {
  videoId: string;
  /** Whether the copy is open, its archive answered last time, and no sign-out is pending. */
  canSend: boolean;
  server: WatchState;
  confirmedAtMs: number;
  rows: StoredOutboxRow[];
}

export function createFinalPosition(mirror: Mirror, api: KeepaliveApi & Pick<SessionApi, 'sessionMark' | 'namesUser'>): FinalPosition {
  const { clock } = mirror;
  const { saveProgress } = createWriteApi({ call: api.callAtOnce });
  let trackedId: string | null = null;
  let context: PositionContext | null = null;
  /** The session under which the archive confirmed the last position; null: none was confirmed since tracking began. */
  let confirmedMark: string | null = null;
  let stopTracking: () => void = () => {};

  function onContext(next: PositionContext): void {
    if (context && context.confirmedAtMs !== next.confirmedAtMs) confirmedMark = api.sessionMark();
    context = next;
  }

  /** If the server does not name users, the session must still be the one that was just confirmed as this account's (identity.ts). */
  function isOwnSession(): boolean {
    return api.namesUser() || (confirmedMark !== null && confirmedMark === api.sessionMark());
  }

  return {
    track(videoId) {
      if (trackedId === videoId) return;
      stopTracking();
      trackedId = videoId;
      context = confirmedMark = null;
      stopTracking = watchQuery(clock, () => readContext(mirror, videoId), onContext);
    },
    send({ videoId, positionSeconds, durationSeconds }) {
      if (context?.videoId !== videoId || !context.canSend || !isOwnSession()) return false;
      const { server, rows } = context;
      if (ageMs(clock, context.confirmedAtMs) >= ownWriteTtlMs) return false;
      // If another change of the video waits or is under way, the position must wait its turn.
      if (!rows.every((row) => isLonePosition(row))) return false;
      const decision = decideProgress({ localSeconds: positionSeconds, durationSeconds, base: rows[0]?.base ?? server, present: server });
      if (decision.to !== 'send' || decision.alternativeSeconds !== undefined) return false;
      // Fire and forget: whether the position arrived is read back when its row is sent.
      void saveProgress(videoId, positionSeconds, mirror.newKey()).catch(() => undefined);
      return true;
    },
    close() {
      stopTracking();
      context = null;
    },
  };
}

function isLonePosition({ mutation, state, attempts }: StoredOutboxRow): boolean {
  return mutation.kind === 'save-progress' && attempts === 0 && (state.name === 'held' || (state.name === 'waiting' && state.outcome === undefined));
}

async function readContext(mirror: Mirror, videoId: string): Promise<PositionContext> {
  const { db, registry, accountKey } = mirror;
  const [row, rowsByVideo, fence, account, connection, isSigningOut] = await Promise.all([
    db.watchStates.get(videoId),
    outboxRowsByVideo(db, [videoId]),
    readFence(db),
    registry.accounts.get(accountKey),
    registry.connection.get('connection'),
    hasPendingSignOut(registry),
  ]);
  const name = connection?.value.name;
  return {
    videoId,
    canSend: !fence.isLocked && account?.isLocked === 0 && name !== undefined && !isUnavailable(name) && !isSigningOut,
    server: row?.server ?? unwatchedState,
    confirmedAtMs: row?.confirmedAtMs ?? -Infinity,
    rows: rowsByVideo.get(videoId) ?? [],
  };
}
