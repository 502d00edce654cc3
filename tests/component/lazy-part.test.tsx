// What the client does about a chunk that it cannot fetch: src/app/register-worker-reload.ts listens.
import { Component, Suspense, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { lazyPart, partLost } from '../../src/ui/lazy-part.tsx';

let losses = 0;
const count = (): void => void (losses += 1);

beforeEach(() => {
  losses = 0;
  addEventListener(partLost, count);
});
afterEach(() => removeEventListener(partLost, count));

test('a chunk that cannot be prefetched counts as lost only once it is rendered', async () => {
  let tries = 0;
  const part = lazyPart<object>(async () => {
    tries += 1;
    throw new TypeError('Failed to fetch');
  });
  await part.prefetch();
  expect(tries).toBe(1);
  expect(losses).toBe(0);

  draw(<part.Part />);
  await expect.element(page.getByText('This part failed')).toBeVisible();
  expect(tries).toBe(2);
  expect(losses).toBe(1);
});

function draw(part: ReactNode): void {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host, { onCaughtError: () => {} });
  root.render(
    <Catching>
      <Suspense>{part}</Suspense>
    </Catching>,
  );
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
}

class Catching extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render(): ReactNode {
    return this.state.hasFailed ? 'This part failed' : this.props.children;
  }
}
