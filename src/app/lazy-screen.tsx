// A screen whose chunk is prefetched, or loaded when its route is opened.
import type { ComponentType } from 'react';
import { lazyChunk } from '../ui/lazy-chunk.tsx';

export interface LazyScreen<Props> {
  Screen: ComponentType<Props>;
  prefetch: () => Promise<void>;
  isLoaded(): boolean;
}

export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  const { Component, prefetch, isLoaded } = lazyChunk(load);
  return { Screen: Component, prefetch, isLoaded };
}
