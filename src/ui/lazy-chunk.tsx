// A component whose chunk is loaded when it is first drawn, or prefetched. A loaded one is drawn at once: React.lazy alone would wait for a
// promise even then, and the first visit of every screen would cost a frame.
import { lazy, useState, type ComponentType } from 'react';
import { errorTexts } from '../texts/errors.ts';

export interface LazyChunk<Props> {
  Component: ComponentType<Props>;
  /** A failed prefetch is retried when the component is drawn; a failure then throws `errorTexts.chunkMissing`. */
  prefetch: () => Promise<void>;
  /** Whether it is loaded. */
  isLoaded(): boolean;
  /**
   * After a failure: the next time it is drawn it is fetched again. Without this it would fail for ever, as it does until the next load of the page in
   * browsers that remember a failed import (Chromium 150).
   */
  resetFailure(): void;
}

/** Sent to the window when the chunk of a component being drawn could not be fetched. A failed prefetch is retried when it is drawn. */
export const chunkFailed = 'part-lost';

export function lazyChunk<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyChunk<Props> {
  let arrived: ComponentType<Props> | null = null;
  const awaited = () => lazy(() => fetchChunk().catch(reportFailure)) as unknown as ComponentType<Props>;
  let Awaited = awaited();
  async function fetchChunk(): Promise<{ default: ComponentType<Props> }> {
    try {
      arrived = await load();
    } catch (reason) {
      throw new Error(errorTexts.chunkMissing, { cause: reason });
    }
    return { default: arrived };
  }
  return {
    // The choice between the two stays for as long as it is mounted: switching would lose the component's state.
    Component: function Part(props) {
      const [Shown] = useState(() => arrived ?? Awaited);
      return <Shown {...props} />;
    },
    prefetch: () =>
      fetchChunk().then(
        () => {},
        () => {},
      ),
    isLoaded: () => arrived !== null,
    resetFailure: () => void (Awaited = awaited()),
  };
}

function reportFailure(reason: unknown): never {
  dispatchEvent(new Event(chunkFailed));
  throw reason;
}
