// When a chunk that cannot be fetched counts as lost. src/app/reload-on-missing-chunk.ts listens for the event of a loss.
import { Component, Suspense, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { errorTexts } from '../../src/texts/errors.ts';
import { lazyChunk, chunkFailedEvent } from '../../src/ui/lazy-chunk.tsx';
import { LazyDialog } from '../../src/ui/lazy-dialog.tsx';
import { ToastProvider } from '../../src/ui/toasts.tsx';
import { reloadOnMissingChunk } from '../../src/app/reload-on-missing-chunk.ts';

let lossCount = 0;
const countLoss = (): void => void (lossCount += 1);

beforeEach(() => {
  lossCount = 0;
  addEventListener(chunkFailedEvent, countLoss);
});
afterEach(() => removeEventListener(chunkFailedEvent, countLoss));

test('a chunk that cannot be prefetched counts as lost only once it is rendered', async () => {
  let tries = 0;
  const part = lazyChunk<object>(async () => {
    tries += 1;
    throw new TypeError('Failed to fetch');
  });
  await part.prefetch();
  expect(tries).toBe(1);
  expect(lossCount).toBe(0);

  render(<part.Component />);
  await expect.element(page.getByText('This part failed')).toBeVisible();
  expect(tries).toBe(2);
  expect(lossCount).toBe(1);
});

test('a dialog whose chunk cannot be fetched shows a message and can be opened again', async () => {
  let tries = 0;
  const dialog = lazyChunk<object>(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch');
    return () => <p>The dialog</p>;
  });
  function Opener() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
          Open
        </button>
        {isOpen ? (
          <LazyDialog chunk={dialog} onLoadError={() => setIsOpen(false)}>
            <dialog.Component />
          </LazyDialog>
        ) : null}
      </>
    );
  }
  render(
    <ToastProvider>
      <Opener />
    </ToastProvider>,
  );
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('status').getByText(errorTexts.chunkMissing)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Open', expanded: false })).toBeVisible();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByText('The dialog')).toBeVisible();
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

test.each([
  ['reloads', 'never plays', 1],
  ['does not reload', 'plays by then', 0],
])('a page whose chunk is missing %s after the browser’s check for a new version has hung, if it %s', async (_what, _plays, expectedCount) => {
  sessionStorage.removeItem('stowaway.reloaded-at');
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response('{}', { headers: { 'content-type': 'application/manifest+json' } }));
  const update = vi.fn(() => new Promise<void>(() => {}));
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ update } as unknown as ServiceWorkerRegistration);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let reloadCount = 0;
  let isPlaying = false;
  const stop = reloadOnMissingChunk({ isPlaying: () => isPlaying, reload: () => (reloadCount += 1) });
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
    vi.restoreAllMocks();
    sessionStorage.removeItem('stowaway.reloaded-at');
  });
  dispatchEvent(new Event(chunkFailedEvent));
  await vi.advanceTimersByTimeAsync(1);
  expect(update).toHaveBeenCalledTimes(1);
  isPlaying = expectedCount === 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reloadCount).toBe(expectedCount);
});
