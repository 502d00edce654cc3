// The player session, which lives outside React, plays one video after another in one element, and reports their positions to the device.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { pauseOtherTabs } from '../../src/app/player-host/pause-other-tabs.ts';
import { attachInBrowser } from '../../src/player/media-attachment.ts';
import { createPlayerPreferences } from '../../src/player/player-preferences.ts';
import { createPlayerSession, type SessionPorts } from '../../src/player/player-session.ts';
import type { ProgressReport } from '../../src/player/progress-reporter.ts';
import type { NextVideo, QueueNeighbours } from '../../src/player/queue-neighbours.ts';
import type { ShownVideo } from '../../src/player/shown-video.ts';
import type { SourceCheck } from '../../src/player/source-check.ts';
import { createViewModes } from '../../src/player/view-modes.ts';
import { memoryStorage } from '../builders/device-storage.ts';
import { createFakeMediaElement } from '../doubles/fake-media-element.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

test('no file is opened until its address is known, and then the file is opened once, even if another update follows', () => {
  const { session, fake, show } = setup();
  show({ media: null });
  expect(fake.loadCount).toBe(0);
  expect(session.read().playback).toMatchObject({ isReady: false, state: { name: 'idle' }, durationSeconds: 600 });
  show({});
  show({ title: 'Fog, once more', savedSeconds: 44 });
  expect(fake.loadCount).toBe(1);
  expect(session.read().playback).toMatchObject({ isReady: true, video: { title: 'Fog, once more' } });
});

test('the snapshot stays the same until something changes', () => {
  const { session, show } = setup();
  show({});
  expect(session.read()).toBe(session.read());
  let notificationCount = 0;
  session.subscribe(() => (notificationCount += 1));
  session.notify('Muted');
  expect(notificationCount).toBe(1);
});

test('the player resumes at the saved position, shows a notice until six seconds after the file has loaded, and starts over on request', () => {
  const { session, fake, clock, show, startedOverIds } = setup();
  show({ savedSeconds: 120 });
  clock.pass(60_000);
  expect(session.read().playback?.resumedSeconds).toBe(120);
  loadFile(fake);
  clock.pass(5999);
  expect(session.read().playback?.resumedSeconds).toBe(120);
  clock.pass(1);
  expect(session.read().playback?.resumedSeconds).toBeNull();
  session.startOver();
  expect(fake.currentTime).toBe(0);
  expect(startedOverIds).toEqual(['fog']);
});

test('a video without a saved position shows the notice at its beginning if a position lost a conflict, but not if the address names a moment', () => {
  const { session, show } = setup();
  show({ alternativeSeconds: 120 });
  expect(session.read().playback?.resumedSeconds).toBe(0);
  const { session: sessionAtMoment, show: showAtMoment } = setup();
  showAtMoment({ alternativeSeconds: 120, t: '300' });
  expect(sessionAtMoment.read().playback?.resumedSeconds).toBeNull();
});

test('a video that a link opened at a moment stays there if a newer saved position is read, until the user requests something', () => {
  const { session, fake, show } = setup();
  show({ t: '300' });
  loadFile(fake);
  show({ t: '300', savedSeconds: 120 });
  expect(fake.currentTime).toBe(300);
  session.request({ kind: 'pause' }); // as at the start of casting
  show({ t: '300', savedSeconds: 140 });
  expect(fake.currentTime).toBe(140);
});

test('a video that a link opened at a moment follows a newer saved position once a headset has paused it', () => {
  const { fake, show } = setup();
  show({ t: '300' });
  loadAndPlay(fake);
  fake.pause();
  show({ t: '300', savedSeconds: 140 });
  expect(fake.currentTime).toBe(140);
});

test('going to a position from the notice closes the notice, and playing from a time in a text leaves the notice open', () => {
  const { session, fake, show } = setup();
  show({ savedSeconds: 120 });
  loadFile(fake);
  session.playFrom(30);
  expect(session.read().playback?.resumedSeconds).toBe(120);
  session.goTo(200);
  expect(session.read().playback?.resumedSeconds).toBeNull();
  expect([fake.currentTime, fake.paused]).toEqual([200, false]);
});

