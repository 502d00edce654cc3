// Runs before each file of component tests: loads the page's styles, as main.tsx does, and the code of all screens, so that no test waits
// for that code.
import { afterAll, afterEach, vi } from 'vitest';
import '../../src/theme/theme.css';
import { toastMs } from '../../src/ui/toast-timer.ts';

const parts = import.meta.glob('../../src/{app,screens,player,features}/**/*.tsx');
await Promise.all(Object.values(parts).map((load) => load()));

// A toast stays until the test has seen it. On a busy machine it takes seconds until a press is reported to the test.
Object.assign(toastMs, { withUndo: 60_000, plain: 60_000 });

// axe and the runner keep the browser busy for seconds, so an idle callback runs in the next task instead.
window.requestIdleCallback = (work) => Number(setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 })));
window.cancelIdleCallback = (handle) => clearTimeout(handle);

// The tests insert rows of saved videos (put-saved.ts). A saver would continue them, so its lock is never granted.
const requestLock = navigator.locks.request.bind(navigator.locks) as (name: string, ...otherArguments: unknown[]) => Promise<unknown>;
const refuseSavers = (name: string, ...otherArguments: unknown[]) =>
  name.startsWith('stowaway-saver ') ? new Promise(() => {}) : requestLock(name, ...otherArguments);
navigator.locks.request = refuseSavers as LockManager['request'];

// `npm test` repeats this line in its summary, which does not contain the runner's own report.
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  const text = document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 1200);
  const calls = task.meta.calls?.join(', ') ?? 'none';
  console.log(`Shown at the failure: ${location.pathname}${location.search}, ${document.visibilityState}, calls: ${calls}: ${text}`);
});

// All files share this page, so a spy that one test left behind would answer in the tests that follow.
afterEach(() => void vi.restoreAllMocks());

// For the same reason no file may leave a fake timer behind, which would stop the clients of all files that follow.
const realSetTimeout = setTimeout;
afterAll(() => {
  if (setTimeout === realSetTimeout) return;
  globalThis.setTimeout = realSetTimeout;
  throw new Error('This file leaves a setTimeout behind that is not the browser’s');
});
