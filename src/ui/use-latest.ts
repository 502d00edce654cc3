import { useInsertionEffect, useRef, type RefObject } from 'react';

/** The value of the last committed render, for stable handlers. Do not read it while rendering; in an Effect, use `useEffectEvent`. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  // Runs before every Effect that may read the value.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