test('a link to a moment of the paused video plays from that moment, and going back to the video’s own address leaves the position unchanged', () => {
  const { session, fake, show } = setup();
  show({ savedSeconds: 120 });
  loadFile(fake);
  show({ savedSeconds: 120, t: '300' });
  expect([fake.currentTime, fake.paused]).toEqual([120, true]);
  show({ savedSeconds: 120 });
  show({ savedSeconds: 120, t: '300', shouldPlayAtOnce: true });
  expect([fake.currentTime, fake.paused]).toEqual([300, false]);
  expect(session.read().playback?.resumedSeconds).toBeNull();
  fake.currentTime = 310;
  show({ savedSeconds: 120, t: '300', shouldPlayAtOnce: true, title: 'Fog, once more' });
  expect(fake.currentTime).toBe(310);
  show({ savedSeconds: 120, t: '9000', shouldPlayAtOnce: true });
  expect(fake.currentTime).toBe(310);
});

test('a link to a moment outside the playing video changes nothing', () => {
  const { session, fake, show } = setup();
  show({ shouldPlayAtOnce: true });
  loadAndPlay(fake);
  fake.currentTime = 310;
  for (const positionSeconds of [-5, 9000]) session.playFrom(positionSeconds);
  expect(fake.currentTime).toBe(310);
  session.playFrom(600);
  expect(fake.currentTime).toBe(600);
});

test('another video closes the previous one, whose last position is reported under its own id', () => {
  const { session, fake, show, reports } = setup();
  show({ shouldPlayAtOnce: true });
  loadAndPlay(fake);
  fake.currentTime = 77;
  session.show(aVideo({ videoId: 'tug', title: 'Tug' }));
  expect(reports.at(-1)).toEqual(['fog', { positionSeconds: 77, shouldSend: true, isLast: true }]);
  expect(session.read().playback).toMatchObject({ video: { videoId: 'tug' }, state: { name: 'loading' }, positionSeconds: 0 });
  session.leave('fog');
  expect(session.read().playback?.video.videoId).toBe('tug');
  session.leave('tug');
  expect(session.read().playback).toBeNull();
});

test('hiding the page reports the position', () => {
  const { fake, show, reports, page } = setup();
  show({ shouldPlayAtOnce: true });
  loadAndPlay(fake);
  fake.currentTime = 50;
  page.hide();
  expect(reports).toEqual([['fog', { positionSeconds: 50, shouldSend: true, isLast: true }]]);
});

test('a closed session reports nothing more', () => {
  const { session, fake, show, reports, page, clock } = setup();
  show({ shouldPlayAtOnce: true });
  loadAndPlay(fake);
  fake.currentTime = 50;
  session.close();
  const reportCount = reports.length;
  page.hide();
  clock.pass(60_000);
  fake.pause();
  expect(reports).toHaveLength(reportCount);
  expect(fake.src).toBe('');
});

test('a message is shown for half a second, and the next one is shown for a full half second (SPEC §9)', () => {
  const { session, clock, show } = setup();
  show({});
  session.request({ kind: 'change-speed', steps: 1 });
  expect(session.read().message).toBe('1.25×');
  clock.pass(400);
  session.notify('Muted');
  clock.pass(499);
  expect(session.read().message).toBe('Muted');
  clock.pass(1);
  expect(session.read().message).toBeNull();
});

test('a speed is saved on request for its channel, and a speed held with a finger is not saved', () => {
  const { session, fake, show, storage } = setup();
  show({});
  session.request({ kind: 'set-speed', speed: 1.75 });
  expect(createPlayerPreferences(storage).channelSpeed('harbour')).toBeNull();
  session.saveSpeed(true);
  session.request({ kind: 'set-speed', speed: 1.5 });
  session.holdSpeed(2);
  expect(fake.playbackRate).toBe(2);
  session.holdSpeed(null);
  expect(fake.playbackRate).toBe(1.5);
  session.show(aVideo({ videoId: 'tug', channel: { channelId: 'other', name: 'Other' } }));
  expect(fake.playbackRate).toBe(1);
  session.show(aVideo({ videoId: 'pier' }));
  expect(fake.playbackRate).toBe(1.5);
  expect(session.read().playback?.isSpeedSaved).toBe(true);
  expect(createPlayerPreferences(storage).channelSpeed('harbour')).toBe(1.5);
});

