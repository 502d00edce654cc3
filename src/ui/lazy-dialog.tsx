import { Suspense, type ReactNode } from 'react';
import { ChunkBoundary } from './chunk-boundary.tsx';
import type { LazyChunk } from './lazy-chunk.tsx';
import { useToast } from './toasts.tsx';

interface LazyDialogProps {
  chunk: Pick<LazyChunk<object>, 'resetFailure'>;
  /** The chunk cannot be fetched, which a toast has said: the caller no longer draws it. The next try fetches it again. */
  onLost: () => void;
  children: ReactNode;
}

/** Wraps what a user has opened, a dialog or the tools of a selection, and is a chunk of its own. */
export function LazyDialog({ chunk, onLost, children }: LazyDialogProps) {
  const showToast = useToast();
  return (
    <ChunkBoundary
      onError={(text) => {
        chunk.resetFailure();
        showToast({ text });
        onLost();
      }}
    >
      <Suspense>{children}</Suspense>
    </ChunkBoundary>
  );
}
