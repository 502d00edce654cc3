// Keeping the screen on while the user wants that, and the save activity on which it depends.
import { expect, test } from 'vitest';
import { saveActivityOf } from '../../src/app/shell/save-activity.ts';
import { keepScreenOn } from '../../src/lib/screen-lock.ts';
import type { SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { aSavedItem } from '../builders/saved-items.ts';

function setUp({ isVisible = true, isRefused = false } = {}) {
  let heldCount = 0;
  let show = (): void => {};
  const ports = {
    async request() {
      if (isRefused) throw new DOMException('battery', 'NotAllowedError');
      heldCount += 1;
      return { release: async () => void (heldCount -= 1) };
    },
    isVisible: () => isVisible,
    onVisible(listener: () => void) {
      show = listener;
      return () => (show = () => {});
    },
  };
  return { end: keepScreenOn(ports), show: () => show(), heldCount: () => heldCount };
}

test('the lock is taken immediately, and released at the end', async () => {
  const { end, heldCount } = setUp();
  await expect.poll(heldCount).toBe(1);
  end();
  await expect.poll(heldCount).toBe(0);
});

test('a hidden page takes the lock when it becomes visible, and not after the end', async () => {
  const { end, heldCount, show } = setUp({ isVisible: false });
  expect(heldCount()).toBe(0);
  show();
  await expect.poll(heldCount).toBe(1);
  end();
  show();
  await expect.poll(heldCount).toBe(0);
});

test('a page that is shown again before its first request is answered holds one lock, which is released at the end', async () => {
  const { end, heldCount, show } = setUp();
  show();
  await expect.poll(heldCount).toBe(1);
  end();
  await expect.poll(heldCount).toBe(0);
});

test('a lock granted after the end is released, and a refused lock causes no error', async () => {
  const lateLock = setUp();
  lateLock.end();
  await expect.poll(lateLock.heldCount).toBe(0);
  setUp({ isRefused: true }).end();
});

test.each([
  ['saving', 'while a video is being saved', ['paused offline', 'saving']],
  ['interrupted', 'when the connection has dropped', ['ready', 'paused offline']],
  ['none', 'when everything is saved, has failed or was paused by the user', ['ready', 'failed unverified', 'paused user']],
] as const)('the save activity is “%s” %s', (activity, _when, statuses) => {
  const items = statuses.map((text) => {
    const [state, reason = null] = text.split(' ');
    return aSavedItem({ status: { state, reason } as SavedItem['status'] });
  });
  expect(saveActivityOf(items, false)).toBe(activity);
});

test.each([
  ['interrupted', 'while “Pause all” is on and a video is queued', ['queued', 'ready']],
  ['none', 'while “Pause all” is on and every video is saved', ['ready']],
] as const)('the save activity is “%s” %s', (activity, _when, states) => {
  const items = states.map((state) => aSavedItem({ status: { state, reason: null } }));
  expect(saveActivityOf(items, true)).toBe(activity);
});