test('a finger lifted after the video has changed does not affect the speed of the new video', () => {
  const { session, fake, show } = setup();
  show({});
  session.request({ kind: 'set-speed', speed: 1.5 });
  session.holdSpeed(2);
  session.show(aVideo({ videoId: 'tug' }));
  session.holdSpeed(null);
  expect(fake.playbackRate).toBe(1);
});

test('toggling subtitles shows and names the subtitles in a language of the reader, and the next video opens with subtitles', () => {
  const { session, show } = setup();
  show({});
  expect(session.read().playback?.shownSubtitles).toBeNull();
  session.request({ kind: 'toggle-subtitles' });
  expect(session.read()).toMatchObject({ playback: { shownSubtitles: 1 }, message: expect.stringContaining('Deutsch') as unknown });
  session.show(aVideo({ videoId: 'tug' }));
  expect(session.read().playback?.shownSubtitles).toBe(1);
  session.request({ kind: 'toggle-subtitles' });
  expect(session.read().playback?.shownSubtitles).toBeNull();
});

test('subtitles that were toggled off return in the language that was shown', () => {
  const { session, show } = setup();
  const toggle = (): unknown => {
    session.request({ kind: 'toggle-subtitles' });
    return session.read().playback?.shownSubtitles;
  };
  show({});
  session.showSubtitles(0);
  session.showSubtitles(null);
  expect([toggle(), toggle(), toggle()]).toEqual([0, null, 0]);
  session.show(aVideo({ videoId: 'tug' }));
  expect([toggle(), toggle(), toggle()]).toEqual([null, 0, null]);
  session.show(aVideo({ videoId: 'pier' }));
  expect(toggle(), 'the browser’s language').toBe(1);
});

test('when the browser pauses a hidden page, audio-only playback resumes, and playback with a picture does not', () => {
  const { session, fake, show, page } = setup();
  show({ shouldPlayAtOnce: true });
  loadAndPlay(fake);
  page.hide();
  fake.pause();
  expect(fake.paused).toBe(true);
  session.setMode('audio-only', true);
  page.show();
  session.request({ kind: 'play' });
  fake.startPlaying();
  page.hide();
  fake.pause();
  expect(fake.paused).toBe(false);
});

test.each([0, -3_600_000])('headphones unplugged a second after the page is hidden stop audio-only playback, even if the clock jumps by %i ms', (jumpMs) => {
  const { session, fake, show, page, clock } = setup();
  session.setMode('audio-only', true);
  show({ shouldPlayAtOnce: true });
  loadAndPlay(fake);
  page.hide();
  clock.pass(1001);
  clock.adjust(jumpMs);
  fake.pause();
  expect(fake.paused).toBe(true);
});

test('a video is reported as started once, when it begins to play', () => {
  const { fake, show, startedIds } = setup();
  show({});
  loadFile(fake);
  expect(startedIds).toEqual([]);
  fake.startPlaying();
  fake.pause();
  fake.startPlaying();
  expect(startedIds).toEqual(['fog']);
});

test('a playing video that continues from another source is not reported as started again, but a video that is opened again is', () => {
  const { session, fake, show, startedIds } = setup();
  const { media } = aVideo();
  show({});
  loadAndPlay(fake);
  show({ media: media && { ...media, url: '/_saved/fog/original/1' } });
  loadAndPlay(fake);
  expect(startedIds).toEqual(['fog']);
  session.leave('fog');
  show({});
  loadAndPlay(fake);
  expect(startedIds).toEqual(['fog', 'fog']);
});

