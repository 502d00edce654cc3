// The hooks through which components read the host store, and through which screens show a video in one of their elements.
import { createContext, useContext, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import type { SlotRequest, HostStore, HostState } from './host-store.ts';

/** Wraps every screen of the shell. */
export const HostContext = createContext<HostStore | null>(null);

export function usePlayerHost(): HostStore {
  const host = useContext(HostContext);
  if (!host) throw new Error('HostContext is missing');
  return host;
}

export function useHostState(): HostState {
  const host = usePlayerHost();
  return useSyncExternalStore(host.subscribe, host.read);
}

/** Shows the video in the element that gets the ref, for as long as the element is mounted. */
export function usePlayerSlot<Slot extends HTMLElement = HTMLDivElement>(request: SlotRequest): RefObject<Slot | null> {
  const host = usePlayerHost();
  const slot = useRef<Slot>(null);
  const addSlot = useEffectEvent((element: HTMLElement) => host.addSlot(element, request));
  const { videoId, kind } = request;
  useLayoutEffect(() => (slot.current ? addSlot(slot.current) : undefined), [host, videoId, kind]);
  return slot;
}
