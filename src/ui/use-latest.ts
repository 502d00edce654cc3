import { useInsertionEffect, useRef, type RefObject } from 'react';

/** The value of the last committed render, for stable handlers. Not to be read while rendering; an Effect uses `useEffectEvent` instead. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  // Before every Effect that may read it.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