test('a video that should start but cannot be played counts as started, and a video that is out of reach does not', async () => {
  for (const shouldPlayAtOnce of [true, false]) {
    const { decoder, show, session, startedIds } = setup();
    decoder.canPlayType = () => '';
    show({ shouldPlayAtOnce });
    await expect.poll(() => session.read().playback?.state.name).toBe('failed');
    expect(startedIds).toEqual(shouldPlayAtOnce ? ['fog'] : []);
  }
  const damagedWorld = setup();
  damagedWorld.show({ shouldPlayAtOnce: true });
  for (const loadCount of [1, 2]) {
    await expect.poll(() => damagedWorld.fake.loadCount).toBe(loadCount);
    damagedWorld.fake.giveMetadata(600);
    damagedWorld.fake.failWith(3);
  }
  await expect.poll(() => damagedWorld.session.read().playback?.state).toMatchObject({ name: 'failed', reason: 'damaged' });
  expect(damagedWorld.startedIds).toEqual(['fog']);
  const awayWorld = setup();
  awayWorld.show({ shouldPlayAtOnce: true });
  awayWorld.answer.check = 'away';
  awayWorld.fake.failWith(4);
  await expect.poll(() => awayWorld.session.read().playback?.state.name).toBe('failed');
  expect(awayWorld.startedIds).toEqual([]);
});

test('at the end of a video, the next one is requested, and plays five seconds later', () => {
  const { session, fake, clock, show, refetchedIds, playedIds } = setup();
  show({ shouldPlayAtOnce: true });
  session.setNeighbours(someNeighbours({ following: tug }));
  loadAndPlay(fake);
  fake.reachEnd();
  expect(refetchedIds).toEqual(['tug']);
  expect(session.read().secondsLeft).toBe(5);
  clock.pass(4999);
  expect([session.read().secondsLeft, playedIds]).toEqual([1, []]);
  clock.pass(1);
  expect([session.read().secondsLeft, playedIds]).toEqual([null, ['tug']]);
});

test('a next video that is replaced by another during the countdown is not played', () => {
  const { session, fake, clock, show, refetchedIds, playedIds } = setup();
  show({ shouldPlayAtOnce: true });
  session.setNeighbours(someNeighbours({ following: tug }));
  loadAndPlay(fake);
  fake.reachEnd();
  session.setNeighbours(someNeighbours({ following: { ...tug, title: 'Tug, updated' } }));
  session.setNeighbours(someNeighbours({ following: { ...tug, videoId: 'pier' } }));
  clock.pass(5000);
  expect(refetchedIds).toEqual(['tug', 'pier']);
  expect(playedIds).toEqual(['pier']);
});

test('a next video that is out of reach when the countdown ends is not played', () => {
  const { session, fake, clock, show, playedIds } = setup();
  show({ shouldPlayAtOnce: true });
  session.setNeighbours(someNeighbours({ following: tug }));
  loadAndPlay(fake);
  fake.reachEnd();
  clock.pass(3000);
  session.setNeighbours(someNeighbours({ following: { ...tug, isAway: true } }));
  clock.pass(5000);
  expect([session.read().secondsLeft, playedIds]).toEqual([null, []]);
});

test('on a hidden page the next video follows immediately', () => {
  const { session, fake, show, page, playedIds } = setup();
  show({ shouldPlayAtOnce: true });
  session.setNeighbours(someNeighbours({ following: tug }));
  loadAndPlay(fake);
  page.hide();
  fake.reachEnd();
  expect(playedIds).toEqual(['tug']);
});

test('the next video does not interrupt a video that another tab starts during the countdown', async () => {
  const { session, fake, clock, show, playedIds } = setup();
  show({ shouldPlayAtOnce: true });
  session.setNeighbours(someNeighbours({ following: tug }));
  onTestFinished(pauseOtherTabs(session));
  const otherTab = new BroadcastChannel('stowaway.playing');
  onTestFinished(() => otherTab.close());
  loadAndPlay(fake);
  fake.reachEnd();
  expect(session.read().secondsLeft).not.toBeNull();
  otherTab.postMessage('playing');
  await expect.poll(() => session.read().secondsLeft).toBeNull();
  clock.pass(5000);
  expect(playedIds).toEqual([]);
});

