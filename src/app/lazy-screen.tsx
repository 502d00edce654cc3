// A screen that comes in a part of its own. Once the part is there the screen is drawn at once: React.lazy alone would
// wait for a promise even then, and the first visit of every screen would cost a frame.
import { lazy, useState, type ComponentType } from 'react';

export interface LazyScreen<Props> {
  Screen: ComponentType<Props>;
  /** Fetches the part ahead. What fails now is fetched again, and shown as failed, when the screen is opened. */
  prefetch(): void;
}

export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  let arrived: ComponentType<Props> | null = null;
  const fetchPart = async (): Promise<{ default: ComponentType<Props> }> => {
    arrived = await load();
    return { default: arrived };
  };
  const Awaited = lazy(fetchPart) as unknown as ComponentType<Props>;
  return {
    // Which of the two stays for as long as it is mounted: another one would forget what the screen holds.
    Screen: function Part(props) {
      const [Shown] = useState(() => arrived ?? Awaited);
      return <Shown {...props} />;
    },
    prefetch: () => void fetchPart().catch(() => {}),
  };
}
