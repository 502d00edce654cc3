// The "Save offline" button as a separate chunk, which is fetched when the screen is drawn.
import { Suspense } from 'react';
import { lazyChunk } from '../../ui/lazy-chunk.tsx';
import { ChunkBoundary } from '../../ui/chunk-boundary.tsx';
import type { PolicyButtonProps } from './policy-button.tsx';

const policyButton = lazyChunk(async () => (await import('./policy-button.tsx')).PolicyButton);

export function LazyPolicyButton(props: PolicyButtonProps) {
  return (
    <ChunkBoundary>
      <Suspense>
        <policyButton.Component {...props} />
      </Suspense>
    </ChunkBoundary>
  );
}