test.each<[string, (world: World) => void]>([
  ['the countdown is cancelled', ({ session }) => session.cancelCountdown()],
  ['the video is played again', ({ session }) => session.request({ kind: 'play' })],
  ['somebody seeks back', ({ session }) => session.request({ kind: 'seek-to', positionSeconds: 10 })],
  ['another video is shown', ({ session }) => session.show(aVideo({ videoId: 'pier' }))],
  ['the player is closed', ({ session }) => session.close()],
])('nothing follows automatically when %s', (_how, interrupt) => {
  const world = setup();
  world.show({ shouldPlayAtOnce: true });
  world.session.setNeighbours(someNeighbours({ following: tug }));
  loadAndPlay(world.fake);
  world.fake.reachEnd();
  world.clock.pass(2000);
  interrupt(world);
  world.clock.pass(60_000);
  expect([world.session.read().secondsLeft, world.playedIds]).toEqual([null, []]);
});

test('no video follows automatically while the archive is away, or if the sleep timer is set to the end of the video', () => {
  const awayWorld = setup();
  awayWorld.show({ shouldPlayAtOnce: true });
  awayWorld.session.setNeighbours(someNeighbours({ following: { ...tug, isAway: true } }));
  loadAndPlay(awayWorld.fake);
  awayWorld.fake.reachEnd();
  expect(awayWorld.session.read().secondsLeft).toBeNull();
  const asleepWorld = setup();
  asleepWorld.show({ shouldPlayAtOnce: true });
  asleepWorld.session.setNeighbours(someNeighbours({ following: tug }));
  asleepWorld.session.sleep.choose('end-of-video');
  loadAndPlay(asleepWorld.fake);
  asleepWorld.fake.reachEnd();
  expect(asleepWorld.session.read().secondsLeft).toBeNull();
  expect(asleepWorld.session.sleep.read()).toEqual({ name: 'off' });
});

test('the sleep timer fades the sound out, and pauses', () => {
  const { session, fake, clock, show } = setup();
  show({ shouldPlayAtOnce: true });
  loadAndPlay(fake);
  fake.volume = 0.8;
  session.sleep.choose(10);
  clock.pass(10 * 60_000 - 4000);
  expect(fake.volume).toBeCloseTo(0.4, 1);
  clock.pass(4000);
  expect([fake.paused, fake.volume]).toEqual([true, 0.8]);
});

test('a sleep timer that runs out during the countdown ends the countdown, and the next video does not start', () => {
  const { session, fake, clock, show, playedIds } = setup();
  show({ shouldPlayAtOnce: true });
  session.setNeighbours(someNeighbours({ following: tug }));
  loadAndPlay(fake);
  session.sleep.choose(10);
  clock.pass(10 * 60_000 - 2000);
  fake.reachEnd();
  expect(session.read().secondsLeft).toBe(5);
  clock.pass(60_000);
  expect([session.read().secondsLeft, playedIds]).toEqual([null, []]);
});

test('a player closed during the fade keeps the volume that the person chose', () => {
  const { session, fake, clock, show, storage } = setup();
  show({ shouldPlayAtOnce: true });
  loadAndPlay(fake);
  changeVolume(fake, 0.8);
  session.sleep.choose(10);
  clock.pass(10 * 60_000 - 4000);
  fake.dispatchEvent(new Event('volumechange'));
  session.close();
  expect(fake.volume).toBe(0.8);
  expect(createPlayerPreferences(storage).volume()).toBe(0.8);
});

test('a video that begins during the fade plays at the faded volume, and the volume is restored at the end of the fade', () => {
  const { session, fake, clock, show } = setup();
  show({ shouldPlayAtOnce: true });
  loadAndPlay(fake);
  changeVolume(fake, 0.8);
  session.sleep.choose(10);
  clock.pass(10 * 60_000 - 4000);
  fake.dispatchEvent(new Event('volumechange'));
  session.show(aVideo({ videoId: 'tug' }));
  expect(fake.volume).toBeCloseTo(0.4, 1);
  clock.pass(4000);
  expect(fake.volume).toBe(0.8);
});

