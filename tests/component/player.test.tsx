// The player in a browser, on a real video (SPEC "Player", §9; docs/look-and-feel.md, The player): touch, fullscreen, theater, help,
// picture in picture, other screens. tests/unit/player-* tests its rules as tables; tests/e2e tests servers that die, and what the archive
// stores.
import type {} from '@vitest/browser-playwright'; // the type of what `cdp()` returns
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { lastPositionKey } from '../../src/app/player-host/last-position-key.ts';
import { addToQueue } from '../../src/mutations/up-next.ts';
import { aWireVideo } from '../builders/mirror-wire.ts';
import { casesToRun, longTest } from '../long-test.ts';
import { clickWithoutPointer } from './click-without-pointer.ts';
import { fog, openVideo, video } from './open-video.ts';
import { desktop, phone, renderScreen } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';

const shortVideo = aWireVideo({
  youtube_id: 'short',
  title: 'Thirty seconds',
  vid_type: 'shorts',
  streams: [{ type: 'video', index: 0, codec: 'h264', bitrate: 500_000, width: 720, height: 1280 }],
});
/** Longer than the 3 s after which the help closes by itself, unless it is hovered or focused. */
const helpMs = 3500;
const player = page.getByRole('region', { name: 'Player: Fog' });
const controls = page.getByRole('group', { name: 'Player controls' });
const isFullscreen = (): boolean => document.fullscreenElement !== null;

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  if (isFullscreen()) await document.exitFullscreen();
});

longTest('cancelling the countdown by a key moves the focus to Replay, in the mini player and on the page', async () => {
  const playerScreen = await openVideo();
  await addToQueue(playerScreen.mirror(), { videoId: 'other', title: 'Another channel' }, 'last');
  async function cancelAtEnd(): Promise<void> {
    video().currentTime = video().duration - 0.2;
    await video().play();
    const cancelButton = page.getByRole('button', { name: 'Cancel' });
    await expect.element(cancelButton).toBeVisible();
    // The click acts like Enter, which a busy machine might deliver only after the five seconds of the countdown.
    const button = cancelButton.element() as HTMLElement;
    button.focus();
    button.click();
    await expect.element(cancelButton).not.toBeInTheDocument();
  }
  await video().play();
  playerScreen.goTo('/');
  // The next video must be known before the current one ends, because otherwise no countdown begins.
  const miniPlayer = page.getByRole('region', { name: 'Mini player: Fog' });
  await expect.element(miniPlayer.getByRole('button', { name: 'Up next' })).toBeVisible();
  await cancelAtEnd();
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Replay');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => video().paused).toBe(false);
  playerScreen.goTo('/video/fogNorthSea/');
  await expect.element(player).toBeVisible();
  await cancelAtEnd();
  await expect.poll(() => document.activeElement?.textContent).toBe('Replay');
});

longTest('the ended player offers Similar as soon as the page draws the similar videos', async () => {
  let releaseAnswer = (): void => {};
  const answerGate = new Promise<void>((resolve) => (releaseAnswer = resolve));
  const similarVideos = [aWireVideo({ youtube_id: 'tug', title: 'Tug' })];
  await openVideo({ answers: { [`/api/video/${fog.youtube_id}/similar/`]: () => answerGate.then(() => Response.json(similarVideos)) } });
  video().currentTime = video().duration - 0.2;
  await video().play();
  await expect.element(player.getByRole('button', { name: 'Replay' }).first()).toBeVisible();
  expect(player.getByRole('button', { name: 'Similar' }).elements()).toEqual([]);
  releaseAnswer();
  await expect.element(player.getByRole('button', { name: 'Similar' })).toBeVisible();
});

