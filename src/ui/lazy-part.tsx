// A part whose code is fetched when it is first drawn, or ahead. Once it has arrived it is drawn at once: React.lazy alone
// would wait for a promise even then, and the first visit of every screen would cost a frame.
import { lazy, useState, type ComponentType } from 'react';
import { errorTexts } from '../texts/errors.ts';

export interface LazyPart<Props> {
  Part: ComponentType<Props>;
  /** Fetches it ahead. What fails now is fetched again when it is drawn; what fails then throws `errorTexts.partMissing`. */
  prefetch: () => Promise<void>;
  /** It would be drawn at once. */
  isThere(): boolean;
  /**
   * After a failure: the next time it is drawn it is fetched again. Without this it would fail for ever, as it does until the next load of the page in
   * browsers that remember a failed import (Chromium 150).
   */
  forgetFailure(): void;
}

/** Sent to the window when a part that is being drawn could not be fetched. One that is only fetched ahead is fetched again when it is drawn. */
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
    // Which of the two stays for as long as it is mounted: another one would forget what the part holds.
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