test('the player looks up a missing file every five seconds while the page is visible, and does not start the file automatically when it is back', () => {
  const { session, fake, clock, show, refetchedIds, page } = setup();
  show({ missing: missingFile, shouldPlayAtOnce: true });
  expect(session.read().playback).toMatchObject({ isMissing: true, isReady: false });
  clock.pass(10_000);
  expect(refetchedIds).toEqual(['fog', 'fog']);
  page.hide();
  clock.pass(10_000);
  expect(refetchedIds).toHaveLength(2);
  show({ missing: null, shouldPlayAtOnce: true });
  expect(session.read().playback).toMatchObject({ isMissing: false, isReady: true });
  loadFile(fake);
  expect(fake.paused).toBe(true);
  clock.pass(60_000);
  expect(refetchedIds).toHaveLength(2);
});

test('a playing video continues while its file is missing, and the archive is asked once playback fails', async () => {
  const { session, fake, show, refetchedIds, answer } = setup();
  show({ shouldPlayAtOnce: true });
  loadAndPlay(fake);
  show({ missing: missingFile });
  expect(session.read().playback?.isMissing).toBe(false);
  answer.check = 'missing';
  fake.failWith(2);
  await expect.poll(() => session.read().playback?.isMissing).toBe(true);
  expect(refetchedIds).toEqual(['fog']);
});

test('a file that is back after it was missing opens where the person stopped, not at the time in the address again', async () => {
  const world = setup();
  const { session, fake, show } = world;
  show({ t: '60', shouldPlayAtOnce: true });
  loadAndPlay(fake);
  expect(fake.currentTime).toBe(60);
  fake.currentTime = 200;
  await loseFile(world, { t: '60', shouldPlayAtOnce: true });
  show({ t: '60', shouldPlayAtOnce: true });
  loadFile(fake);
  expect([fake.currentTime, fake.paused]).toEqual([200, true]);
  expect(session.read().playback?.resumedSeconds).toBe(200);
});

test('a file that is back opens at a position saved while it was missing, or at the moment of a link followed in that time', async () => {
  const savedWorld = setup();
  savedWorld.show({ t: '60' });
  loadAndPlay(savedWorld.fake);
  await loseFile(savedWorld, { t: '60' });
  savedWorld.show({ t: '60', savedSeconds: 400 });
  loadFile(savedWorld.fake);
  expect(savedWorld.fake.currentTime).toBe(400);
  const linkedWorld = setup();
  linkedWorld.show({});
  loadAndPlay(linkedWorld.fake);
  linkedWorld.fake.currentTime = 200;
  await loseFile(linkedWorld, {});
  linkedWorld.show({ t: '60', shouldPlayAtOnce: true, missing: missingFile });
  linkedWorld.show({ t: '60', shouldPlayAtOnce: true });
  loadFile(linkedWorld.fake);
  expect(linkedWorld.fake.currentTime).toBe(60);
});

test('undoing a skip that led to the end resumes the ended video', () => {
  const { session, fake, show } = setup();
  show({ shouldPlayAtOnce: true, segments: [{ startSeconds: 500, endSeconds: 600 }] });
  loadAndPlay(fake);
  fake.currentTime = 500.1;
  fake.dispatchEvent(new Event('timeupdate'));
  expect(session.read().playback?.skipped).toMatchObject({ startSeconds: 500 });
  fake.reachEnd();
  session.undoSkip();
  expect([fake.currentTime, fake.paused]).toEqual([500, false]);
});

test('a codec that the device cannot decode is named', async () => {
  const { session, show, decoder } = setup();
  decoder.canPlayType = () => '';
  show({});
  await expect.poll(() => session.read().playback).toMatchObject({ undecodableCodec: 'h264', state: { name: 'failed', reason: 'unplayable' } });
});

