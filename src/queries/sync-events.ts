// What sync tells at the moment it happens, for hooks and stores that must act once and not whenever they are drawn.
import { useEffect, useEffectEvent } from 'react';
import type { Mirror } from '../mirror/database.ts';
import { liveKeysOf } from '../mirror/live-keys.ts';
import { listenToSync, type SettledChange } from '../mirror/sync-events.ts';
import { claimForbiddenRead } from '../mirror/wanted.ts';
import { useMirror } from './mirror-context.tsx';

export type { SettledChange } from '../mirror/sync-events.ts';

/** Called for every change that has left the outbox or was parked, whichever tab sent it. */
export function useSettledChanges(onSettled: (change: SettledChange) => void): void {
  const { db } = useMirror();
  const tell = useEffectEvent(onSettled);
  useEffect(() => listenToSync(db, (event) => event.kind === 'settled' && tell(event)), [db]);
}

/** Called when the archive has refused to let something be read again whose copy is on the screen: in one visible tab, once for each answer. */
export function useForbiddenReads(onForbidden: () => void): void {
  const mirror = useMirror();
  const tell = useEffectEvent(onForbidden);
  useEffect(
    () =>
      listenToSync(mirror.db, (event) => {
        if (event.kind !== 'forbidden-read' || document.visibilityState !== 'visible' || !isCopyShown(mirror, event.key)) return;
        void claimForbiddenRead(mirror, event.key).then(
          (isOurs) => isOurs && tell(),
          (reason: unknown) => console.warn('A refusal was not said', reason),
        );
      }),
    [mirror],
  );
}

/** As what the screen is about: what stands below it is not worth a word. */
function isCopyShown({ db }: Mirror, key: string): boolean {
  return liveKeysOf(db).some((live) => live.rank === 0 && live.key() === key && live.isCopyShown?.() === true);
}
