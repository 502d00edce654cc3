import { useInsertionEffect, useRef, type RefObject } from 'react';

/**
 * The value of the last rendering that was shown, for handlers that keep their identity. Not to be read while rendering; an Effect
 * takes `useEffectEvent` instead.
 */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  // Before every Effect that may read it.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
