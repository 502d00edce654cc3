// Keeps the one player mounted across navigations; rendered outside the routes. The player itself is not in the initial bundle: it is
// fetched with the first video (docs/decisions/404).
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { usePlayerHost, useHostState } from '../../player/use-player-host.ts';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { browserStorage } from '../../lib/device-storage.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { lazyScreen } from '../lazy-screen.tsx';
import { lastPositionKey } from './last-position-key.ts';

const hostedPlayer = lazyScreen(async () => (await import('./hosted-player.tsx')).HostedPlayer);
const queueSheet = lazyScreen(async () => (await import('./queue-sheet.tsx')).QueueSheet);

const deviceStorage = browserStorage(() => localStorage);

/** Prefetches the player and the up next sheet, in parallel with the video screen. */
export function prefetchPlayer(): void {
  void hostedPlayer.prefetch();
  void queueSheet.prefetch();
}

export function PlayerHost() {
  const host = usePlayerHost();
  const { shown } = useHostState();
  const queue = useSheetAddress('queue');
  const mirror = useMirror();
  const standbySlot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (standbySlot.current ? host.addFallback(standbySlot.current) : undefined), [host]);
  useEffect(() => {
    // The closed tab's position is restored before an older one arrives from the archive. Fire and forget: playback also reads it directly.
    if (deviceStorage.read(lastPositionKey) !== null)
      void import('./last-position.ts').then(({ restoreLastPosition }) => restoreLastPosition(deviceStorage, mirror)).catch(() => {});
  }, [mirror]);
  return (
    <>
      <div ref={standbySlot} hidden />
      {shown ? (
        <Suspense>
          <hostedPlayer.Screen />
        </Suspense>
      ) : null}
      {queue.isOpen ? (
        <Suspense>
          <queueSheet.Screen onClose={queue.close} />
        </Suspense>
      ) : null}
    </>
  );
}
