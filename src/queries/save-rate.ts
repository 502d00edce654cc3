// How fast a video is being saved, and how much time is left.
import { useEffect, useState } from 'react';
import { nextRate, type Rate } from '../saved-media/plan/rate.ts';
import { useLatestItem } from './saved.ts';

const sampleMs = 1_000;

export interface SaveRate {
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

/** The rate, measured while the component is mounted; null until it is measured. */
export function useSaveRate(videoId: string): SaveRate | null {
  const readLatestItem = useLatestItem(videoId);
  const [rate, setRate] = useState<Rate | null>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const item = readLatestItem();
      if (item)
        // Uses `performance.now()`, because the clock may be set back.
        setRate((lastRate) =>
          nextRate(lastRate, { atMs: performance.now(), bytes: item.savedBytes, bytesLeft: Math.max(0, (item.totalBytes ?? 0) - item.savedBytes) }),
        );
    }, sampleMs);
    return () => clearInterval(timer);
  }, [readLatestItem]);
  return rate;
}
