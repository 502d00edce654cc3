// A component whose chunk is loaded when it is first drawn, or prefetched. A loaded one is drawn at once: React.lazy alone would wait for a
// promise even then, which costs a frame on the first visit of every screen.
import { lazy, useState, type ComponentType } from 'react';
import { errorTexts } from '../texts/errors.ts';

export interface LazyChunk<Props> {
  Component: ComponentType<Props>;
  /** A failed prefetch is retried when the component is drawn; a failure then throws `errorTexts.chunkMissing`. */
  prefetch: () => Promise<void>;
  /** Whether it is loaded. */
  isLoaded(): boolean;
  /**
   * After a failure: the chunk is fetched again the next time the component is drawn. Browsers that remember a failed import (Chromium 150) still
   * fail until the page is reloaded.
   */
  resetFailure(): void;
}

/** Sent to the window when the chunk of a component that is being drawn could not be fetched. */
export const chunkFailed = 'part-lost';

export function lazyChunk<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyChunk<Props> {
  let loaded: ComponentType<Props> | null = null;
  const createLazy = () => lazy(() => fetchChunk().catch(reportFailure)) as unknown as ComponentType<Props>;
  let Lazy = createLazy();
  async function fetchChunk(): Promise<{ default: ComponentType<Props> }> {
    try {
      loaded = await load();
    } catch (reason) {
      throw new Error(errorTexts.chunkMissing, { cause: reason });
    }
    return { default: loaded };
  }
  return {
    // The choice between the two stays for as long as it is mounted: switching would lose the component's state.
    Component: function Part(props) {
      const [Shown] = useState(() => loaded ?? Lazy);
      return <Shown {...props} />;
    },
    prefetch: () =>
      fetchChunk().then(
        () => {},
        () => {},
      ),
    isLoaded: () => loaded !== null,
    resetFailure: () => void (Lazy = createLazy()),
  };
}

function reportFailure(reason: unknown): never {
  dispatchEvent(new Event(chunkFailed));
  throw reason;
}
