// A video whose file is missing on the server: nothing is opened until the archive says that it is back. What plays already goes
// on for as long as it can.
import { useEffect, useSyncExternalStore } from 'react';
import { videoKey } from '../../mirror/resource-keys.ts';
import { wish } from '../../mirror/wanted.ts';
import type { Mirror } from '../../mirror/database.ts';
import type { PlayerSnapshot } from '../../player/player-engine.ts';
import { noEngine } from '../../player/use-player.ts';
import { useStageState } from '../../player/use-stage.ts';
import { useMirror } from '../../queries/mirror-context.tsx';

/** As often as an archive that is away is asked: a file is back seconds after its disk. */
const lookAgainMs = 5000;

/** Since when, ISO 8601, while there is nothing to play; else null. */
export function useMissingFile({ videoId, missingSince }: { videoId: string; missingSince?: string }): string | null {
  const mirror = useMirror();
  const { handle } = useStageState();
  const player = handle ?? noEngine;
  const phase = useSyncExternalStore(player.subscribe, () => phaseOf(player.read()));
  const isMissing = missingSince !== undefined && phase !== 'shows';

  // The card said nothing of it: the file may have gone just now.
  useEffect(() => (phase === 'not-found' ? ask(mirror, videoId) : undefined), [mirror, videoId, phase]);
  useEffect(() => {
    if (!isMissing) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(mirror, videoId), lookAgainMs);
    return () => clearInterval(timer);
  }, [mirror, videoId, isMissing]);
  return isMissing ? missingSince : null;
}

function phaseOf({ state, hasStarted }: PlayerSnapshot): 'shows' | 'not-found' | 'other' {
  if (state.name === 'failed') return state.reason === 'missing' ? 'not-found' : 'other';
  return hasStarted ? 'shows' : 'other';
}

/** Not awaited: the view draws what comes of it. */
function ask(mirror: Mirror, videoId: string): void {
  void wish(mirror, videoKey(videoId), 0).catch((reason: unknown) => console.warn('A wish was not written', reason));
}
