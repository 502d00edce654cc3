// What the sync sheet says first. Independent of React.
import type { SyncStatus } from '../../queries/views.ts';
import { age, clockAge } from '../../texts/formats.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { syncTexts } from '../../texts/sync.ts';

const { sheet } = syncSheetTexts;

/** Headline and line of the sync sheet. */
export function syncHeadline(status: SyncStatus, nowMs: number): { title: string; text: string } {
  const unsent = status.waitingCount;
  const { otherVersionCount: ofOthers, behindRefusedCount: behindRefused } = status;
  // Changes made by another version are not sent by this one, and what depends on a refused creation waits for the user.
  const own = unsent - ofOthers - behindRefused;
  const since = clockAge(status.connection.sinceMs, nowMs);
  const others = ofOthers > 0 ? sheet.changesForVersion(ofOthers) : behindRefused > 0 ? sheet.behindRefused(behindRefused) : sheet.nothingWaits;
  const waits = own > 0 ? sheet.waitHere(own) : others;
  const synced = status.lastSyncAtMs === null ? syncTexts.neverSynced : syncTexts.synced(age(status.lastSyncAtMs, nowMs));
  switch (status.connection.name) {
    case 'offline':
      return { title: sheet.offlineSince(since), text: waits };
    case 'unreachable':
      return { title: sheet.awaySince(since), text: waits };
    case 'captive':
      return { title: sheet.captive, text: waits };
    case 'proxy-login':
      return { title: sheet.proxyLogin, text: waits };
    case 'signed-out':
      return { title: sheet.signedOut, text: own > 0 ? sheet.waitForLogin(own) : waits };
    case 'degraded':
      return { title: sheet.degraded, text: waits };
    case 'online':
      if (status.sendingCount > 0) return { title: sheet.syncing(status.sendingCount), text: synced };
      if (status.parkedCount > 0) return { title: syncTexts.chip.needsYou(status.parkedCount), text: unsent > 0 ? waits : sheet.restIsSent };
      if (own > 0) return { title: sheet.waiting(own), text: sheet.goOutOnTheirOwn(own) };
      if (ofOthers > 0) return { title: sheet.ofOtherVersion(ofOthers), text: sheet.waitForVersion(ofOthers) };
      return status.lastSyncAtMs === null ? { title: sheet.connected, text: sheet.nothingCopied } : { title: sheet.upToDate, text: synced };
  }
}
