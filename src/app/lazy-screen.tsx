// A screen is a chunk that is loaded when its route is opened, or prefetched.
import type { ComponentType } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';

export interface LazyScreen<Props> {
  Screen: ComponentType<Props>;
  prefetch: () => Promise<void>;
  isThere(): boolean;
}

export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  const { Part, prefetch, isThere } = lazyPart(load);
  return { Screen: Part, prefetch, isThere };
}
