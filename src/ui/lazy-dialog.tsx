import { Suspense, type ReactNode } from 'react';
import { ChunkBoundary } from './chunk-boundary.tsx';
import type { LazyChunk } from './lazy-chunk.tsx';
import { useToast } from './toasts.tsx';

interface LazyDialogProps {
  chunk: Pick<LazyChunk<object>, 'resetFailure'>;
  /** Called after a toast if the chunk could not be fetched. The caller must stop drawing the chunk; drawing it again repeats the fetch. */
  onLoadError: () => void;
  children: ReactNode;
}

/** Wraps a chunk that the user has opened: a dialog, a menu, or the tools of a selection. */
export function LazyDialog({ chunk, onLoadError, children }: LazyDialogProps) {
  const showToast = useToast();
  return (
    <ChunkBoundary
      onError={(text) => {
        chunk.resetFailure();
        showToast({ text });
        onLoadError();
      }}
    >
      <Suspense>{children}</Suspense>
    </ChunkBoundary>
  );
}