test('a retry repeats a failed read, or opens a failed file again', async () => {
  const { session, fake, show, retries, answer } = setup();
  show({ media: null, failure: 'unreachable' });
  session.retry();
  expect(retries).toHaveLength(1);
  show({});
  answer.check = 'away';
  fake.failWith(4);
  await expect.poll(() => session.read().playback?.state.name).toBe('failed');
  session.retry();
  expect(retries).toHaveLength(1);
  expect(session.read().playback?.state).toEqual({ name: 'loading', shouldPlay: true });
});

test('a playing video continues at its position when its source changes, and a paused video stays paused', () => {
  const { session, fake, show } = setup();
  const { media } = aVideo();
  const mediaFrom = (url: string) => ({ media: media && { ...media, url }, savedSeconds: 20 });
  show(mediaFrom('/youtube/fog.mp4'));
  loadFile(fake);
  loadAndPlay(fake);
  fake.currentTime = 77;
  fake.dispatchEvent(new Event('timeupdate'));
  show(mediaFrom('/_saved/fog/original/1'));
  expect(fake.src).toContain('/_saved/fog/original/1');
  expect(session.read().playback).toMatchObject({ state: { name: 'loading', shouldPlay: true }, positionSeconds: 77 });
  loadFile(fake);
  fake.pause();
  show(mediaFrom('/youtube/fog.mp4'));
  expect(session.read().playback).toMatchObject({ state: { name: 'loading', shouldPlay: false }, positionSeconds: 77 });
});

test('a position from another device moves a paused player', () => {
  const { fake, show } = setup();
  show({ savedSeconds: 120 });
  loadFile(fake);
  show({ savedSeconds: 300 });
  expect(fake.currentTime).toBe(300);
});

test('the chapter is reported when it changes', () => {
  const { session, fake, show, chapters } = setup();
  show({ chapters: [0, 60, 120].map((startSeconds) => ({ startSeconds, title: '' })) });
  loadFile(fake);
  for (const positionSeconds of [10, 61, 70, 130]) session.request({ kind: 'seek-to', positionSeconds });
  expect(chapters).toEqual([0, 1, 2]);
});

test('the chapter is reported again when a page shows the video again, because the page has forgotten the chapter', () => {
  const { fake, show, chapters } = setup();
  const video = { chapters: [0, 60].map((startSeconds) => ({ startSeconds, title: '' })), t: '70' };
  show(video);
  loadFile(fake);
  expect(chapters.at(-1)).toBe(1);
  chapters.length = 0;
  show(video);
  expect(chapters).toEqual([1]);
});

test('the system’s media keys lead to the previous and next videos once a video has started, and do nothing after the person leaves the video', () => {
  const handlers = new Map<string, unknown>();
  vi.stubGlobal('MediaMetadata', class {});
  const mediaSession = { setActionHandler: (name: string, handler: unknown) => handlers.set(name, handler), setPositionState: () => {} };
  const { session, fake, show, playedIds, openedAddresses } = setup({ mediaSession: mediaSession as never });
  show({});
  session.setNeighbours(someNeighbours({ previous: { to: '/video/pier', title: 'Pier' }, following: tug }));
  loadFile(fake);
  expect(handlers.size).toBe(0);
  fake.startPlaying();
  (handlers.get('previoustrack') as () => void)();
  (handlers.get('nexttrack') as () => void)();
  expect([openedAddresses, playedIds]).toEqual([['/video/pier'], ['tug']]);
  session.leave('fog');
  expect([...handlers.values()].filter((handler) => handler !== null)).toEqual([]);
});

afterEach(() => vi.unstubAllGlobals());

const tug: NextVideo = { videoId: 'tug', entryId: null, title: 'Tug', thumbUrl: null, isAway: false };

function someNeighbours(overrides: Partial<QueueNeighbours>): QueueNeighbours {
  return { previous: null, next: null, following: null, skippedText: null, ...overrides };
}

