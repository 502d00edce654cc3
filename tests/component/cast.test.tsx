// Playing on a cast device (SPEC §8, §9), against a double of Google's sender, which the page loads as a script. The rules of
// casting are in tests/unit/cast.test.ts; what a device may read of the archive is in tests/contract/cast.test.ts.
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { castSenderAddress } from '../../src/player/cast-sender.ts';
import { allAppSettings } from '../builders/mirror-wire.ts';
import { createCastDouble, type CastDouble } from '../doubles/cast-sender.ts';
import { json } from '../doubles/fetch-script.ts';
import { fog, expectReadyAt, openVideo, video } from './open-video.ts';
import { expectQuotedText } from './quoted-text.ts';

const controls = page.getByRole('group', { name: 'Player controls' });
const castButton = controls.getByRole('button', { name: 'Cast to a device' });
const stopButton = controls.getByRole('button', { name: 'Playing on Cabin television. Stop casting' });
const castSetting = (isOn: boolean) => allAppSettings({ application: { enable_cast: isOn } });

// One test, since a page loads the sender once and keeps it.
test('the player offers casting only while the archive allows it and answers; casting starts a little before the position, and the page follows the device’s position', async () => {
  const sender = scriptSender();
  const screen = await openVideo({ t: 96, appSettings: castSetting(false) });
  await expect.element(castButton).not.toBeInTheDocument();
  expect(sender.scriptCount()).toBe(0);
  expect(sender.passPolicy).toThrow('No script is loaded from https://www.gstatic.com/');

  screen.archive.on('/api/appsettings/config/', json(castSetting(true)));
  await screen.reload();
  await expectReadyAt(96);
  await expect.element(castButton).toBeVisible();
  expect(sender.scriptCount()).toBe(1);
  await castButton.click();
  await expect.element(stopButton).toBeVisible();
  await expect.poll(() => sender.loads()).toMatchObject([{ title: fog.title, currentTime: 93, tracks: 1 }]);
  expect(screen.archive.count(`/api/video/${fog.youtube_id}/?cast=true`)).toBe(1);

  // A pause in the first ten seconds is stored on this device only.
  sender.device.playTo(8);
  sender.device.pause();
  const outboxRows = async () => (await screen.mirror().db.outbox.toArray()).map(({ mutation, state }) => [mutation, state.name]);
  await expect.poll(outboxRows).toMatchObject([[{ positionSeconds: 8 }, 'held']]);
  // The page follows the device's position, and sends the position to the archive once the device pauses.
  sender.device.playTo(140);
  sender.device.pause();
  await expect.poll(() => video().currentTime).toBeCloseTo(140, 0);
  await expect.poll(() => screen.archive.sentBody('POST /api/video/fogNorthSea/progress/')).toEqual({ position: 140 });

  // The device plays on while no video is open here.
  screen.goTo('/');
  await expect.element(controls).not.toBeInTheDocument();
  sender.device.playTo(150);
  sender.device.pause();
  await expect.poll(() => screen.archive.sentBody('POST /api/video/fogNorthSea/progress/')).toEqual({ position: 150 });

  // The same button plays another video on the device instead.
  screen.goTo('/video/other/');
  await castButton.click();
  await expect.poll(() => sender.loads().map(({ title }) => title)).toEqual([fog.title, 'Another channel']);
  await expect.element(stopButton).toBeVisible();
  screen.goTo(`/video/${fog.youtube_id}/`);
  await expect.element(castButton).toBeVisible();
  // The position at which the video opens does not matter here. It may still change, if the device's last position is read only afterwards.
  await expect.poll(() => video().readyState >= 2 && !video().seeking).toBe(true);
  (page.getByRole('slider', { name: 'Seek' }).element() as HTMLElement).focus(); // otherwise the controls of the playing video hide
  await video().play();
  await castButton.click();
  await expect.element(stopButton).toBeVisible();
  await expect.poll(() => video().paused).toBe(true);
  await stopButton.click();
  await expect.element(castButton).toBeVisible();

  sender.device.failNext('session'); // no device is chosen, so no message appears
  await castButton.click();
  await expect.poll(() => sender.device.log.filter(({ kind }) => kind === 'session')).toHaveLength(2);
  sender.device.failNext('load');
  await castButton.click();
  await expectQuotedText('Video for cast not found...', page.getByRole('status').getByText('Video for cast not found...'));

  // The next video may start while the user chooses a device.
  sender.device.onNextChoice(() => {
    screen.goTo('/video/other/');
    return expect.element(page.getByRole('region', { name: 'Player: Another channel' })).toBeVisible();
  });
  const loadCount = sender.loads().length;
  await castButton.click();
  await expect.element(stopButton).toBeVisible();
  // A device is connected before it has loaded the video, whose addresses come from the archive.
  await expect.poll(() => sender.loads().slice(loadCount)).toMatchObject([{ title: 'Another channel', currentTime: 0 }]);
  // Playback on the device can be stopped without the archive, but not started.
  screen.stopArchive();
  await expect.element(page.getByRole('button', { name: /^(Server unreachable|Offline)/ })).toBeVisible();
  await stopButton.click();
  await expect.element(castButton).not.toBeInTheDocument();
  await expect.element(stopButton).not.toBeInTheDocument();
});

/** Creates a stand-in for the host of the sender's script. */
function scriptSender() {
  const device: CastDouble = createCastDouble();
  const { cast: castBefore, chrome } = window as { cast?: unknown; chrome?: { cast?: unknown } };
  const append = document.head.append.bind(document.head);
  let scriptCount = 0;
  const { trustedTypes } = window as unknown as { trustedTypes: { defaultPolicy: { createScriptURL(address: string): unknown } } };
  /** Throws if the page's policy for scripts does not allow the sender's address. Only production enforces the policy. */
  const passPolicy = (): unknown => trustedTypes.defaultPolicy.createScriptURL(castSenderAddress);
  const spy = vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    if (!nodes.some((node) => node instanceof HTMLScriptElement && node.src === castSenderAddress)) return append(...nodes);
    scriptCount += 1;
    passPolicy();
    Object.assign(window, { cast: device.cast, chrome: { ...chrome, cast: device.chromeCast } });
    (window as unknown as { __onGCastApiAvailable(isAvailable: boolean): void }).__onGCastApiAvailable(true);
  });
  onTestFinished(() => {
    spy.mockRestore();
    Object.assign(window, { cast: castBefore, chrome });
  });
  return { device, passPolicy, scriptCount: () => scriptCount, loads: () => device.log.filter(({ kind }) => kind === 'load') };
}
