import { useState, type RefObject } from 'react';
import { useNavigationType, useSearchParams } from 'react-router-dom';
import { usePlayerSlot } from '../../player/use-player-host.ts';
import { videoPath } from '../../lib/addresses.ts';

/** The player's place on a video's page: the player moves into the element that gets the ref. */
export function useVideoSlot(videoId: string): RefObject<HTMLDivElement | null> {
  const [search] = useSearchParams();
  // After a tap on a link the user wants to watch. After Back or a typed address the user may want to read.
  const [shouldPlayAtOnce] = useState(useNavigationType() === 'PUSH');
  return usePlayerSlot({ kind: 'page', videoId, t: search.get('t'), shouldPlayAtOnce, addressOf: videoPath });
}
