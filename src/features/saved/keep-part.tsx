// The lazily loaded "Save offline" button, for screens that are drawn before it: its code is fetched when they are drawn.
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PartBoundary } from '../../ui/part-boundary.tsx';
import type { KeepButtonProps } from './keep-button.tsx';

const keepButton = lazyPart(async () => (await import('./keep-button.tsx')).KeepButton);

export function Keep(props: KeepButtonProps) {
  return (
    <PartBoundary>
      <Suspense>
        <keepButton.Part {...props} />
      </Suspense>
    </PartBoundary>
  );
}
