// Above the routes: keeps the one player mounted over every navigation, and draws the mini player when no screen has a place
// for it. Of the first load are these lines alone; what they draw comes with the first video (docs/decisions/404).
import { Suspense, useLayoutEffect, useRef } from 'react';
import { useStage, useStageState } from '../../player/use-stage.ts';
import { lazyScreen } from '../lazy-screen.tsx';

const hosted = lazyScreen(async () => (await import('./hosted-player.tsx')).HostedPlayer);

/** Fetches the player ahead, beside the video screen. */
export const prefetchPlayer = hosted.prefetch;

export function PlayerHost() {
  const stage = useStage();
  const { shown } = useStageState();
  const wings = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (wings.current ? stage.standBy(wings.current) : undefined), [stage]);
  return (
    <>
      <div ref={wings} hidden />
      {shown ? (
        <Suspense>
          <hosted.Screen />
        </Suspense>
      ) : null}
    </>
  );
}
