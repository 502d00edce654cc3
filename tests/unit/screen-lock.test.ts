// The screen stays on while requested, even after the page was hidden.
import { expect, test } from 'vitest';
import { keepScreenOn } from '../../src/lib/screen-lock.ts';

function setUp({ isVisible = true, isRefused = false } = {}) {
  let held = 0;
  let show = (): void => {};
  const ports = {
    async request() {
      if (isRefused) throw new DOMException('battery', 'NotAllowedError');
      held += 1;
      return { release: async () => void (held -= 1) };
    },
    isVisible: () => isVisible,
    onVisible(listener: () => void) {
      show = listener;
      return () => (show = () => {});
    },
  };
  return { end: keepScreenOn(ports), show: () => show(), held: () => held };
}

test('the lock is taken immediately, and released at the end', async () => {
  const { end, held } = setUp();
  await expect.poll(held).toBe(1);
  end();
  await expect.poll(held).toBe(0);
});

test('a hidden page takes the lock when it becomes visible, and not after the end', async () => {
  const { end, held, show } = setUp({ isVisible: false });
  expect(held()).toBe(0);
  show();
  await expect.poll(held).toBe(1);
  end();
  show();
  await expect.poll(held).toBe(0);
});

test('a lock granted after the end is released, and a refusal is not a failure', async () => {
  const late = setUp();
  late.end();
  await expect.poll(late.held).toBe(0);
  setUp({ isRefused: true }).end();
});
