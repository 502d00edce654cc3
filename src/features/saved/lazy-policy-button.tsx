// The lazily loaded "Save offline" button, for screens that are drawn before it: its code is fetched when they are drawn.
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