test('Start over plays from the beginning, and the archive forgets the position', async () => {
  const { archive } = await openVideo({ t: null, about: { player: { ...fog.player, position: 83 } } });
  await expect.element(page.getByText('Continued at 1:23')).toBeVisible();
  await clickWithoutPointer(page.getByRole('button', { name: 'Start over' })); // the button is offered for only six seconds
  await expect.poll(() => video().currentTime).toBeLessThan(1);
  await expect.poll(() => archive.count('DELETE /api/video/fogNorthSea/progress/')).toBe(1);
});

test('a video that another device watched to the end starts over, and the position of this device is offered', async () => {
  const playerScreen = await openVideo({ t: null, about: { player: { ...fog.player, watched: true } } });
  await playerScreen.mirror().db.watchStates.update(fog.youtube_id, { alternativeSeconds: 83, alternativeFrom: 'here' });
  await playerScreen.reload();
  await expect.element(page.getByText('1:23 here, watched on another device')).toBeVisible();
  await clickWithoutPointer(page.getByRole('button', { name: 'Go to 1:23' })); // the button is offered for only six seconds
  await expect.poll(() => video().currentTime).toBeCloseTo(83, 0);
});

test('a double tap seeks, a held finger doubles the speed, and swipes enter fullscreen, leave it and go back', async () => {
  await openVideo({ viewport: phone, from: '/' });
  const lockOrientation = vi.spyOn(screen.orientation, 'lock').mockRejectedValue(new DOMException('refused', 'NotSupportedError'));
  const requestFullscreen = vi.spyOn(Element.prototype, 'requestFullscreen');
  const { left, right, middle, down, move, up, tap, swipe } = fingersOn(video());
  const rate = () => video().playbackRate;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });

  for (let count = 0; count < 3; count += 1) await tap(right);
  await expect.element(page.getByText('+20 s')).toBeVisible();
  await expect.poll(() => video().currentTime).toBeCloseTo(40, 1);
  await vi.advanceTimersByTimeAsync(700);
  await expect.element(page.getByText('+20 s')).not.toBeInTheDocument();
  for (let count = 0; count < 2; count += 1) await tap(left);
  await expect.element(page.getByText('−10 s')).toBeVisible();
  expect(requestFullscreen, 'a double tap is not a double click').not.toHaveBeenCalled();
  expect(video().paused).toBe(true);
  await expect.poll(() => video().currentTime).toBeCloseTo(30, 1);
  await vi.advanceTimersByTimeAsync(700);

  await down(middle);
  await vi.advanceTimersByTimeAsync(600);
  expect(rate(), 'holding does nothing while the video is paused').toBe(1);
  await up();
  await video().play();
  await down(middle);
  await vi.advanceTimersByTimeAsync(600);
  await expect.poll(rate).toBe(2);
  await expect.element(player.getByRole('status').filter({ hasText: '2×' })).toBeVisible();
  await up();
  await expect.poll(rate).toBe(1);
  video().pause();

  await swipe(middle, -90);
  await expectFullscreen({ isFull: true });
  await expect.poll(() => lockOrientation.mock.calls).toEqual([['landscape']]);
  const fit = () => getComputedStyle(video()).objectFit;
  const fitBefore = fit();
  await down(left, middle);
  await move(left, right);
  await up();
  await expect.poll(fit).toBe('cover');
  await down(left, right);
  await move(left, middle);
  await up();
  await expect.poll(fit).toBe(fitBefore);
  await swipe({ x: 195, y: 250 }, 90);
  await expectFullscreen({ isFull: false });
  await swipe(middle, 90);
  await expect.poll(() => location.pathname).toBe('/');
});

