// Page or path change scrolls to the top; Back and Forward restore the place (SPEC §2 General). The place of a history
// entry is kept under the router's own key for it, in this tab only. Lists are drawn a few milliseconds after the
// navigation, so a place that is still below the end of the page is tried again while the page grows.

const storageKey = 'stowaway.places';
/** More entries than anybody walks back through; bounds the stored text to a few kB. */
const keptPlaces = 100;
/** After this long a page that has not grown to its former height will not: the list has changed. */
const patienceMs = 1500;

export interface ScrollPlaces {
  /** From now on this history entry is what the page shows. */
  enter(entryKey: string): void;
  /**
   * Remembers the place of the entry that is shown. Called before another one is: a page that was scrolled in the frame of the tap has
   * not been told of it by a scroll event yet.
   */
  leave(): void;
  /** As `leave`, and beyond the end of the document. */
  keepOverReload(): void;
  /** Places tell which pages were open: a device that is cleared keeps none. Nothing is kept any more until the next document. */
  forget(): void;
  /** Scrolls to the remembered place of an entry, waiting for the page to be tall enough; answers how to give up. */
  restore(entryKey: string): () => void;
}

export function createScrollPlaces(): ScrollPlaces {
  const places = new Map<string, number>(read());
  let isForgetting = false;
  let shown: string | null = null;
  let isRestoring = false;
  function leave(): void {
    // A page that is not tall enough yet has its place still before it.
    if (shown === null || isRestoring) return;
    places.delete(shown);
    places.set(shown, scrollY);
    for (const oldest of places.keys()) {
      if (places.size <= keptPlaces) break;
      places.delete(oldest);
    }
  }
  return {
    enter(entryKey) {
      shown = entryKey;
    },
    leave,
    keepOverReload() {
      if (isForgetting) return;
      leave();
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...places]));
      } catch {
        // Storage is full or forbidden: a reload then starts at the top, nothing else is lost.
      }
    },
    forget() {
      isForgetting = true;
      places.clear();
      try {
        sessionStorage.removeItem(storageKey);
      } catch {
        // Storage is forbidden: then nothing was kept.
      }
    },
    restore(entryKey) {
      isRestoring = true;
      return scrollWhenTallEnough(places.get(entryKey) ?? 0, () => {
        isRestoring = false;
      });
    },
  };
}

function read(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function scrollWhenTallEnough(top: number, onEnd: () => void): () => void {
  const isTallEnough = () => document.documentElement.scrollHeight - innerHeight >= top;
  if (isTallEnough()) {
    scrollTo({ top, behavior: 'instant' });
    onEnd();
    return () => {};
  }
  const growth = new ResizeObserver(() => {
    if (!isTallEnough()) return;
    scrollTo({ top, behavior: 'instant' });
    stop();
  });
  const timer = setTimeout(stop, patienceMs);
  // A person who scrolls meanwhile is where they want to be.
  addEventListener('wheel', stop, { once: true, passive: true });
  addEventListener('touchmove', stop, { once: true, passive: true });
  addEventListener('keydown', stop, { once: true });
  growth.observe(document.documentElement);
  function stop(): void {
    growth.disconnect();
    clearTimeout(timer);
    removeEventListener('wheel', stop);
    removeEventListener('touchmove', stop);
    removeEventListener('keydown', stop);
    onEnd();
  }
  return stop;
}
