// A long list that opens with its first rows and grows while it is scrolled: 500 saved videos open as fast as 30.
import { useEffect, useRef, useState, type ReactNode } from 'react';

const firstCount = 30;
const stepCount = 60;
/** Ahead of the view, so that no end is seen. */
const ahead = '1200px';

/** `end`: drawn behind the last row. */
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
    // Anew with each growth: what is still in view tells so again.
  }, [isMore, most]);
  return { shownCount: Math.min(most, count), end: isMore ? <div ref={mark} aria-hidden="true" /> : null };
}
