// Page or path change scrolls to the top; Back and Forward restore the place (SPEC §2 General). The place of a history
// entry is kept under the router's own key for it, in this tab only. Lists are drawn a few milliseconds after the
// navigation, so a place that is still below the end of the page is tried again while the page grows.

const storageKey = 'stowaway.places';
/** More entries than anybody walks back through; bounds the stored text to a few kB. */
const keptPlaces = 100;
/** After this long a page that has not grown to its former height will not: the list has changed. */
const patienceMs = 1500;

export interface ScrollPlaces {
  remember(entryKey: string, top: number): void;
  keepOverReload(): void;
  /** Places tell which pages were open: a device that is cleared keeps none. Nothing is kept any more until the next document. */
  forget(): void;
  /** Scrolls to the remembered place of an entry, waiting for the page to be tall enough; answers how to give up. */
  restore(entryKey: string): () => void;
}

export function createScrollPlaces(): ScrollPlaces {
  const places = new Map<string, number>(read());
  let isForgetting = false;
  return {
    remember(entryKey, top) {
      places.delete(entryKey);
      places.set(entryKey, top);
      for (const oldest of places.keys()) {
        if (places.size <= keptPlaces) break;
        places.delete(oldest);
      }
    },
    keepOverReload() {
      if (isForgetting) return;
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
    restore: (entryKey) => scrollWhenTallEnough(places.get(entryKey) ?? 0),
  };
}

function read(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

function scrollWhenTallEnough(top: number): () => void {
  const isTallEnough = () => document.documentElement.scrollHeight - innerHeight >= top;
  if (isTallEnough()) {
    scrollTo({ top, behavior: 'instant' });
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
  }
  return stop;
}
