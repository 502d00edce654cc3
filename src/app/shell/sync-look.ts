// The connection state and the unsent changes, as one chip and one card (docs/look-and-feel.md, The chip). Independent of React.
import type { SyncStatus } from '../../queries/views.ts';
import { age } from '../../texts/formats.ts';
import { syncTexts } from '../../texts/sync.ts';
import type { IconName } from '../../ui/icon.tsx';

export type SyncTone = 'ok' | 'busy' | 'waiting' | 'warn' | 'accent' | 'danger';

export interface SyncLook {
  tone: SyncTone;
  icon: IconName;
  /** In the card of the sidebar: "Offline". */
  title: string;
  /** Under it: "3 waiting to sync". */
  subtitle: string;
  /** Next to the chip's icon; empty for an icon alone. */
  chipWords: string;
  /** The chip's accessible name, and the text of the live region. */
  spoken: string;
}

const { chip } = syncTexts;

export function syncLook(status: SyncStatus, nowMs: number): SyncLook {
  const unsent = status.waitingCount;
  const synced = status.lastSyncAtMs === null ? syncTexts.neverSynced : syncTexts.synced(age(status.lastSyncAtMs, nowMs));
  const waiting = unsent > 0 ? chip.waiting(unsent) : synced;
  const counted = unsent > 0 ? unsent.toLocaleString() : '';
  const outOfReach = (tone: SyncTone, title: string): SyncLook => ({
    tone,
    icon: 'cloud-struck',
    title,
    subtitle: waiting,
    chipWords: counted,
    spoken: chip.spoken(title, unsent),
  });
  switch (status.connection.name) {
    case 'signed-out':
      return { tone: 'accent', icon: 'key', title: chip.logIn, subtitle: waiting, chipWords: chip.logIn, spoken: chip.spoken(chip.logIn, unsent) };
    case 'captive':
      return outOfReach('warn', chip.captive);
    case 'proxy-login':
      return outOfReach('warn', chip.proxyLogin);
    case 'offline':
      return outOfReach('waiting', chip.offline);
    case 'unreachable':
      return outOfReach('waiting', chip.away);
    case 'online':
    case 'degraded':
      break;
  }
  if (status.parkedCount > 0) {
    const needs = chip.needsYou(status.parkedCount);
    return { tone: 'danger', icon: 'warning', title: needs, subtitle: waiting, chipWords: needs, spoken: chip.spoken(needs, unsent) };
  }
  const own = unsent - status.otherVersionCount;
  if (unsent > 0 && own === 0)
    return { tone: 'waiting', icon: 'clock', title: chip.update, subtitle: waiting, chipWords: chip.update, spoken: chip.spoken(chip.update, unsent) };
  if (own > 0) {
    const words = chip.syncing(own);
    return { tone: 'busy', icon: 'sync', title: words, subtitle: synced, chipWords: words, spoken: words };
  }
  return { tone: 'ok', icon: 'cloud-tick', title: chip.upToDate, subtitle: synced, chipWords: '', spoken: chip.upToDate };
}
