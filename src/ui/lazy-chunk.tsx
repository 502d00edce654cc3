// A component whose chunk is loaded when it is first drawn, or prefetched. A loaded component is drawn immediately: React.lazy alone would
// wait for a promise even then, which costs a frame on the first visit of every screen.
import { lazy, useState, type ComponentType } from 'react';
import { errorTexts } from '../texts/errors.ts';

export interface LazyChunk<Props> {
  Component: ComponentType<Props>;
  /** A failed prefetch is retried when the component is drawn; a failure then throws `errorTexts.chunkMissing`. */
  prefetch: () => Promise<void>;
  isLoaded(): boolean;
  /**
   * After a failure, lets the chunk be fetched again the next time the component is drawn. In browsers that remember a failed import
   * (Chromium 150), the fetch still fails until the page is reloaded.
   */
  resetFailure(): void;
}

/** The event that is dispatched on the window when the chunk of a component being drawn could not be fetched. */
export const chunkFailedEvent = 'part-lost';

export function lazyChunk<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyChunk<Props> {
  let loadedComponent: ComponentType<Props> | null = null;
  const createLazy = () => lazy(() => fetchChunk().catch(reportFailure)) as unknown as ComponentType<Props>;
  let Lazy = createLazy();
  async function fetchChunk(): Promise<{ default: ComponentType<Props> }> {
    try {
      loadedComponent = await load();
    } catch (reason) {
      throw new Error(errorTexts.chunkMissing, { cause: reason });
    }
    return { default: loadedComponent };
  }
  return {
    // Chosen once per mount, because switching from `Lazy` to `loadedComponent` would lose the component's state.
    Component: function LazyComponent(props) {
      const [Chosen] = useState(() => loadedComponent ?? Lazy);
      return <Chosen {...props} />;
    },
    prefetch: () =>
      fetchChunk().then(
        () => {},
        () => {},
      ),
    isLoaded: () => loadedComponent !== null,
    resetFailure: () => void (Lazy = createLazy()),
  };
}

function reportFailure(reason: unknown): never {
  dispatchEvent(new Event(chunkFailedEvent));
  throw reason;
}
