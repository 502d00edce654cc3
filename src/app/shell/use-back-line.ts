import { useEffect, useLayoutEffect, useState } from 'react';
import type { SyncStatus } from '../../queries/views.ts';
import { nextWatch, type Watch } from './connection-banner.ts';

/** How many changes went out since the archive came back; null when that is no news (any more). */
export function useBackLine(status: SyncStatus): { sentCount: number } | null {
  const [watch, setWatch] = useState<Watch>({ name: 'in-touch' });
  // Before the page is painted with the new state of the connection.
  useLayoutEffect(() => {
    setWatch((last) => {
      const next = nextWatch(last, status, Date.now());
      return isSame(next, last) ? last : next;
    });
  }, [status]);
  const untilMs = watch.name === 'back' ? watch.untilMs : null;

  useEffect(() => {
    if (untilMs === null) return undefined;
    const timer = setTimeout(() => setWatch((last) => (last.name === 'back' && last.untilMs === untilMs ? { name: 'in-touch' } : last)), untilMs - Date.now());
    return () => clearTimeout(timer);
  }, [untilMs]);

  return watch.name === 'back' ? { sentCount: watch.sentCount } : null;
}

function isSame(a: Watch, b: Watch): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
