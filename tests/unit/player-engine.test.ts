import { expect, test } from 'vitest';
import { attachInBrowser } from '../../src/player/media-attachment.ts';
import { createPlayerEngine, type PlayerSource } from '../../src/player/player-engine.ts';
import type { ProgressReport } from '../../src/player/progress-reporter.ts';
import type { SourceCheck } from '../../src/player/source-check.ts';
import { createFakeMediaElement } from '../doubles/fake-media-element.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

test('the player opens at the saved position and does not play before reaching it', () => {
  const { engine, fake } = setup({ positionSeconds: 751, shouldPlay: true });
  fake.giveMetadata(1735);
  expect(fake.currentTime).toBe(751);
  expect(fake.paused).toBe(true);
  fake.finishSeek();
  expect(fake.paused).toBe(false);
  fake.startPlaying();
  expect(engine.read().state).toEqual({ name: 'playing' });
});

test('nothing is reported before the player has reached the saved position', () => {
  const { engine, fake, reports } = setup({ positionSeconds: 751 });
  engine.leaving();
  fake.giveMetadata(1735);
  engine.leaving();
  expect(reports).toEqual([]);
});

test('a start that the browser refuses leaves the player paused, not broken', async () => {
  const { engine, fake } = setup({ shouldPlay: true });
  fake.isPlayRefused = true;
  fake.giveMetadata(100);
  await settle();
  expect(engine.read().state).toEqual({ name: 'paused' });
});

test('a press on play before the file has loaded takes effect as soon as the file has loaded', () => {
  const { engine, fake } = setup();
  engine.request({ kind: 'play' });
  expect(fake.paused).toBe(true);
  fake.giveMetadata(100);
  expect(fake.paused).toBe(false);
});

test.each([
  ['there', 'unplayable'],
  ['missing', 'missing'],
  ['refused', 'refused'],
  ['away', 'unreachable'],
] as const)('when a file does not load and the check of its source finds it %s, the reported reason is %s', async (check, reason) => {
  const { engine, fake, answer } = setup();
  answer.check = check;
  fake.failWith(4);
  await settle();
  expect(engine.read().state).toEqual({ name: 'failed', reason, positionSeconds: 0 });
});

test('a file that was out of reach loads automatically once the archive answers, but does not play until somebody taps', async () => {
  const { engine, fake, clock, answer } = setup({ positionSeconds: 60 });
  answer.check = 'away';
  fake.failWith(4);
  await settle();
  clock.pass(5000);
  await settle();
  expect(engine.read().state).toMatchObject({ name: 'failed', reason: 'unreachable' });
  answer.check = 'there';
  clock.pass(5000);
  await settle();
  expect(engine.read().state).toEqual({ name: 'loading', shouldPlay: false });
  fake.giveMetadata(100);
  expect(fake.currentTime).toBe(60);
});

test('a file of which only the sound plays counts as unplayable', () => {
  const { engine, fake } = setup({ hasPicture: true });
  fake.giveMetadata(100, 0);
  expect(engine.read().state).toMatchObject({ name: 'failed', reason: 'unplayable' });
});

test('a failed video ignores play and seek requests', () => {
  const { engine, fake, reports } = setup({ shouldPlay: true });
  fake.giveMetadata(100);
  fake.startPlaying();
  engine.fail('unplayable');
  engine.request({ kind: 'toggle-play' });
  engine.request({ kind: 'play' });
  engine.request({ kind: 'seek-by', seconds: 30 });
  fake.finishSeek();
  expect([fake.paused, fake.currentTime, reports]).toEqual([true, 0, []]);
  expect(engine.read().state).toEqual({ name: 'failed', reason: 'unplayable', positionSeconds: 0 });
});

test('a volume of 0 mutes, and unmuting restores the previous volume', () => {
  const { engine, fake } = setup();
  engine.request({ kind: 'set-volume', volume: 0.4 });
  engine.request({ kind: 'set-volume', volume: 0 });
  expect(fake.muted).toBe(true);
  engine.request({ kind: 'toggle-muted' });
  expect([fake.muted, fake.volume]).toEqual([false, 0.4]);
  fake.muted = true;
  engine.request({ kind: 'set-volume', volume: 1.5 });
  expect([fake.muted, fake.volume]).toEqual([false, 1]);
});

test('a stream that breaks keeps its position and speed and resumes automatically when the server is back', async () => {
  const { engine, fake, answer } = await setupPlayingAt(300);
  engine.request({ kind: 'set-speed', speed: 1.5 });
  answer.check = 'away';
  fake.failWith(2);
  await settle();
  expect(engine.read()).toMatchObject({ state: { name: 'reconnecting', positionSeconds: 300, shouldPlay: true }, isFrameFrozen: true, positionSeconds: 300 });
  engine.setReachable(false);
  answer.check = 'there';
  engine.setReachable(true);
  await settle();
  fake.giveMetadata(1000);
  expect(fake.currentTime).toBe(300);
  fake.finishSeek();
  fake.startPlaying();
  expect(engine.read()).toMatchObject({ state: { name: 'playing' }, isFrameFrozen: false, speed: 1.5 });
});

