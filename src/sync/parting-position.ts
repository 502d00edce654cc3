// The position of a page being closed or hidden, sent in the same turn of the event loop: later code may never run. It is the only request that
// leaves before its row is durable (docs/decisions/216): the position is in localStorage by then (docs/decisions/407), and its row is read back
// before anything is sent again. So it is only sent where reading would bring nothing new: this device itself wrote the last position, a short while
// ago. Called by the player's host. A lost request costs nothing.
import { cannotAsk } from '../lib/connection.ts';
import { ageMs } from '../lib/clock.ts';
import { hasPendingSignOut } from '../mirror/registry.ts';
import type { Mirror } from '../mirror/database.ts';
import { readFence } from '../mirror/fence.ts';
import { outboxOfVideos, untouched, type StoredOutboxRow } from '../mirror/fold.ts';
import type { WatchState } from '../mirror/rows.ts';
import { watchQuery } from '../mirror/watch-query.ts';
import type { PartingApi, SessionApi } from '../network/archive-api.ts';
import { createWriteApi } from '../network/write-api.ts';
import { decideProgress, ownWriteLastsMs } from './conflict.ts';

export interface PartingPosition {
  /** What plays: everything that decides about its last position is tracked, since there is no time to read it at the end. */
  follow(videoId: string): void;
  /** Returns whether a request has left. */
  send(place: { videoId: string; positionSeconds: number; durationSeconds: number }): boolean;
  close(): void;
}

interface Known {
  videoId: string;
  /** The copy is open, its archive answered last time, and no sign-out is pending there. */
  mayAsk: boolean;
  server: WatchState;
  confirmedAtMs: number;
  rows: StoredOutboxRow[];
}

export function createPartingPosition(mirror: Mirror, api: PartingApi & Pick<SessionApi, 'sessionMark' | 'namesUser'>): PartingPosition {
  const { clock } = mirror;
  const { saveProgress } = createWriteApi({ call: api.callAtOnce });
  let followed: string | null = null;
  let known: Known | null = null;
  /** The session under which the archive confirmed the last position; null: none was confirmed since tracking began. */
  let mark: string | null = null;
  let endFollowing: () => void = () => {};

  function take(next: Known): void {
    if (known && known.confirmedAtMs !== next.confirmedAtMs) mark = api.sessionMark();
    known = next;
  }

  /** If the server does not name users: the session is still the one that was just confirmed as this account's (identity.ts). */
  function isOurs(): boolean {
    return api.namesUser() || (mark !== null && mark === api.sessionMark());
  }

  return {
    follow(videoId) {
      if (followed === videoId) return;
      endFollowing();
      followed = videoId;
      known = mark = null;
      endFollowing = watchQuery(clock, () => readKnown(mirror, videoId), take);
    },
    send({ videoId, positionSeconds, durationSeconds }) {
      if (known?.videoId !== videoId || !known.mayAsk || !isOurs()) return false;
      const { server, rows } = known;
      if (ageMs(clock, known.confirmedAtMs) >= ownWriteLastsMs) return false;
      // Behind anything else that waits or is under way, it must wait its turn.
      if (!rows.every((row) => isPositionAlone(row))) return false;
      const decision = decideProgress({ localSeconds: positionSeconds, durationSeconds, base: rows[0]?.base ?? server, present: server });
      if (decision.to !== 'send' || decision.alternativeSeconds !== undefined) return false;
      void saveProgress(videoId, positionSeconds, mirror.newKey()).catch(() => undefined); // its row asks what became of it
      return true;
    },
    close() {
      endFollowing();
      known = null;
    },
  };
}

function isPositionAlone({ mutation, state, attempts }: StoredOutboxRow): boolean {
  return mutation.kind === 'save-progress' && attempts === 0 && (state.name === 'held' || (state.name === 'waiting' && state.outcome === undefined));
}

async function readKnown(mirror: Mirror, videoId: string): Promise<Known> {
  const { db, registry, accountKey } = mirror;
  const [row, waiting, fence, account, connection, isSigningOut] = await Promise.all([
    db.watchStates.get(videoId),
    outboxOfVideos(db, [videoId]),
    readFence(db),
    registry.accounts.get(accountKey),
    registry.connection.get('connection'),
    hasPendingSignOut(registry),
  ]);
  const name = connection?.value.name;
  return {
    videoId,
    mayAsk: !fence.isLocked && account?.isLocked === 0 && name !== undefined && !cannotAsk(name) && !isSigningOut,
    server: row?.server ?? untouched,
    confirmedAtMs: row?.confirmedAtMs ?? -Infinity,
    rows: waiting.get(videoId) ?? [],
  };
}
