import { describe, expect, test } from 'vitest';
import { createSegmentSkipper } from '../../src/player/segment-skipper.ts';
import { segmentToSkip, skipSegmentsOf, untilNextStartMs } from '../../src/player/skip-segments.ts';
import { createFakeMediaElement } from '../doubles/fake-media-element.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

const sponsorSegment = { startSeconds: 30, endSeconds: 50 };

describe('the segments to skip', () => {
  const segmentsFor = (segments: { actionType?: string; segment?: number[] }[], isEnabled = true) => skipSegmentsOf({ is_enabled: isEnabled, segments }, 600);

  test('only segments of the type “skip” are skipped', () => {
    const segment = [30, 50];
    expect(segmentsFor([{ actionType: 'skip', segment }])).toEqual([sponsorSegment]);
    for (const actionType of ['mute', 'full', 'poi', 'chapter', undefined])
      expect(segmentsFor([{ ...(actionType && { actionType }), segment }]), actionType).toEqual([]);
    expect(segmentsFor([{ actionType: 'skip', segment }], false)).toEqual([]);
    expect(skipSegmentsOf(null, 600)).toEqual([]);
  });

  test.each([
    ['is backwards is ignored', [50, 30], []],
    ['has no end is ignored', [30], []],
    ['has no numbers is ignored', [Number.NaN, 50], []],
    ['is shorter than half a second is ignored', [30, 30.4], []],
    ['begins before the video is cut', [-5, 20], [{ startSeconds: 0, endSeconds: 20 }]],
    ['ends after the video is cut', [580, 900], [{ startSeconds: 580, endSeconds: 600 }]],
  ])('a segment that %s', (_how, segment, expected) => {
    expect(segmentsFor([{ actionType: 'skip', segment }])).toEqual(expected);
  });

  test('segments that touch are merged, and all segments are sorted by time', () => {
    const skip = (from: number, to: number) => ({ actionType: 'skip', segment: [from, to] });
    expect(segmentsFor([skip(100, 120), skip(45, 60), skip(30, 50), skip(60.2, 70)])).toEqual([
      { startSeconds: 30, endSeconds: 70 },
      { startSeconds: 100, endSeconds: 120 },
    ]);
  });
});

test.each([
  ['is not skipped just before its start', 29.5, 29.9, false],
  ['is skipped at its start', 29.9, 30, true],
  ['is skipped within 0.3 s of its start, after a seek', null, 30.3, true],
  ['is not skipped more than 0.3 s after its start, after a seek', null, 30.31, false],
  ['is skipped more than 0.3 s after its start, if playback at a high speed passed the start', 29.8, 30.6, true],
  ['is not skipped in the middle', 35, 35.2, false],
  ['is not skipped at its end', 49.9, 50, false],
])('a segment %s', (_where, previousSeconds, nowSeconds, isSkipped) => {
  expect(segmentToSkip([sponsorSegment], { previousSeconds, nowSeconds })).toBe(isSkipped ? sponsorSegment : null);
});

test('the time until the next segment is shorter at a higher speed', () => {
  expect(untilNextStartMs([sponsorSegment], 27, 1)).toBe(3000);
  expect(untilNextStartMs([sponsorSegment], 27, 3)).toBe(1000);
  expect(untilNextStartMs([sponsorSegment], 40, 1)).toBeNull();
});

describe('while a video plays', () => {
  test('a segment is skipped at its start, even between two ticks of the element, and Undo is offered for 4 s', () => {
    const { fakeElement, skipper, playTo, clock, position } = setupPlaying(29);
    playTo(29.9);
    fakeElement.currentTime = 30.02; // no `timeupdate` reports this position
    clock.pass(121); // the skipper checks 20 ms after the segment’s start
    expect(position()).toBe(50);
    expect(skipper.skipped()).toEqual(sponsorSegment);
    clock.pass(3998);
    expect(skipper.skipped()).toEqual(sponsorSegment);
    clock.pass(1);
    expect(skipper.skipped()).toBeNull();
  });

  test('Undo goes back to the segment’s start and plays it to the end', () => {
    const { skipper, playTo, position } = setupPlaying(29.9);
    playTo(30.1);
    skipper.undo();
    expect(position()).toBe(30);
    expect(skipper.skipped()).toBeNull();
    for (const seconds of [30, 30.2, 35, 49.9, 51]) playTo(seconds);
    expect(position()).toBe(51);
  });

  test('a skipped segment plays after a seek back into the segment, and is skipped again after a seek to a position before its start', () => {
    const { playTo, seek, position } = setupPlaying(29.9);
    playTo(30.1);
    expect(position()).toBe(50);
    seek(30.1);
    playTo(30.2);
    expect(position()).toBe(30.2);
    seek(20);
    playTo(29.9);
    playTo(30.1);
    expect(position()).toBe(50);
  });

  test('a seek to the start of a segment that was never skipped goes past the segment', () => {
    const { seek, position } = setupPlaying(10);
    seek(30.1);
    expect(position()).toBe(50);
  });

  test('a paused video skips nothing', () => {
    const { fakeElement, playTo, position } = setupPlaying(29.9);
    fakeElement.paused = true;
    playTo(30.1);
    expect(position()).toBe(30.1);
  });

  test('another video starts without the skips of the previous video', () => {
    const { skipper, playTo, position } = setupPlaying(29.9);
    playTo(30.1);
    skipper.setSegments([{ startSeconds: 60, endSeconds: 70 }]);
    playTo(59.9);
    playTo(60.1);
    expect(position()).toBe(70);
  });
});

function setupPlaying(fromSeconds: number) {
  const { fake: fakeElement, element } = createFakeMediaElement();
  const clock = createManualClock();
  const dispatch = (name: string) => fakeElement.dispatchEvent(new Event(name));
  const seek = (seconds: number) => {
    fakeElement.currentTime = seconds;
    // Browsers dispatch the events in this order. By `timeupdate`, the element is no longer seeking.
    dispatch('seeking');
    dispatch('timeupdate');
    dispatch('seeked');
  };
  const skipper = createSegmentSkipper({ element, clock, seekTo: seek, onChange: () => {} });
  fakeElement.currentTime = fromSeconds;
  fakeElement.paused = false;
  skipper.setSegments([sponsorSegment]);
  return {
    skipper,
    fakeElement,
    clock,
    seek,
    position: () => fakeElement.currentTime,
    playTo(seconds: number) {
      fakeElement.currentTime = seconds;
      dispatch('timeupdate');
    },
  };
}
