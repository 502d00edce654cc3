// Hooks that call back for sync events, independent of renders.
import { useEffect, useEffectEvent } from 'react';
import type { Mirror } from '../mirror/database.ts';
import { liveKeysOf } from '../mirror/live-keys.ts';
import { onSyncEvent, type SettledChange, type SyncEvent } from '../mirror/sync-events.ts';
import { claimForbiddenRead } from '../mirror/refresh-requests.ts';
import { useMirror } from './mirror-context.tsx';

export type { SettledChange } from '../mirror/sync-events.ts';

/** Calls back for every change that left the outbox or was parked, whichever tab sent it. */
export function useSettledChanges(onSettled: (change: SettledChange) => void): void {
  const { db } = useMirror();
  const notify = useEffectEvent(onSettled);
  useEffect(() => onSyncEvent(db, (event) => event.kind === 'settled' && notify(event)), [db]);
}

/** Calls back when the archive refuses a read whose copy is on screen: in one visible tab, once per answer. */
export function useForbiddenReads(onForbidden: () => void): void {
  const mirror = useMirror();
  const notify = useEffectEvent(onForbidden);
  useEffect(
    () =>
      onSyncEvent(mirror.db, (event) => {
        if (event.kind !== 'forbidden-read' || document.visibilityState !== 'visible' || !isCopyShown(mirror, event.key)) return;
        void claimForbiddenRead(mirror, event.key).then(
          (isClaimed) => isClaimed && notify(),
          (reason: unknown) => console.warn('A refusal could not be shown', reason),
        );
      }),
    [mirror],
  );
}

/** Calls back when this device has become too full to record what was sent or read; in a hidden tab, as soon as the tab is visible. */
export function useDeviceFull(onFull: () => void): void {
  useCountWhenVisible(({ kind }) => (kind === 'device-full' ? 1 : 0), onFull);
}

/** Calls back with the sum of `countOf` over the events since the last call, as soon as this tab is visible. */
export function useCountWhenVisible(countOf: (event: SyncEvent) => number, onCount: (count: number) => void): void {
  const { db } = useMirror();
  const countIn = useEffectEvent(countOf);
  const notify = useEffectEvent(onCount);
  useEffect(() => {
    let count = 0;
    function flush(): void {
      if (count === 0 || document.visibilityState !== 'visible') return;
      notify(count);
      count = 0;
    }
    const end = onSyncEvent(db, (event) => {
      count += countIn(event);
      flush();
    });
    document.addEventListener('visibilitychange', flush);
    return () => {
      end();
      document.removeEventListener('visibilitychange', flush);
    };
  }, [db]);
}

/** Whether a copy is shown as the screen's main content (rank 0). Secondary content is not worth a toast. */
function isCopyShown({ db }: Mirror, key: string): boolean {
  return liveKeysOf(db).some((liveKey) => liveKey.rank === 0 && liveKey.key() === key && liveKey.isCopyShown?.() === true);
}
