// Which notice is shown for the connection state (docs/look-and-feel.md, The chip). Independent of React.
import { signInQuery } from '../../lib/addresses.ts';
import { isUnavailable } from '../../lib/connection.ts';
import type { SettledChange } from '../../queries/sync-events.ts';
import type { SyncStatus } from '../../queries/views.ts';
import { clockAge } from '../../texts/formats.ts';
import { syncTexts } from '../../texts/sync.ts';

export type ConnectionBanner =
  | { kind: 'away'; title: string; text: string | null }
  /** Something else answers in the archive's place. `href` leads to the page that it serves. */
  | { kind: 'captive' | 'proxy-login'; title: string; text: string; action: string; href: string }
  | { kind: 'signed-out'; title: string; text: string }
  | { kind: 'back'; title: string };

const { banner } = syncTexts;

/** How many videos play from this device. */
export interface SavedVideoCount {
  isRead: boolean;
  count: number;
}

const blankLine = '\u00a0';

/** A path that the service worker never serves, so that a portal can answer with its page. */
const uncachedPath = '/api/ping/';

/** `reconnection`: set for a moment after the archive has come back. */
export function connectionBanner(
  status: SyncStatus,
  reconnection: { sentCount: number } | null,
  nowMs: number,
  savedVideos: SavedVideoCount,
): ConnectionBanner | null {
  const copyAge = status.lastSyncAtMs === null ? null : clockAge(status.lastSyncAtMs, nowMs);
  const waitingText = status.waitingCount > 0 ? banner.waiting(status.waitingCount) : null;
  // Until the count is read, its line is blank, so that the page below does not move when the count arrives.
  const text = savedVideos.isRead ? (savedVideos.count > 0 ? banner.plays(savedVideos.count) : waitingText) : blankLine;
  const { name } = status.connection;
  switch (name) {
    case 'offline':
      return { kind: 'away', title: banner.offline(copyAge), text };
    case 'unreachable':
      return { kind: 'away', title: banner.away(copyAge), text };
    case 'captive':
    case 'proxy-login': {
      const outOfReachText = savedVideos.count > 0 ? `${banner.outOfReach} ${banner.savedPlay}` : banner.outOfReach;
      return { ...banner[name], kind: name, text: outOfReachText, href: name === 'captive' ? uncachedPath : `?${signInQuery}` };
    }
    case 'signed-out':
      return { kind: 'signed-out', title: banner.signedOut, text: banner.signedOutText(status.waitingCount) };
    case 'online':
    case 'degraded':
      return reconnection ? { kind: 'back', title: banner.back(reconnection.sentCount) } : null;
  }
}

/** How long the notice "back" stays after the return, or after the last change was sent: long enough to read it once. */
export const backBannerMs = 4000;

/** Counts the changes that are sent when the archive comes back, for the notice about its return. */
export type ReconnectState =
  | { name: 'in-touch' }
  /** Changes are already counted, because another tab may send some before this tab learns that the archive is back. */
  | { name: 'away'; sentCount: number }
  | { name: 'back'; sentCount: number; sinceMs: number; untilMs: number };

export function afterConnection(state: ReconnectState, { name, sinceMs }: SyncStatus['connection'], nowMs: number): ReconnectState {
  if (isUnavailable(name)) return state.name === 'away' ? state : { name: 'away', sentCount: 0 };
  return state.name === 'away' ? { name: 'back', sentCount: state.sentCount, sinceMs, untilMs: nowMs + backBannerMs } : state;
}

/** Counts a settled change, unless it was made after the return, was refused, or is a deferred position. */
export function afterSettled(state: ReconnectState, { outcome, wasHeld, createdAtMs }: SettledChange, nowMs: number): ReconnectState {
  if (state.name === 'in-touch' || outcome.name === 'parked' || wasHeld) return state;
  if (state.name === 'away') return { ...state, sentCount: state.sentCount + 1 };
  return createdAtMs > state.sinceMs ? state : { ...state, sentCount: state.sentCount + 1, untilMs: nowMs + backBannerMs };
}

export function afterTimeout(state: ReconnectState, nowMs: number): ReconnectState {
  return state.name === 'back' && nowMs >= state.untilMs ? { name: 'in-touch' } : state;
}
