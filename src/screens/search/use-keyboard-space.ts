import { useEffect, useState } from 'react';

/** How much of the page's foot the keyboard of a touch screen covers, in CSS pixels: what is docked there moves above it. */
export function useKeyboardSpace(): number {
  const [space, setSpace] = useState(0);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    // Zoomed in, the view is smaller too: that is no keyboard.
    const measure = (): void => setSpace(view.scale > 1.05 ? 0 : Math.max(0, Math.round(innerHeight - view.height - view.offsetTop)));
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
    };
  }, []);
  return space;
}