test('a click plays, a double click enters fullscreen, and a message says if the browser refuses to enter or leave fullscreen', async () => {
  await openVideo();
  const enterSpy = vi.spyOn(Element.prototype, 'requestFullscreen').mockRejectedValueOnce(new TypeError('refused'));
  await userEvent.keyboard('f');
  await expectQuotedText('Unable to enter fullscreen', page.getByText('Unable to enter fullscreen', { exact: true }));
  await player.click({ position: { x: 300, y: 200 } });
  await expect.poll(() => video().paused).toBe(false);
  await player.dblClick({ position: { x: 300, y: 200 } });
  await expect.poll(isFullscreen).toBe(true);
  expect(enterSpy).toHaveBeenCalledTimes(2);
  const leaveSpy = vi.spyOn(Document.prototype, 'exitFullscreen').mockRejectedValueOnce(new TypeError('refused'));
  await userEvent.keyboard('f');
  await expectQuotedText('Unable to exit fullscreen', page.getByText('Unable to exit fullscreen', { exact: true }));
  await userEvent.keyboard('f');
  await expect.poll(isFullscreen).toBe(false);
  expect(leaveSpy).toHaveBeenCalledTimes(2);
});

longTest('Fullscreen uses the video element on an iPhone, where no other element can be fullscreen', async () => {
  await openVideo();
  vi.spyOn(Document.prototype, 'fullscreenEnabled', 'get').mockReturnValue(false);
  const enterSpy = vi.fn();
  Object.assign(video(), { webkitEnterFullscreen: enterSpy });
  await controls.getByRole('button', { name: 'Fullscreen' }).click();
  expect(enterSpy).toHaveBeenCalledOnce();
  Reflect.deleteProperty(video(), 'webkitEnterFullscreen');
  await controls.getByRole('button', { name: 'Fullscreen' }).click();
  await expect.element(page.getByText('Unable to enter fullscreen', { exact: true })).toBeVisible();
});

longTest('the controls on a laptop have theater and the current chapter, which opens the list; on a tablet More has what does not fit', async () => {
  await openVideo({ viewport: { width: 1280, height: 800 }, about: { description: '0:00 Out\n0:10 The horns of the harbour, in the fog\n2:14 In' } });
  await player.hover();
  const chapterButton = controls.getByRole('button', { name: 'Chapters, now: The horns of the harbour, in the fog' });
  await expect.element(chapterButton).toBeVisible();
  expect(chapterButton.element().getBoundingClientRect().width).toBeGreaterThan(100);
  await expect.element(controls.getByRole('button', { name: 'Theater' })).toBeVisible();
  const buttonRow = controls.getByRole('button', { name: 'Fullscreen' }).element().parentElement as HTMLElement;
  expect(buttonRow.scrollWidth).toBe(buttonRow.clientWidth);
  const volumeSlider = controls.getByRole('slider', { name: 'Volume' });
  expect(volumeSlider.element().getBoundingClientRect().width).toBe(0);
  await controls.getByRole('button', { name: 'Mute' }).hover();
  await expect.poll(() => volumeSlider.element().getBoundingClientRect().width).toBeGreaterThan(40);
  await chapterButton.click();
  await expect.element(page.getByRole('menuitemradio', { name: /The horns/ })).toHaveFocus();
  await page.viewport(600, 900);
  await expect.element(chapterButton).not.toBeInTheDocument(); // no role matches an element that is not displayed
  await userEvent.keyboard('{Escape}');
  await player.hover();
  await controls.getByRole('button', { name: 'More', exact: true }).click();
  for (const name of ['Speed', 'Chapters', 'Theater']) await expect.element(page.getByRole('menuitem', { name })).toBeVisible();
});

longTest('a mouse over the timeline, and a finger on it, show the time and the chapter of their place', async () => {
  await openVideo({ viewport: phone, from: '/', about: { description: '0:00 Out\n0:10 The horns of the harbour, in the fog\n2:14 In' } });
  const timeline = controls.getByRole('slider', { name: 'Seek' });
  const fogBubble = timeline.getByText('1:36The horns of the harbour, in the fog');
  const inBubble = timeline.getByText('2:52In');
  const box = timeline.element().getBoundingClientRect();
  const pointAt = (share: number) => ({ x: box.x + box.width * share, y: box.y + box.height / 2 });
  const { down, move, up } = fingersOn(video());

  for (const [share, bubble] of [
    [0.5, fogBubble],
    [0.9, inBubble],
  ] as const) {
    const { x, y } = pointAt(share);
    timeline.element().dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', clientX: x, clientY: y, bubbles: true }));
    await expect.element(bubble).toBeVisible();
  }
  timeline.element().dispatchEvent(new PointerEvent('pointerout', { pointerType: 'mouse', bubbles: true, relatedTarget: document.body }));
  await expect.element(inBubble).not.toBeInTheDocument();

  await down(pointAt(0.2));
  await move(pointAt(0.5));
  await expect.element(fogBubble).toBeVisible();
  expect(video().currentTime, 'the video seeks only when the finger is lifted').toBe(20);
  await up();
  await expect.element(fogBubble).not.toBeInTheDocument();
  await expect.poll(() => video().currentTime).toBeCloseTo(96, 0);
});

