import { createContext, useContext, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import type { PlaceWish, PlayerStage, StageState } from './stage.ts';

/** Stands around every screen of the shell. */
export const StageContext = createContext<PlayerStage | null>(null);

export function useStage(): PlayerStage {
  const stage = useContext(StageContext);
  if (!stage) throw new Error('There is no player here: StageContext is missing');
  return stage;
}

export function useStageState(): StageState {
  const stage = useStage();
  return useSyncExternalStore(stage.subscribe, stage.read);
}

/** Shows the video in the element that gets the ref, for as long as it is mounted. */
export function usePlayerPlace<Place extends HTMLElement = HTMLDivElement>(wish: PlaceWish): RefObject<Place | null> {
  const stage = useStage();
  const place = useRef<Place>(null);
  const latest = useRef(wish);
  latest.current = wish;
  const { videoId, kind } = wish;
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    return stage.enter(place.current, latest.current);
  }, [stage, videoId, kind]);
  return place;
}
