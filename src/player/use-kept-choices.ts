// Volume, muted and a channel's speed, as this device remembers them. Called by player.tsx only.
import { useEffect, useState } from 'react';
import { devicePreferences } from './device-preferences.ts';
import type { PlayerEngine } from './player-engine.ts';

export function useKeptSound(element: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!element) return undefined;
    setSound(element);
    const keep = () => devicePreferences.keepVolume(element.volume, element.muted);
    element.addEventListener('volumechange', keep);
    return () => element.removeEventListener('volumechange', keep);
  }, [element]);
}

function setSound(element: HTMLVideoElement): void {
  element.volume = devicePreferences.volume();
  element.muted = devicePreferences.isMuted();
}

/** SPEC §9. */
const normalSpeed = 1;

export interface KeptSpeed {
  isKept: boolean;
  /** The person says so, or no more. */
  keep(isToKeep: boolean): void;
  /** A speed that a person chose; a finger that holds for 2× chose none. */
  chosen(speed: number): void;
}

/** `channelId` null: nothing is known to remember it for. */
export function useKeptSpeed(engine: PlayerEngine | null, channelId: string | null): KeptSpeed {
  const [isKept, setIsKept] = useState(() => channelId !== null && devicePreferences.channelSpeed(channelId) !== null);
  useEffect(() => {
    // The element is kept from one video to the next, and with it the speed of the one before.
    const speed = channelId === null ? null : devicePreferences.channelSpeed(channelId);
    engine?.request({ kind: 'set-speed', speed: speed ?? normalSpeed });
  }, [engine, channelId]);
  function write(speed: number | null): void {
    if (channelId !== null) devicePreferences.keepChannelSpeed(channelId, speed);
  }
  return {
    isKept,
    keep(isToKeep) {
      setIsKept(isToKeep);
      write(isToKeep && engine ? engine.read().speed : null);
    },
    chosen: (speed) => isKept && write(speed),
  };
}
