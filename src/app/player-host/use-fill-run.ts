import { useEffect } from 'react';
import { useMirror } from '../../queries/mirror-context.tsx';
import { useUpNext } from '../../queries/up-next.ts';
import { startFillRun } from '../../sync/fill-run.ts';

/** While something plays, the rest of the channel that is played through comes behind it. */
export function useFillRun(): void {
  const mirror = useMirror();
  const isComing = useUpNext().run?.coming !== undefined;
  useEffect(() => (isComing ? startFillRun(mirror) : undefined), [mirror, isComing]);
}
