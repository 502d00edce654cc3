// Hooks of the player: Safari's API names, which the test browser lacks; when the controls are shown; the keys; a stream that breaks.
import type { PointerEvent } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { MiniPlayer } from '../../src/app/player-host/mini-player.tsx';
import type { HostStore } from '../../src/player/host-store.ts';
import type { PlayerSession, SessionSnapshot } from '../../src/player/player-session.ts';
import { SessionContext } from '../../src/player/use-session.ts';
import { useControlsShown } from '../../src/player/use-controls-shown.ts';
import { useFrozenFrame } from '../../src/player/use-frozen-frame.ts';
import { usePlayerKeys } from '../../src/player/use-player-keys.ts';
import { HostContext } from '../../src/player/use-player-host.ts';
import { usePictureInPicture } from '../../src/player/use-picture-in-picture.ts';
import { useRemotePlayback } from '../../src/player/use-remote-playback.ts';
import { renderHook } from './hook.tsx';

test('the player offers AirPlay while Safari reports a screen nearby, and opens Safari’s list', async () => {
  const choose = vi.fn();
  const video = Object.assign(document.createElement('video'), { webkitShowPlaybackTargetPicker: choose });
  const report = (availability: string) => video.dispatchEvent(Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability }));
  const prompt = vi.spyOn(video.remote, 'prompt');
  const hook = await renderHook(() => useRemotePlayback(video));
  expect(hook.result().isPossible).toBe(false);
  report('available');
  await expect.poll(() => hook.result().isPossible).toBe(true);
  hook.result().choose();
  expect(choose).toHaveBeenCalledOnce();
  expect(prompt).not.toHaveBeenCalled();
  report('not-available');
  await expect.poll(() => hook.result().isPossible).toBe(false);
});

for (const [description, remote] of [
  [
    'cannot watch for screens',
    { watchAvailability: () => Promise.reject(new DOMException('no', 'NotSupportedError')), cancelWatchAvailability: () => Promise.resolve() },
  ],
  ['has no API for other screens', undefined],
] as const) {
  test(`a browser that ${description} is offered no other screen, and nothing fails`, async () => {
    const video = Object.defineProperty(document.createElement('video'), 'remote', { value: remote });
    const hook = await renderHook(() => useRemotePlayback(video));
    expect(hook.result().isPossible).toBe(false);
    hook.leave();
  });
}

test('Play in the mini player tries again to play a video that failed', async () => {
  const playback = { video: { videoId: 'fog' }, state: { name: 'failed', reason: 'missing' }, positionSeconds: 5, durationSeconds: 60 };
  const snapshot = { playback, queue: { following: null }, secondsLeft: null };
  const session = { read: () => snapshot, subscribe: () => () => {}, retry: vi.fn(), request: vi.fn() };
  const host = { addFallback: () => () => {} };
  const children = (
    <HostContext value={host as unknown as HostStore}>
      <SessionContext value={session as unknown as PlayerSession}>
        <MiniPlayer videoId="fog" video={null} />
      </SessionContext>
    </HostContext>
  );
  await renderHook(() => null, { children });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  expect([session.retry.mock.calls.length, session.request.mock.calls]).toEqual([1, []]);
});

test('an iPhone enters and leaves picture in picture by Safari’s own API names', async () => {
  vi.spyOn(Document.prototype, 'pictureInPictureEnabled', 'get').mockReturnValue(false);
  const setMode = vi.fn((mode: string) => {
    video.webkitPresentationMode = mode;
    video.dispatchEvent(new Event('webkitpresentationmodechanged'));
  });
  const video = Object.assign(document.createElement('video'), {
    webkitSupportsPresentationMode: (mode: string) => mode === 'picture-in-picture',
    webkitSetPresentationMode: setMode,
    webkitPresentationMode: 'inline',
  });
  const hook = await renderHook(() => usePictureInPicture(video));
  expect(hook.result()).toMatchObject({ isPossible: true, isOn: false });
  hook.result().toggle();
  await expect.poll(() => hook.result().isOn).toBe(true);
  hook.result().toggle();
  await expect.poll(() => hook.result().isOn).toBe(false);
  expect(setMode.mock.calls).toEqual([['picture-in-picture'], ['inline']]);
});

test('the controls stay for three seconds after a finger last touched them, and a tap on the picture hides them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const hook = await renderHook(() => useControlsShown(false));
  const touch = { pointerType: 'touch' } as PointerEvent;
  /** Waits until React has drawn what the timers changed. */
  async function isShownAfter(ms: number): Promise<boolean> {
    await vi.advanceTimersByTimeAsync(ms);
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return hook.result().isShown;
  }
  expect([await isShownAfter(2499), await isShownAfter(1)]).toEqual([true, false]);
  hook.result().onPointerDown(touch);
  expect(await isShownAfter(0), 'before the finger is lifted').toBe(false);
  hook.result().toggle();
  expect(await isShownAfter(2900)).toBe(true);
  hook.result().onPointerDown(touch);
  expect(await isShownAfter(2900)).toBe(true);
  hook.result().onPointerMove(touch);
  expect([await isShownAfter(2999), await isShownAfter(1)]).toEqual([true, false]);
  hook.result().toggle();
  expect(await isShownAfter(1000)).toBe(true);
  hook.result().onPointerDown(touch);
  hook.result().toggle();
  expect(await isShownAfter(0)).toBe(false);
});

