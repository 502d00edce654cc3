import { useInsertionEffect, useRef, type RefObject } from 'react';

/** The value of the last committed render, for stable handlers. Do not read it while rendering; in an Effect, use `useEffectEvent`. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  // Insertion effects run before all other Effects, so a handler that an Effect calls sees the new value.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
