// Above the routes: keeps the one player mounted across navigations, and draws the mini player when no screen has a place for it. Only this
// file is in the initial bundle; what it draws is fetched with the first video (docs/decisions/404).
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useStage, useStageState } from '../../player/use-stage.ts';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { browserStorage } from '../../lib/device-storage.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { lazyScreen } from '../lazy-screen.tsx';
import { lastPlaceKey } from './last-place-key.ts';

const hosted = lazyScreen(async () => (await import('./hosted-player.tsx')).HostedPlayer);
const queueSheet = lazyScreen(async () => (await import('./queue-sheet.tsx')).QueueSheet);

const deviceStorage = browserStorage(() => localStorage);

/** Prefetches the player in parallel with the video screen. */
export function prefetchPlayer(): void {
  void hosted.prefetch();
  void queueSheet.prefetch();
}

export function PlayerHost() {
  const stage = useStage();
  const { shown } = useStageState();
  const queue = useSheetAddress('queue');
  const mirror = useMirror();
  const wings = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (wings.current ? stage.standBy(wings.current) : undefined), [stage]);
  useEffect(() => {
    // Before the archive's older position arrives. Fire and forget: it is in the mirror a moment later.
    if (deviceStorage.read(lastPlaceKey) !== null)
      void import('./last-place.ts').then(({ restoreLastPlace }) => restoreLastPlace(deviceStorage, mirror)).catch(() => {});
  }, [mirror]);
  return (
    <>
      <div ref={wings} hidden />
      {shown ? (
        <Suspense>
          <hosted.Screen />
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