function aVideo(overrides: Partial<ShownVideo> = {}): ShownVideo {
  const subtitles = ['en', 'de'].map((lang) => ({ name: lang === 'de' ? 'Deutsch' : 'English', lang, source: 'user' as const, url: `/${lang}.vtt` }));
  return {
    videoId: 'fog',
    title: 'Fog',
    posterUrl: null,
    durationSeconds: 600,
    channel: { channelId: 'harbour', name: 'Slow Harbour' },
    media: {
      url: `/youtube/${overrides.videoId ?? 'fog'}.mp4`,
      isFromDevice: false,
      isPartlyFromDevice: false,
      hlsUrl: null,
      streams: [{ type: 'video', codec: 'h264', bitrate: 0 }],
      subtitles,
    },
    failure: null,
    missing: null,
    t: null,
    shouldPlayAtOnce: false,
    isWatched: false,
    savedSeconds: null,
    alternativeSeconds: null,
    isAlternativeHere: false,
    chapters: [],
    segments: [],
    deviceRanges: [],
    ...overrides,
  };
}

function changeVolume(fake: World['fake'], volume: number): void {
  fake.volume = volume;
  fake.dispatchEvent(new Event('volumechange'));
}

type World = ReturnType<typeof setup>;

function setup(overrides: Partial<SessionPorts> = {}) {
  const { fake, element } = createFakeMediaElement();
  const clock = createManualClock();
  const page = aPage();
  const storage = memoryStorage();
  const reports: [string, ProgressReport][] = [];
  const startedOverIds: string[] = [];
  const startedIds: string[] = [];
  const playedIds: string[] = [];
  const openedAddresses: string[] = [];
  const refetchedIds: string[] = [];
  const chapters: number[] = [];
  const retries: true[] = [];
  const answer: { check: SourceCheck } = { check: 'there' };
  const decoder = { canPlayType: () => 'probably' };
  const session = createPlayerSession({
    element,
    clock,
    page,
    attach: attachInBrowser,
    checkSource: () => Promise.resolve(answer.check),
    decoder,
    preferences: createPlayerPreferences(storage),
    modes: createViewModes(memoryStorage()),
    mediaSession: undefined,
    languages: () => ['de-AT'],
    positions: {
      saved: ({ savedSeconds }) => savedSeconds,
      report: ({ videoId }, report) => reports.push([videoId, report]),
      startOver: ({ videoId }) => startedOverIds.push(videoId),
    },
    queue: {
      started: ({ videoId }) => startedIds.push(videoId),
      play: ({ videoId }) => playedIds.push(videoId),
      open: (address) => openedAddresses.push(address),
    },
    refetch: (videoId) => refetchedIds.push(videoId),
    onChapter: (index) => index >= 0 && chapters.push(index),
    retryReads: () => retries.push(true),
    ...overrides,
  });
  const show = (video: Partial<ShownVideo>) => session.show(aVideo(video));
  return {
    session,
    fake,
    clock,
    page,
    storage,
    reports,
    startedOverIds,
    startedIds,
    playedIds,
    openedAddresses,
    refetchedIds,
    chapters,
    retries,
    answer,
    decoder,
    show,
  };
}

type Fake = ReturnType<typeof createFakeMediaElement>['fake'];

/** Loads the file, and lets playback reach its start position. */
function loadFile(fake: Fake): void {
  fake.giveMetadata(600);
  fake.finishSeek();
}
function loadAndPlay(fake: Fake): void {
  loadFile(fake);
  fake.startPlaying();
}

const missingFile = { since: '14:02', adminUrl: null };

/** Makes the file of a playing video disappear, and breaks its stream. */
async function loseFile({ session, fake, show, answer }: World, video: Partial<ShownVideo>): Promise<void> {
  answer.check = 'missing';
  fake.failWith(2);
  show({ ...video, missing: missingFile });
  await expect.poll(() => session.read().playback?.isMissing).toBe(true);
}

function aPage() {
  const listeners = new Set<() => void>();
  let isHidden = false;
  return {
    isHidden: () => isHidden,
    onLeaving(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hide() {
      isHidden = true;
      for (const listener of [...listeners]) listener();
    },
    show: () => (isHidden = false),
  };
}
