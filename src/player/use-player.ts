// Binds an engine to the element that React makes. Called by player.tsx only.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type RefCallback } from 'react';
import { systemClock } from '../lib/clock.ts';
import { attachInBrowser } from './media-attachment.ts';
import { createPlayerEngine, type PlayerEngine, type PlayerSnapshot, type PlayerSource } from './player-engine.ts';
import type { ProgressReport } from './progress-reporter.ts';
import { checkSource } from './source-check.ts';

const beforeElement: PlayerSnapshot = {
  state: { name: 'idle' },
  positionSeconds: 0,
  durationSeconds: 0,
  buffered: [],
  volume: 1,
  isMuted: false,
  speed: 1,
  isPictureKept: false,
  hasStarted: false,
};
export const noEngine = { subscribe: () => () => {}, read: () => beforeElement };

export interface PlayerBinding {
  engine: PlayerEngine | null;
  element: HTMLVideoElement | null;
  snapshot: PlayerSnapshot;
  videoRef: RefCallback<HTMLVideoElement>;
}

interface Wiring {
  source: PlayerSource | null;
  savedSeconds: number | null;
  isReachable: boolean;
  onReport: (report: ProgressReport) => void;
}

export function usePlayer({ source, savedSeconds, isReachable, onReport }: Wiring): PlayerBinding {
  const [bound, setBound] = useState<{ engine: PlayerEngine; element: HTMLVideoElement } | null>(null);
  const engine = bound?.engine ?? null;
  const report = useRef(onReport);
  report.current = onReport;

  const videoRef = useCallback((element: HTMLVideoElement) => {
    const made = createPlayerEngine({ element, clock: systemClock, attach: attachInBrowser, checkSource, report: (told) => report.current(told) });
    setBound({ engine: made, element });
    return () => {
      made.close();
      setBound(null);
    };
  }, []);

  const snapshot = useSyncExternalStore(engine?.subscribe ?? noEngine.subscribe, engine?.read ?? noEngine.read);

  const url = source?.address.url;
  const latestSource = useRef(source);
  latestSource.current = source;
  useEffect(() => {
    // Only another address is another source: a position that was saved meanwhile opens nothing anew.
    if (engine && url !== undefined && latestSource.current) engine.open(latestSource.current);
  }, [engine, url]);

  useEffect(() => engine?.setReachable(isReachable), [engine, isReachable]);

  const lastSaved = useRef(savedSeconds);
  useEffect(() => {
    if (savedSeconds === lastSaved.current) return;
    lastSaved.current = savedSeconds;
    engine?.offerPosition(savedSeconds);
  }, [engine, savedSeconds]);

  useEffect(() => {
    if (!engine) return undefined;
    const leaving = () => engine.leaving();
    const hidden = () => document.visibilityState === 'hidden' && engine.leaving();
    document.addEventListener('visibilitychange', hidden);
    addEventListener('pagehide', leaving);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('pagehide', leaving);
    };
  }, [engine]);

  return { engine, element: bound?.element ?? null, snapshot, videoRef };
}