test('keys show and hide theater mode, help and messages; the chosen settings stay after a reload', async () => {
  const playerScreen = await openVideo();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.hover(); // the mouse, where an earlier test left it, might keep the help open
  await userEvent.keyboard('t');
  await expect.element(navigation).not.toBeInTheDocument();
  const box = () => player.element().getBoundingClientRect();
  await expect.poll(() => [box().x, box().width]).toEqual([0, desktop.width]);
  await expect.poll(() => box().height).toBeLessThanOrEqual(desktop.height * 0.8 + 1);
  await userEvent.keyboard('{Escape}');
  await expect.element(navigation).toBeVisible();

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await userEvent.keyboard('?');
  await expect.element(help).toBeVisible();
  expect(help.element().contains(document.activeElement)).toBe(false);
  await vi.advanceTimersByTimeAsync(helpMs);
  await expect.element(help).not.toBeInTheDocument();
  // The help is opened by its button, because its key, pressed again within 3 s, would show all keys of the client instead.
  await player.hover();
  await controls.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await help.hover();
  await vi.advanceTimersByTimeAsync(helpMs);
  await expect.element(help).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await userEvent.keyboard('>');
  await expect.element(player.getByRole('status').filter({ hasText: '1.25×' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(500);
  await expect.element(player.getByRole('status').filter({ hasText: '1.25×' })).not.toBeInTheDocument();
  vi.useRealTimers();

  await player.hover();
  await controls.getByRole('button', { name: /^Speed/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Remember for Harbour Lights' }).click();
  await page.getByRole('menuitem', { name: 'Faster' }).click();
  await userEvent.keyboard('{Escape}');
  await controls.getByRole('button', { name: 'Subtitles' }).click();
  await page.getByRole('menuitem', { name: 'Larger text' }).click();
  await page.getByRole('menuitem', { name: 'Lighter background' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'At the top' }).click();
  await page.getByRole('menuitemradio', { name: /uploaded/ }).click();
  await userEvent.keyboard('m');
  await navigation.hover();
  await userEvent.keyboard('t');
  await expect.element(navigation).not.toBeInTheDocument();
  const chosenSettings = (): unknown[] => [
    video().muted,
    video().playbackRate,
    video().dataset['cueSize'],
    video().dataset['cueBackground'],
    [...video().textTracks].some(({ mode }) => mode === 'showing'),
  ];
  await expect.poll(chosenSettings).toEqual([true, 1.5, 'large', 'none', true]);
  await playerScreen.reload();
  await expect.element(player).toBeVisible();
  await expect.element(navigation).not.toBeInTheDocument();
  await expect.poll(chosenSettings).toEqual([true, 1.5, 'large', 'none', true]);
  playerScreen.goTo('/video/other/');
  await expect.element(page.getByRole('region', { name: 'Player: Another channel' })).toBeVisible();
  await expect.poll(chosenSettings).toEqual([true, 1, 'large', 'none', false]);
});

const unplayableFiles = [
  [
    'cannot be decoded',
    { streams: [{ type: 'video', index: 0, codec: 'hevc', bitrate: 1 }] },
    /This device can’t play|Not on this device|The server doesn’t have/,
  ],
  ['is missing', { missing_since: '2026-01-01T00:00:00Z' }, 'Its file is missing on the server'],
] as const;

test.each(casesToRun(unplayableFiles, 1))(
  'Escape leaves theater mode on a video whose file %s, and ? shows the keys of the client',
  async (_description, about, message) => {
    sessionStorage.setItem('stowaway.player.theater', 'true');
    await renderScreen('/video/short/', { videos: [{ ...shortVideo, ...about } as never], viewport: desktop });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect.element(page.getByRole('region', { name: 'Player: Thirty seconds' }).getByText(message).first()).toBeVisible();
    await expect.element(navigation).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(navigation).toBeVisible();
    await userEvent.keyboard('t');
    await expect.element(navigation).not.toBeInTheDocument();
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog', { name: 'Keys', exact: true })).toBeVisible();
  },
);

longTest('a press on a time scrolls up to the player, without motion for people who want none', async () => {
  await openVideo({ about: { description: 'Horns at 0:36.' } });
  const scrollSpy = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const emulate = (motion: string) =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: 'dark' },
        { name: 'prefers-reduced-motion', value: motion },
      ],
    });
  // All test files share this page, so both settings of vitest.config.ts are restored.
  onTestFinished(async () => void (await emulate('reduce')));
  for (const [preference, behavior] of [
    ['reduce', 'auto'],
    ['no-preference', 'smooth'],
  ] as const) {
    await emulate(preference);
    await page.getByRole('button', { name: 'Go to 0:36' }).click();
    expect(scrollSpy).toHaveBeenLastCalledWith({ top: 0, behavior });
  }
});

// A video that is left in its first seconds stores no position, and clears the saved one.
longTest.each([1, 60])('deleting a video that plays from %i seconds on leaves no change of the video in the outbox', async (startSeconds) => {
  const playerScreen = await openVideo({ t: startSeconds, from: '/', about: { player: { ...fog.player, position: 100 } } });
  await video().play();
  await expect.poll(() => video().currentTime).toBeGreaterThan(startSeconds + 1);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete Video' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByText('Deleted: Fog')).toBeVisible();
  await expect.element(player).not.toBeInTheDocument();
  // The player's last position is stored under this key until it has been written to the database.
  await expect.poll(() => localStorage.getItem(lastPositionKey)).toBeNull();
  expect(await playerScreen.mirror().db.outbox.toArray()).toEqual([]);
});

test('a video that cannot be decoded offers the next video', async () => {
  const undecodableVideo = { ...shortVideo, streams: [{ type: 'video', index: 0, codec: 'hevc', bitrate: 1 }] } as never;
  const { mirror } = await renderScreen('/video/short/', { videos: [undecodableVideo, aWireVideo({ youtube_id: 'other', title: 'Tug' })], viewport: desktop });
  await addToQueue(mirror(), { videoId: 'other', title: 'Tug' }, 'last');
  await page.getByRole('region', { name: 'Player: Thirty seconds' }).getByRole('button', { name: 'Next: Tug' }).click();
  await expect.poll(() => location.pathname).toBe('/video/other');
});

longTest('a phone has no theater mode, and a short is as tall as possible there without being wider than the screen', async () => {
  await renderScreen('/video/short/', { videos: [shortVideo], viewport: phone });
  const frame = page.getByRole('region', { name: 'Player: Thirty seconds' });
  await expect.element(frame).toBeVisible();
  await expect.poll(() => frame.element().getBoundingClientRect().height).toBeGreaterThan(600);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width);
  await userEvent.keyboard('t');
  await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(frame.getByRole('button', { name: /theater/i }).elements()).toEqual([]);
});

