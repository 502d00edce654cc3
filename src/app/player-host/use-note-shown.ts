import { useEffect, useSyncExternalStore } from 'react';
import { noteShown } from '../../mutations/up-next.ts';
import { noEngine } from '../../player/use-player.ts';
import { useStageState } from '../../player/use-stage.ts';
import { useMirror } from '../../queries/mirror-context.tsx';

/** Once it plays, a video leaves the queue and enters the history: a page that is only read changes nothing. */
export function useNoteShown({ videoId, title }: { videoId: string; title: string }): void {
  const mirror = useMirror();
  const { handle } = useStageState();
  const hasStarted = useSyncExternalStore(handle?.subscribe ?? noEngine.subscribe, () => handle?.read().hasStarted ?? false);
  useEffect(() => {
    // Not awaited: without room for it the queue stays as it is, and the video plays.
    if (hasStarted) void noteShown(mirror, { videoId, title }).catch((reason: unknown) => console.warn('What plays was not noted', reason));
  }, [hasStarted, mirror, videoId, title]);
}
