// Which notice the connection calls for (docs/look-and-feel.md, The chip). Knows nothing of React.
import { cannotAsk } from '../../lib/connection.ts';
import type { SyncStatus } from '../../queries/views.ts';
import { clockAge } from '../../texts/formats.ts';
import { syncTexts } from '../../texts/sync.ts';

export type ConnectionBanner =
  | { kind: 'away'; title: string; text: string | null }
  | { kind: 'captive'; title: string; text: string }
  | { kind: 'signed-out'; title: string; text: string }
  | { kind: 'back'; title: string };

const { banner } = syncTexts;

/** `back`: the archive was away, and has just come back. */
export function connectionBanner(status: SyncStatus, back: { sentCount: number } | null, nowMs: number): ConnectionBanner | null {
  const copyFrom = status.lastSyncAtMs === null ? null : clockAge(status.lastSyncAtMs, nowMs);
  const text = status.waitingCount > 0 ? banner.waiting(status.waitingCount) : null;
  switch (status.connection.name) {
    case 'offline':
      return { kind: 'away', title: banner.offline(copyFrom), text };
    case 'unreachable':
      return { kind: 'away', title: banner.away(copyFrom), text };
    case 'captive':
      return { kind: 'captive', title: banner.captive, text: banner.captiveText };
    case 'signed-out':
      return { kind: 'signed-out', title: banner.signedOut, text: banner.signedOutText(status.waitingCount) };
    case 'online':
    case 'degraded':
      return back ? { kind: 'back', title: banner.back(back.sentCount) } : null;
  }
}

/** The line of being back stays for so long after the last change has gone out: time to read it once. */
export const backLineMs = 4000;

/** What has to be remembered of the time away, to say at the end of it how many changes went out. */
export type Watch =
  | { name: 'in-touch' }
  | { name: 'away'; unsentCount: number; parkedCount: number }
  | { name: 'back'; unsentCount: number; parkedCount: number; sentCount: number; untilMs: number };

/** Called for each new status, and when the line's time is over. */
export function nextWatch(watch: Watch, status: SyncStatus, nowMs: number): Watch {
  if (cannotAsk(status.connection.name)) return { name: 'away', unsentCount: status.waitingCount, parkedCount: status.parkedCount };
  if (watch.name === 'in-touch') return watch;
  const sentCount = Math.max(0, watch.unsentCount - status.waitingCount - Math.max(0, status.parkedCount - watch.parkedCount));
  if (watch.name === 'away') return { ...watch, name: 'back', sentCount, untilMs: nowMs + backLineMs };
  if (sentCount > watch.sentCount) return { ...watch, sentCount, untilMs: nowMs + backLineMs };
  return nowMs >= watch.untilMs ? { name: 'in-touch' } : watch;
}