longTest('the picture-in-picture button follows the browser’s state, and a refusal changes nothing', async () => {
  let elementInPicture: Element | null = null;
  vi.spyOn(Document.prototype, 'pictureInPictureEnabled', 'get').mockReturnValue(true);
  vi.spyOn(Document.prototype, 'pictureInPictureElement', 'get').mockImplementation(() => elementInPicture);
  const enterSpy = vi.spyOn(HTMLVideoElement.prototype, 'requestPictureInPicture').mockRejectedValueOnce(new DOMException('no data', 'InvalidStateError'));
  const leaveSpy = vi.spyOn(Document.prototype, 'exitPictureInPicture').mockResolvedValue();
  await openVideo();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // so that only the video's events re-render the player
  const pipButton = controls.getByRole('button', { name: 'Picture in picture', exact: true });
  await pipButton.click();
  await expect.element(pipButton).toBeVisible();
  enterSpy.mockImplementation(async () => {
    elementInPicture = video();
    elementInPicture.dispatchEvent(new Event('enterpictureinpicture'));
    return {} as PictureInPictureWindow;
  });
  await pipButton.click();
  await controls.getByRole('button', { name: 'Leave picture in picture' }).click();
  expect(leaveSpy).toHaveBeenCalledOnce();
  elementInPicture = null;
  video().dispatchEvent(new Event('leavepictureinpicture'));
  await expect.element(pipButton).toBeVisible();
});