test('ten seconds without data count as a broken stream, and the retries follow automatically', async () => {
  const { engine, fake, clock, answer } = await setupPlayingAt(300);
  answer.check = 'away';
  fake.starve();
  clock.pass(9999);
  await settle();
  expect(engine.read().state.name).toBe('waiting');
  clock.pass(1);
  await settle();
  expect(engine.read().state).toMatchObject({ name: 'reconnecting', attempts: 0 });
  clock.pass(1000);
  await settle();
  expect(engine.read().state).toMatchObject({ name: 'reconnecting', attempts: 1 });
  answer.check = 'there';
  clock.pass(1000);
  await settle();
  expect(engine.read().state).toEqual({ name: 'loading', shouldPlay: true });
});

test('a file that is refused in the middle of a video keeps the position and resumes once it is allowed again', async () => {
  const { engine, fake, clock, answer } = await setupPlayingAt(300);
  answer.check = 'refused';
  fake.failWith(2);
  await settle();
  clock.pass(1000);
  await settle();
  expect(engine.read()).toMatchObject({ state: { name: 'reconnecting', positionSeconds: 300, shouldPlay: true, attempts: 1 }, isFrameFrozen: true });
  answer.check = 'there';
  clock.pass(1000);
  await settle();
  expect(engine.read().state).toEqual({ name: 'loading', shouldPlay: true });
});

test('a file that fails while being read is fetched once more, and a second failure at the same position counts as damage', async () => {
  const { engine, fake } = await setupPlayingAt(300);
  fake.failWith(3);
  await settle();
  expect(engine.read().state).toEqual({ name: 'loading', shouldPlay: true });
  fake.giveMetadata(1000);
  fake.finishSeek();
  fake.startPlaying();
  fake.failWith(3);
  await settle();
  expect(engine.read().state).toEqual({ name: 'failed', reason: 'damaged', positionSeconds: 300 });
});

test('a stream whose first data fails to arrive is fetched once more, and a second failure is reported; a slow one is given more time', async () => {
  const { engine, fake, clock } = setup({ positionSeconds: 60, shouldPlay: true });
  clock.pass(10_000);
  await settle();
  expect(fake.loadCount).toBe(1);
  fake.failWith(2);
  await settle();
  expect(fake.loadCount).toBe(2);
  expect(engine.read()).toMatchObject({ state: { name: 'loading', shouldPlay: true }, positionSeconds: 60 });
  fake.failWith(2);
  await settle();
  expect(engine.read().state).toEqual({ name: 'failed', reason: 'unreachable', positionSeconds: 60 });
  clock.pass(5000);
  await settle();
  expect(engine.read().state).toEqual({ name: 'loading', shouldPlay: false });
});

test('if the device cannot read the container of a file, the player loads the segments of the video instead, at the same position', async () => {
  const { engine, fake } = setup({ fallback: { kind: 'hls', url: '/hls/a.m3u8' }, positionSeconds: 60, shouldPlay: true });
  fake.failWith(4);
  await settle();
  expect(fake.src).toBe('/hls/a.m3u8');
  expect(engine.read().state).toEqual({ name: 'loading', shouldPlay: true });
  fake.giveMetadata(100);
  expect(fake.currentTime).toBe(60);
});

test('a seek while waiting for the server resumes from the new position', async () => {
  const { engine, fake, clock, answer } = await setupPlayingAt(300);
  answer.check = 'away';
  fake.failWith(2);
  await settle();
  engine.request({ kind: 'seek-by', seconds: 60 });
  expect(engine.read().positionSeconds).toBe(360);
  answer.check = 'there';
  clock.pass(1000);
  await settle();
  fake.giveMetadata(1000);
  expect(fake.currentTime).toBe(360);
});

test('at the end of the saved part while the archive is away, the player starts to reconnect within a second, and a seek still plays the saved part', async () => {
  const { engine, fake, clock, answer } = await setupPlayingAt(500, { isPartial: true });
  answer.check = 'away';
  engine.setReachable(false);
  fake.starve();
  clock.pass(1000);
  await settle();
  expect(engine.read().state).toMatchObject({ name: 'reconnecting', positionSeconds: 500 });
  const loadCountBefore = fake.loadCount;
  engine.request({ kind: 'seek-to', positionSeconds: 100 });
  expect(fake.loadCount).toBe(loadCountBefore + 1);
  fake.giveMetadata(1000);
  fake.finishSeek();
  expect([fake.currentTime, fake.paused]).toEqual([100, false]);
});