describe('the keys of the player', () => {
  test('a held key switches only once, but keeps seeking and changing the speed', async () => {
    const { press, requests } = await renderKeys();
    for (const key of ['k', 'm', 't', 'ArrowRight', '>']) for (const repeat of [false, true, true]) press({ key, repeat });
    expect(requests).toEqual(['toggle-play', 'toggle-muted', 'toggle-theater', ...Array(3).fill('seek-by'), ...Array(3).fill('change-speed')]);
  });

  test.each([true, false])('a key has no other effect on the page if the player uses it (%s), even while the key is held', async (isUsed) => {
    const { press } = await renderKeys('<p>here</p>', isUsed);
    expect([false, true, true].map((repeat) => press({ key: ' ', repeat }))).toEqual(Array(3).fill(!isUsed));
  });

  test.each([
    ['<input>', ['k', ' ', 'm', 'ArrowLeft', 'Escape']],
    ['<textarea></textarea>', ['k', '?']],
    ['<select></select>', ['k', 'ArrowRight']],
    ['<div contenteditable><b>here</b></div>', ['k', '<']],
    ['<div role="menu"><button>here</button></div>', ['k', 'ArrowRight']],
    ['<ul data-owns-keys><li><b>here</b></li></ul>', ['ArrowLeft', 'ArrowRight']],
    ['<dialog open><button>here</button></dialog>', ['k']],
    ['<button>here</button>', [' ']],
    ['<input type="range">', [' ', 'ArrowRight']],
  ])('the keys do nothing in %s, which uses them itself', async (html, usedKeys) => {
    const { press, requests, innerElement } = await renderKeys(html);
    for (const key of usedKeys) press({ key }, innerElement);
    expect(requests).toEqual([]);
  });

  test('the keys work on a button and on the volume, but not right after g, which begins a chord of the client', async () => {
    const { press, requests, innerElement } = await renderKeys('<button>here</button><input type="range">');
    press({ key: 'k' }, innerElement);
    press({ key: 'm' }, innerElement.nextElementSibling ?? innerElement);
    press({ key: 'g' });
    press({ key: 'c' });
    expect(requests).toEqual(['toggle-play', 'toggle-muted']);
  });

  async function renderKeys(html = '<p>here</p>', isUsed = true) {
    const requests: string[] = [];
    const use = (): void => usePlayerKeys(true, ({ kind }) => requests.push(kind) > 0 && isUsed);
    await renderHook(use);
    const container = document.body.appendChild(document.createElement('div'));
    onTestFinished(() => container.remove());
    container.insertAdjacentHTML('beforeend', html);
    const innerElement = container.querySelector('b, button') ?? container.firstElementChild ?? container;
    const press = (init: KeyboardEventInit, target: Element = document.body) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
    return { press, requests, innerElement };
  }
});

test('the frame at which a stream broke stays until the next break, whatever the video element shows', async () => {
  const video = document.createElement('canvas');
  Object.assign(video, { width: 64, height: 36, videoWidth: 64, videoHeight: 36 });
  const paint = (colour: string): void => {
    const picture = video.getContext('2d');
    if (picture) Object.assign(picture, { fillStyle: colour }).fillRect(0, 0, 64, 36);
  };
  const keptCanvas = { current: document.createElement('canvas') };
  const readCanvas = () => [
    keptCanvas.current.width,
    keptCanvas.current.height,
    ...(keptCanvas.current.getContext('2d')?.getImageData(32, 18, 1, 1).data.slice(0, 3) ?? []),
  ];
  const { session, setFrozen } = aSession();
  await renderHook(() => undefined, {
    children: (
      <SessionContext value={session}>
        <FrozenFrame element={video as unknown as HTMLVideoElement} canvas={keptCanvas} />
      </SessionContext>
    ),
  });
  paint('#f00');
  setFrozen(false);
  expect(readCanvas().slice(2)).toEqual([0, 0, 0]);
  setFrozen(true);
  expect(readCanvas()).toEqual([64, 36, 255, 0, 0]);
  paint('#000'); // the stream is fetched again
  setFrozen(true);
  expect(readCanvas()).toEqual([64, 36, 255, 0, 0]);
  setFrozen(false);
  paint('#00f');
  setFrozen(true);
  expect(readCanvas()).toEqual([64, 36, 0, 0, 255]);
});

function FrozenFrame({ element, canvas }: { element: HTMLVideoElement; canvas: { current: HTMLCanvasElement | null } }) {
  useFrozenFrame(element, canvas);
  return null;
}

/** A session that reports only whether the frame is frozen. */
function aSession() {
  let isFrameFrozen = false;
  const listeners = new Set<() => void>();
  const session = {
    read: () => ({ playback: { isFrameFrozen } }) as SessionSnapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } satisfies Partial<PlayerSession> as unknown as PlayerSession;
  return {
    session,
    setFrozen(isFrozen: boolean) {
      isFrameFrozen = isFrozen;
      for (const listener of listeners) listener();
    },
  };
}
