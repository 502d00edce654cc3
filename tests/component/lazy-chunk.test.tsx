// When a chunk that cannot be fetched counts as lost: src/app/reload-on-missing-chunk.ts listens for that.
import { Component, Suspense, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { lazyChunk, chunkFailed } from '../../src/ui/lazy-chunk.tsx';

let losses = 0;
const count = (): void => void (losses += 1);

beforeEach(() => {
  losses = 0;
  addEventListener(chunkFailed, count);
});
afterEach(() => removeEventListener(chunkFailed, count));

test('a chunk that cannot be prefetched counts as lost only once it is rendered', async () => {
  let tries = 0;
  const part = lazyChunk<object>(async () => {
    tries += 1;
    throw new TypeError('Failed to fetch');
  });
  await part.prefetch();
  expect(tries).toBe(1);
  expect(losses).toBe(0);

  render(<part.Component />);
  await expect.element(page.getByText('This part failed')).toBeVisible();
  expect(tries).toBe(2);
  expect(losses).toBe(1);
});

function render(part: ReactNode): void {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host, { onCaughtError: () => {} });
  root.render(
    <ErrorBoundary>
      <Suspense>{part}</Suspense>
    </ErrorBoundary>,
  );
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
}

class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render(): ReactNode {
    return this.state.hasFailed ? 'This part failed' : this.props.children;
  }
}
