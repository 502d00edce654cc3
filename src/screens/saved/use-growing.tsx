// A long list that opens with its first rows and grows on scrolling: 500 saved videos open as fast as 30.
import { useEffect, useRef, useState, type ReactNode } from 'react';

const firstCount = 30;
const stepCount = 60;
/** Ahead of the viewport, so that no end is visible. */
const ahead = '1200px';

/** `end`: drawn after the last row. */
export function useGrowing(count: number): { shownCount: number; end: ReactNode } {
  const [most, setMost] = useState(firstCount);
  const mark = useRef<HTMLDivElement>(null);
  const isMore = most < count;
  useEffect(() => {
    const element = mark.current;
    if (!element || !isMore) return undefined;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setMost((last) => last + stepCount), { rootMargin: `0px 0px ${ahead}` });
    watch.observe(element);
    return () => watch.disconnect();
    // Observes again after each growth: if it is still in view, it reports again.
  }, [isMore, most]);
  return { shownCount: Math.min(most, count), end: isMore ? <div ref={mark} aria-hidden="true" /> : null };
}
