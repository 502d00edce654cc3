// A long list that opens with its first rows and grows on scrolling, so that 500 saved videos open as fast as 30.
import { useEffect, useRef, useState, type ReactNode } from 'react';

const initialCount = 30;
const stepSize = 60;
/** The list grows this far ahead of the viewport, so that the user does not reach its end. */
const growMargin = '1200px';

/** Render `endMarker` after the last row: the list grows when the marker comes near the viewport. */
export function useIncrementalList(count: number): { shownCount: number; endMarker: ReactNode } {
  const [limit, setLimit] = useState(initialCount);
  const marker = useRef<HTMLDivElement>(null);
  const hasMore = limit < count;
  useEffect(() => {
    const element = marker.current;
    if (!element || !hasMore) return undefined;
    // Only the last entry is current: on a busy page, one callback may receive several entries.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && setLimit((current) => current + stepSize), {
      rootMargin: `0px 0px ${growMargin}`,
    });
    observer.observe(element);
    return () => observer.disconnect();
    // The effect runs after each growth, because the list must grow again if its end is still near the viewport.
  }, [hasMore, limit]);
  return { shownCount: Math.min(limit, count), endMarker: hasMore ? <div ref={marker} aria-hidden="true" /> : null };
}
