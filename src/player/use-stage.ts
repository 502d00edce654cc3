import { createContext, useContext, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import type { PlaceWish, PlayerStage, StageState } from './stage.ts';

/** Wraps every screen of the shell. */
export const StageContext = createContext<PlayerStage | null>(null);

export function useStage(): PlayerStage {
  const stage = useContext(StageContext);
  if (!stage) throw new Error('StageContext is missing');
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
  const enter = useEffectEvent((element: HTMLElement) => stage.enter(element, wish));
  const { videoId, kind } = wish;
  useLayoutEffect(() => (place.current ? enter(place.current) : undefined), [stage, videoId, kind]);
  return place;
}
