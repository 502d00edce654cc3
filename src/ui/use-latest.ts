import { useInsertionEffect, useRef, type RefObject } from 'react';

/** The value of the last committed render, for stable handlers. Do not read it while rendering; in an Effect, use `useEffectEvent`. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  // Before every Effect that may read it.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
