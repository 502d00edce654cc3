// The headline of the sync sheet and the line below it. Independent of React.
import type { SyncStatus } from '../../queries/views.ts';
import { age, clockAge } from '../../texts/formats.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { syncTexts } from '../../texts/sync.ts';
import type { SyncStatusView, SyncTone } from './sync-status-view.ts';

const { sheet } = syncSheetTexts;

export function syncHeadline(status: SyncStatus, nowMs: number): { title: string; text: string } {
  const { waitingCount, otherVersionCount, blockedCount } = status;
  // This version does not send another version's changes, and changes that depend on a refused creation wait for the user.
  const sendableCount = waitingCount - otherVersionCount - blockedCount;
  const sinceText = clockAge(status.connection.sinceMs, nowMs);
  const othersText =
    otherVersionCount > 0 ? sheet.changesForVersion(otherVersionCount) : blockedCount > 0 ? sheet.behindRefused(blockedCount) : sheet.nothingWaits;
  const waitingText = sendableCount > 0 ? sheet.waitHere(sendableCount) : othersText;
  const syncedText = status.lastSyncAtMs === null ? syncTexts.neverSynced : syncTexts.synced(age(status.lastSyncAtMs, nowMs));
  switch (status.connection.name) {
    case 'offline':
      return { title: sheet.offlineSince(sinceText), text: waitingText };
    case 'unreachable':
      return { title: sheet.awaySince(sinceText), text: waitingText };
    case 'captive':
      return { title: sheet.captive, text: waitingText };
    case 'proxy-login':
      return { title: sheet.proxyLogin, text: waitingText };
    case 'signed-out':
      return { title: sheet.signedOut, text: sendableCount > 0 ? sheet.waitForLogin(sendableCount) : waitingText };
    case 'degraded':
      return { title: sheet.degraded, text: waitingText };
    case 'online':
      if (status.sendingCount > 0) return { title: sheet.syncing(status.sendingCount), text: syncedText };
      if (status.parkedCount > 0) return { title: syncTexts.chip.needsYou(status.parkedCount), text: waitingCount > 0 ? waitingText : sheet.restIsSent };
      if (sendableCount > 0) return { title: sheet.waiting(sendableCount), text: sheet.goOutOnTheirOwn(sendableCount) };
      if (otherVersionCount > 0) return { title: sheet.ofOtherVersion(otherVersionCount), text: sheet.waitForVersion(otherVersionCount) };
      return status.lastSyncAtMs === null ? { title: syncTexts.connected, text: syncTexts.nothingCopied } : { title: sheet.upToDate, text: syncedText };
  }
}

/** The chip's tone, except that the green of an up-to-date copy would contradict the headline of a server that does not always answer. */
export function headlineTone(status: SyncStatus, { tone }: SyncStatusView): SyncTone {
  return tone === 'ok' && status.connection.name === 'degraded' ? 'waiting' : tone;
}
