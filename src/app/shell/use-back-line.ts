import { useEffect, useState } from 'react';
import type { SyncStatus } from '../../queries/views.ts';
import { nextWatch, type Watch } from './connection-banner.ts';

/** How many changes went out since the archive came back; null when that is no news (any more). */
export function useBackLine(status: SyncStatus): { sentCount: number } | null {
  const [watch, setWatch] = useState<Watch>({ name: 'in-touch' });
  const next = nextWatch(watch, status, Date.now());
  if (!isSame(next, watch)) setWatch(next); // derived from what was rendered last: React renders again at once
  const untilMs = next.name === 'back' ? next.untilMs : null;

  useEffect(() => {
    if (untilMs === null) return undefined;
    const timer = setTimeout(() => setWatch((last) => (last.name === 'back' && last.untilMs === untilMs ? { name: 'in-touch' } : last)), untilMs - Date.now());
    return () => clearTimeout(timer);
  }, [untilMs]);

  return next.name === 'back' ? { sentCount: next.sentCount } : null;
}

function isSame(a: Watch, b: Watch): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
