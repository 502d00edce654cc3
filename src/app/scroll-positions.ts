// The scroll positions of this tab's history entries, so that Back, Forward and a reload can restore them (use-scroll-positions.ts). Lists
// are drawn after the navigation, so restoring waits until the document is tall enough.

const storageKey = 'stowaway.places';
/** More entries than anyone steps back through; keeps the stored size to a few kB. */
const maxPositions = 100;
/** A slow or busy device needs seconds to draw a page. If the page is still too short after this time, its content has changed. */
const restoreTimeoutMs = 5000;

export interface ScrollPositions {
  /** Sets the history entry that the page now shows. */
  enter(entryKey: string): void;
  /**
   * Remembers the scroll position of the current entry. Called before navigating away rather than on scroll events, because a scroll in the
   * same frame as the tap has fired no event yet.
   */
  leave(): void;
  /** Does what `leave` does, and stores all positions so that they survive a reload. */
  saveForReload(): void;
  /** Deletes all positions, because some keys contain paths of pages that were open, and stores no more. Used to clear the device. */
  forget(): void;
  /** Scrolls to the remembered position of an entry once the document is tall enough. Returns a function that cancels the wait. */
  restore(entryKey: string): () => void;
}

export function createScrollPositions(): ScrollPositions {
  const positions = new Map<string, number>(readPositions());
  let isForgotten = false;
  let currentEntryKey: string | null = null;
  let isRestoring = false;
  function leave(): void {
    // While a position is being restored, `scrollY` is not yet that of the entry.
    if (currentEntryKey === null || isRestoring) return;
    positions.delete(currentEntryKey);
    positions.set(currentEntryKey, scrollY);
    for (const oldestKey of positions.keys()) {
      if (positions.size <= maxPositions) break;
      positions.delete(oldestKey);
    }
  }
  return {
    enter(entryKey) {
      currentEntryKey = entryKey;
    },
    leave,
    saveForReload() {
      if (isForgotten) return;
      leave();
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...positions]));
      } catch {
        // Storage is full or blocked. A reload then starts at the top; nothing else is lost.
      }
    },
    forget() {
      isForgotten = true;
      positions.clear();
      try {
        sessionStorage.removeItem(storageKey);
      } catch {
        // Storage is blocked, so nothing was stored.
      }
    },
    restore(entryKey) {
      isRestoring = true;
      return scrollWhenTallEnough(positions.get(entryKey) ?? 0, () => {
        isRestoring = false;
      });
    },
  };
}

function readPositions(): [string, number][] {
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
  const observer = new ResizeObserver(() => {
    if (!isTallEnough()) return;
    scrollTo({ top, behavior: 'instant' });
    stop();
  });
  const timer = setTimeout(stop, restoreTimeoutMs);
  // Scrolling by the user cancels the restore. `pointerdown`: the user may drag the scroll bar, or press what is shown now.
  addEventListener('pointerdown', stop, { once: true });
  addEventListener('wheel', stop, { once: true, passive: true });
  addEventListener('touchmove', stop, { once: true, passive: true });
  addEventListener('keydown', stop, { once: true });
  observer.observe(document.documentElement);
  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
    removeEventListener('pointerdown', stop);
    removeEventListener('wheel', stop);
    removeEventListener('touchmove', stop);
    removeEventListener('keydown', stop);
    onEnd();
  }
  return stop;
}
