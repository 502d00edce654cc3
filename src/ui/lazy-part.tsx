// A part whose code is fetched when it is first drawn, or ahead. Once it has arrived it is drawn at once: React.lazy alone
// would wait for a promise even then, and the first visit of every screen would cost a frame.
import { lazy, useState, type ComponentType } from 'react';

export interface LazyPart<Props> {
  Part: ComponentType<Props>;
  /** Fetches it ahead. What fails now is fetched again, and shown as failed, when it is drawn. */
  prefetch(): void;
  /** It would be drawn at once. */
  isThere(): boolean;
}

export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let arrived: ComponentType<Props> | null = null;
  const fetchPart = async (): Promise<{ default: ComponentType<Props> }> => {
    arrived = await load();
    return { default: arrived };
  };
  const Awaited = lazy(fetchPart) as unknown as ComponentType<Props>;
  return {
    // Which of the two stays for as long as it is mounted: another one would forget what the part holds.
    Part: function Part(props) {
      const [Shown] = useState(() => arrived ?? Awaited);
      return <Shown {...props} />;
    },
    prefetch: () => void fetchPart().catch(() => {}),
    isThere: () => arrived !== null,
  };
}