longTest('the player offers another screen while one is near, opens the browser’s list, and stops watching for screens on another page', async () => {
  let reportNear = (_isNear: boolean): void => {};
  vi.spyOn(RemotePlayback.prototype, 'watchAvailability').mockImplementation(async (callback) => {
    reportNear = callback as typeof reportNear;
    return 1;
  });
  const cancelWatchSpy = vi.spyOn(RemotePlayback.prototype, 'cancelWatchAvailability').mockResolvedValue();
  const promptSpy = vi.spyOn(RemotePlayback.prototype, 'prompt').mockRejectedValue(new DOMException('closed', 'NotAllowedError'));
  const { goTo } = await openVideo();
  const button = controls.getByRole('button', { name: 'Play on another screen' });
  await expect.element(button).not.toBeInTheDocument();
  reportNear(true);
  await button.click(); // the person closes the list without a choice, so no message appears
  expect(promptSpy).toHaveBeenCalledOnce();
  reportNear(false);
  await expect.element(button).not.toBeInTheDocument();
  expect(cancelWatchSpy).not.toHaveBeenCalled();
  goTo('/');
  await expect.element(player).not.toBeInTheDocument();
  await expect.poll(() => cancelWatchSpy.mock.calls.length).toBe(1);
});

/** Waits for the controls, the browser and the layout, which change one after the other. */
async function expectFullscreen({ isFull }: { isFull: boolean }): Promise<void> {
  await expect.element(controls.getByRole('button', { name: isFull ? 'Leave fullscreen' : 'Fullscreen', exact: true })).toBeInTheDocument();
  await expect.poll(() => [isFullscreen(), video().getBoundingClientRect().width > phone.width]).toEqual([isFull, isFull]);
}

interface Point {
  x: number;
  y: number;
}

/** Creates touches that the browser itself handles, because synthetic events would not allow fullscreen. */
function fingersOn(picture: Element) {
  const box = picture.getBoundingClientRect();
  // The points are between the row at the top and the buttons in the middle.
  const pointAt = (share: number): Point => ({ x: box.x + box.width * share, y: box.y + box.height * 0.26 });
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) => cdp().send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    left: pointAt(0.12),
    middle: pointAt(0.36),
    right: pointAt(0.88),
    down: (...points: Point[]) => send('touchStart', points),
    move: (...points: Point[]) => send('touchMove', points),
    up: () => send('touchEnd', []),
    async tap(point: Point) {
      await send('touchStart', [point]);
      await send('touchEnd', []);
    },
    async swipe(from: Point, down: number) {
      await send('touchStart', [from]);
      for (const share of [0.3, 0.6, 1]) await send('touchMove', [{ x: from.x, y: from.y + down * share }]);
      await send('touchEnd', []);
    },
  };
}