test('a pause while waiting for the server stays a pause when the server is back', async () => {
  const { engine, fake, clock, answer } = await setupPlayingAt(300);
  answer.check = 'away';
  fake.failWith(2);
  await settle();
  engine.request({ kind: 'pause' });
  answer.check = 'there';
  clock.pass(1000);
  await settle();
  fake.giveMetadata(1000);
  fake.finishSeek();
  expect(engine.read().state).toEqual({ name: 'paused' });
  expect(fake.paused).toBe(true);
});

test('a paused player moves to where another device left off, and writes nothing back', async () => {
  const { engine, fake, reports } = await setupPlayingAt(300);
  fake.pause();
  const reportCount = reports.length;
  engine.setSavedPosition(640);
  fake.finishSeek();
  engine.leaving();
  expect(fake.currentTime).toBe(640);
  expect(reports.length).toBe(reportCount);
});

test('when a position is removed elsewhere, a player at that position goes to the beginning', () => {
  const { engine, fake, reports } = setup({ positionSeconds: 300 });
  fake.giveMetadata(1000);
  fake.finishSeek();
  engine.setSavedPosition(null);
  fake.finishSeek();
  engine.leaving();
  expect(fake.currentTime).toBe(0);
  expect(reports).toEqual([]);
});

test('a seek while moving to another device’s position is reported with the seek’s target', async () => {
  const { engine, fake, reports } = await setupPlayingAt(300);
  fake.pause();
  engine.setSavedPosition(640);
  engine.request({ kind: 'seek-to', positionSeconds: 100 });
  fake.finishSeek();
  expect(reports.at(-1)).toEqual({ positionSeconds: 100, shouldSend: false });
});

test('a seek while the video opens decides where it opens', () => {
  const { engine, fake, reports } = setup({ positionSeconds: 300 });
  engine.request({ kind: 'seek-by', seconds: 60 });
  fake.giveMetadata(1000);
  expect(fake.currentTime).toBe(360);
  engine.request({ kind: 'seek-to', positionSeconds: 20 });
  expect(engine.read().positionSeconds).toBe(20);
  fake.finishSeek();
  expect(fake.currentTime).toBe(20);
  expect(engine.read().state).toEqual({ name: 'loading', shouldPlay: false });
  fake.finishSeek();
  expect(engine.read().state).toEqual({ name: 'paused' });
  expect(reports).toEqual([]);
});

test('a file in which seeks have no effect opens at the position of the element', () => {
  const { engine, fake } = setup({ positionSeconds: 300 });
  fake.giveMetadata(1000);
  fake.currentTime = 0;
  fake.finishSeek();
  expect(engine.read()).toMatchObject({ state: { name: 'paused' }, positionSeconds: 0 });
});

test('a playing player ignores positions from elsewhere, and a paused player ignores its own earlier positions', async () => {
  const { engine, fake, clock } = await setupPlayingAt(300);
  engine.setSavedPosition(640);
  expect(fake.currentTime).toBe(300);
  fake.currentTime = 305;
  clock.pass(5000);
  fake.currentTime = 310;
  clock.pass(5000);
  fake.pause();
  engine.setSavedPosition(305);
  expect(fake.currentTime).toBe(310);
});

test('a late answer about an earlier source does not affect the current source', async () => {
  const { engine, fake, answer } = setup();
  answer.check = 'missing';
  fake.failWith(4);
  engine.open(aSource({ address: { kind: 'file', url: '/youtube/other.mp4' } }));
  await settle();
  expect(engine.read().state).toEqual({ name: 'loading', shouldPlay: false });
});

test('closing reports the position of a playing video and releases the file', async () => {
  const { engine, fake, reports } = await setupPlayingAt(300);
  fake.currentTime = 312;
  engine.close();
  expect(reports.at(-1)).toEqual({ positionSeconds: 312, shouldSend: true, isLast: true });
  expect(fake.src).toBe('');
});

function aSource(overrides: Partial<PlayerSource> = {}): PlayerSource {
  return {
    address: { kind: 'file', url: '/youtube/a.mp4' },
    fallback: null,
    positionSeconds: 0,
    shouldPlay: false,
    isPartial: false,
    hasPicture: true,
    ...overrides,
  };
}

function setup(overrides: Partial<PlayerSource> = {}) {
  const { fake, element } = createFakeMediaElement();
  const clock = createManualClock();
  const reports: ProgressReport[] = [];
  const answer: { check: SourceCheck } = { check: 'there' };
  const engine = createPlayerEngine({
    element,
    clock,
    attach: attachInBrowser,
    checkSource: () => Promise.resolve(answer.check),
    report: (report) => reports.push(report),
  });
  engine.open(aSource(overrides));
  return { engine, fake, clock, reports, answer };
}

async function setupPlayingAt(positionSeconds: number, overrides: Partial<PlayerSource> = {}) {
  const player = setup({ positionSeconds, shouldPlay: true, ...overrides });
  player.fake.giveMetadata(1000);
  player.fake.finishSeek();
  player.fake.startPlaying();
  await settle();
  return player;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}
