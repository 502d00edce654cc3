// Runs before each file of component tests: loads the page's styles, as main.tsx does, and the code of all screens, so that no test waits
// for it.
import { afterAll, afterEach, vi } from 'vitest';
import '../../src/theme/theme.css';
import { toastMs } from '../../src/ui/toast-timer.ts';

const parts = import.meta.glob('../../src/{app,screens,player,features}/**/*.tsx');
await Promise.all(Object.values(parts).map((load) => load()));

// A toast stays until the test has seen it: on a busy machine, a press takes seconds to be reported to the test.
Object.assign(toastMs, { withUndo: 60_000, plain: 60_000 });

// axe and the runner keep the browser busy for seconds: an idle callback runs in the next task instead.
window.requestIdleCallback = (work) => Number(setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 })));
window.cancelIdleCallback = (handle) => clearTimeout(handle);

// The tests insert rows of saved videos (put-saved.ts): a saver would continue them. Its lock is never granted.
const requestLock = navigator.locks.request.bind(navigator.locks) as (name: string, ...more: unknown[]) => Promise<unknown>;
const refuseSavers = (name: string, ...more: unknown[]) => (name.startsWith('stowaway-saver ') ? new Promise(() => {}) : requestLock(name, ...more));
navigator.locks.request = refuseSavers as LockManager['request'];

// `npm test` repeats this line in its summary, where the runner's own report is not.
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  const text = document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 400);
  console.log(`Shown at the failure: ${location.pathname}${location.search}, ${document.visibilityState}: ${text}`);
});

// All files share this page: a spy of one test would answer in those that follow.
afterEach(() => void vi.restoreAllMocks());

// For the same reason: a fake timer left behind by one would stop the clients of all that follow.
const realSetTimeout = setTimeout;
afterAll(() => {
  if (setTimeout === realSetTimeout) return;
  globalThis.setTimeout = realSetTimeout;
  throw new Error('This file leaves a setTimeout behind that is not the browser’s');
});
