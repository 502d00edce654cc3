// A component whose chunk is loaded when it is first drawn, or prefetched. A loaded one is drawn at once: React.lazy alone would wait for a
// promise even then, and the first visit of every screen would cost a frame.
import { lazy, useState, type ComponentType } from 'react';
import { errorTexts } from '../texts/errors.ts';

export interface LazyPart<Props> {
  Part: ComponentType<Props>;
  /** A failed prefetch is retried when the component is drawn; a failure then throws `errorTexts.partMissing`. */
  prefetch: () => Promise<void>;
  /** Whether it is loaded. */
  isThere(): boolean;
  /**
   * After a failure: the next time it is drawn it is fetched again. Without this it would fail for ever, as it does until the next load of the page in
   * browsers that remember a failed import (Chromium 150).
   */
  forgetFailure(): void;
}

/** Sent to the window when the chunk of a component being drawn could not be fetched. A failed prefetch is retried when it is drawn. */
export const partLost = 'part-lost';

export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let arrived: ComponentType<Props> | null = null;
  const awaited = () => lazy(() => fetchPart().catch(lost)) as unknown as ComponentType<Props>;
  let Awaited = awaited();
  async function fetchPart(): Promise<{ default: ComponentType<Props> }> {
    try {
      arrived = await load();
    } catch (reason) {
      throw new Error(errorTexts.partMissing, { cause: reason });
    }
    return { default: arrived };
  }
  return {
    // The choice between the two stays for as long as it is mounted: switching would lose the component's state.
    Part: function Part(props) {
      const [Shown] = useState(() => arrived ?? Awaited);
      return <Shown {...props} />;
    },
    prefetch: () =>
      fetchPart().then(
        () => {},
        () => {},
      ),
    isThere: () => arrived !== null,
    forgetFailure: () => void (Awaited = awaited()),
  };
}

function lost(reason: unknown): never {
  dispatchEvent(new Event(partLost));
  throw reason;
}
