import { useEffect, useEffectEvent, useState } from 'react';
import { nextRate, type Rate } from '../../queries/trips.ts';

/**
 * The transfer rate of saving, measured once a second; null while nothing is being saved. `bytes`: saved so far. `bytesLeft`: still to be
 * saved.
 */
export function useTransferRate({ bytes, bytesLeft, isSaving }: { bytes: number; bytesLeft: number; isSaving: boolean }): Rate | null {
  const [rate, setRate] = useState<Rate | null>(null);
  const measure = useEffectEvent(() => {
    // Not `Date.now()`, because the device's clock may be set back.
    setRate((previousRate) => nextRate(previousRate, { atMs: performance.now(), bytes, bytesLeft }));
  });
  useEffect(() => {
    if (!isSaving) return undefined;
    measure();
    const timer = setInterval(() => measure(), 1000);
    return () => {
      clearInterval(timer);
      setRate(null);
    };
  }, [isSaving]);
  return rate;
}
