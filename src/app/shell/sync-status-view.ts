// The connection state and the unsent changes, as one chip and one card (docs/look-and-feel.md, The chip). Independent of React.
import type { SyncStatus } from '../../queries/views.ts';
import { age, count } from '../../texts/formats.ts';
import { syncTexts } from '../../texts/sync.ts';
import type { IconName } from '../../ui/icon.tsx';

/** `plain`: without colour. */
export type SyncTone = 'ok' | 'plain' | 'busy' | 'waiting' | 'warn' | 'accent' | 'danger';

export interface SyncStatusView {
  tone: SyncTone;
  icon: IconName;
  /** The first line of the sidebar's card: "Offline". */
  title: string;
  /** The line under the title: "3 waiting to sync". */
  subtitle: string;
  /** The text next to the chip's icon; empty for an icon alone. */
  chipText: string;
  /** The chip's accessible name, and the text of the live region. */
  label: string;
}

const { chip } = syncTexts;

export function syncStatusView(status: SyncStatus, nowMs: number): SyncStatusView {
  const { waitingCount } = status;
  const syncedText = status.lastSyncAtMs === null ? syncTexts.neverSynced : syncTexts.synced(age(status.lastSyncAtMs, nowMs));
  const waitingText = waitingCount > 0 ? chip.waiting(waitingCount) : syncedText;
  const countText = waitingCount > 0 ? count(waitingCount) : '';
  const awayView = (tone: SyncTone, title: string): SyncStatusView => ({
    tone,
    icon: 'cloud-struck',
    title,
    subtitle: waitingText,
    chipText: countText,
    label: chip.spoken(title, waitingCount),
  });
  switch (status.connection.name) {
    case 'signed-out':
      return {
        tone: 'accent',
        icon: 'key',
        title: chip.logIn,
        subtitle: waitingText,
        chipText: chip.logIn,
        label: chip.spoken(chip.logIn, waitingCount),
      };
    case 'captive':
      return awayView('warn', chip.captive);
    case 'proxy-login':
      return awayView('warn', chip.proxyLogin);
    case 'offline':
      return awayView('waiting', chip.offline);
    case 'unreachable':
      return awayView('waiting', chip.away);
    case 'online':
    case 'degraded':
      break;
  }
  if (status.parkedCount > 0) {
    const attentionText = chip.needsYou(status.parkedCount);
    return {
      tone: 'danger',
      icon: 'warning',
      title: attentionText,
      subtitle: waitingText,
      chipText: attentionText,
      label: chip.spoken(attentionText, waitingCount),
    };
  }
  const sendableCount = waitingCount - status.otherVersionCount;
  if (waitingCount > 0 && sendableCount === 0)
    return {
      tone: 'waiting',
      icon: 'clock',
      title: chip.update,
      subtitle: waitingText,
      chipText: chip.update,
      label: chip.spoken(chip.update, waitingCount),
    };
  if (sendableCount > 0) {
    const busyText = chip.syncing(sendableCount);
    return { tone: 'busy', icon: 'sync', title: busyText, subtitle: syncedText, chipText: busyText, label: busyText };
  }
  // Green would claim that the copy is up to date.
  if (status.lastSyncAtMs === null)
    return { tone: 'plain', icon: 'cloud-tick', title: syncTexts.connected, subtitle: syncTexts.nothingCopied, chipText: '', label: syncTexts.connected };
  return { tone: 'ok', icon: 'cloud-tick', title: chip.upToDate, subtitle: syncedText, chipText: '', label: chip.upToDate };
}
