import { describe, expect, test } from 'vitest';
import { contentTypesOf, findUndecodable } from '../../src/lib/playability.ts';
import { transition, transitions, wantsToPlay, type PlayerEvent, type PlayerState } from '../../src/player/player-state.ts';
import { sourceCheckOf } from '../../src/player/source-check.ts';
import { speedAfter, speeds } from '../../src/player/speeds.ts';
import { secondsFromAddress, startPosition } from '../../src/player/start-position.ts';
import { filledShare, positionAfterKey, positionOfPointer, chapterSegments, sharesWithin } from '../../src/player/timeline-moves.ts';
import { originalOfVideo } from '../../src/features/page/original-address.ts';
import { bitrate, starsOf } from '../../src/screens/video/video-rules.ts';
import { preferredTrackIndex } from '../../src/player/subtitle-choice.ts';

describe('where playback begins', () => {
  test.each([
    ['90', 90],
    ['90s', 90],
    ['12.5', 12.5],
    ['0', 0],
    ['abc', null],
    ['', null],
    ['-5', null],
    ['+5', null],
    ['1e3', null],
    ['0x10', null],
    ['Infinity', null],
    ['NaN', null],
    ['5; DROP', null],
    ['600', null],
    ['601', null],
    ['99999999999', null],
    [null, null],
  ])('t=%s asks for %s in a video of ten minutes', (parameter, seconds) => {
    expect(secondsFromAddress(parameter, 600)).toBe(seconds);
  });

  test.each([
    [598.9, { positionSeconds: 598.9, isFromAddress: false }],
    [599, { positionSeconds: 0, isFromAddress: false }],
    [599.5, { positionSeconds: 0, isFromAddress: false }],
  ])('a position saved at %s of 600 seconds is continued, unless it is in the last second', (savedSeconds, expectedStart) => {
    expect(startPosition(null, savedSeconds, 600)).toEqual(expectedStart);
  });

  test('the address takes precedence over the saved position, and the saved position over the beginning', () => {
    expect(startPosition('20', 300, 600)).toEqual({ positionSeconds: 20, isFromAddress: true });
    expect(startPosition('0', 300, 600)).toEqual({ positionSeconds: 0, isFromAddress: true });
    expect(startPosition('900', 300, 600)).toEqual({ positionSeconds: 300, isFromAddress: false });
    expect(startPosition(null, null, 600)).toEqual({ positionSeconds: 0, isFromAddress: false });
    expect(startPosition(null, 600, 600)).toEqual({ positionSeconds: 0, isFromAddress: false });
  });
});

test('in a video of unknown duration every position is valid', () => {
  expect(startPosition(null, 300, 0)).toEqual({ positionSeconds: 300, isFromAddress: false });
  expect(startPosition('90', 300, 0)).toEqual({ positionSeconds: 90, isFromAddress: true });
  expect(startPosition('abc', null, 0)).toEqual({ positionSeconds: 0, isFromAddress: false });
});

describe('the states of the player', () => {
  const sourceEvent: PlayerEvent = { kind: 'source-set', shouldPlay: true };
  test.each<[string, PlayerState, PlayerEvent, PlayerState]>([
    ['loads a source that it is given', { name: 'idle' }, sourceEvent, { name: 'loading', shouldPlay: true }],
    ['can be paused while it loads', { name: 'loading', shouldPlay: true }, { kind: 'pause-wanted' }, { name: 'loading', shouldPlay: false }],
    ['waits between ready and playing', { name: 'loading', shouldPlay: true }, { kind: 'ready' }, { name: 'waiting' }],
    ['is paused when ready if it should not play', { name: 'loading', shouldPlay: false }, { kind: 'ready' }, { name: 'paused' }],
    ['waits when the data runs out', { name: 'playing' }, { kind: 'starved' }, { name: 'waiting' }],
    ['does not wait while paused', { name: 'paused' }, { kind: 'starved' }, { name: 'paused' }],
    [
      'remembers that it played',
      { name: 'playing' },
      { kind: 'broke', positionSeconds: 9 },
      { name: 'reconnecting', positionSeconds: 9, shouldPlay: true, attempts: 0 },
    ],
    [
      'remembers that it was paused',
      { name: 'paused' },
      { kind: 'broke', positionSeconds: 9 },
      { name: 'reconnecting', positionSeconds: 9, shouldPlay: false, attempts: 0 },
    ],
    ['ends', { name: 'playing' }, { kind: 'ended' }, { name: 'ended' }],
    ['is paused by a seek after its end', { name: 'ended' }, { kind: 'sought', positionSeconds: 9 }, { name: 'paused' }],
    [
      'continues from the target of a seek made while it reconnects',
      { name: 'reconnecting', positionSeconds: 9, shouldPlay: true, attempts: 2 },
      { kind: 'sought', positionSeconds: 30 },
      { name: 'reconnecting', positionSeconds: 30, shouldPlay: true, attempts: 2 },
    ],
    [
      'stays failed whatever the element says',
      { name: 'failed', reason: 'missing', positionSeconds: 0 },
      { kind: 'playing' },
      { name: 'failed', reason: 'missing', positionSeconds: 0 },
    ],
    ['leaves a failure only with a new source', { name: 'failed', reason: 'missing', positionSeconds: 0 }, sourceEvent, { name: 'loading', shouldPlay: true }],
  ])('%s', (_name, state, event, nextState) => {
    expect(transition(state, event)).toEqual(nextState);
  });

  test('every state takes a new source, and every state but a failure can fail', () => {
    for (const [name, nextStates] of Object.entries(transitions)) {
      expect(nextStates['source-set'], name).toBeDefined();
      expect(nextStates.failed !== undefined, name).toBe(name !== 'failed');
    }
  });

  test('the button shows what the person wants, not what the network allows', () => {
    expect(wantsToPlay({ name: 'waiting' })).toBe(true);
    expect(wantsToPlay({ name: 'reconnecting', positionSeconds: 1, shouldPlay: true, attempts: 3 })).toBe(true);
    expect(wantsToPlay({ name: 'ended' })).toBe(false);
  });
});

describe('the timeline', () => {
  test.each([
    ['ArrowRight', 100, 105],
    ['ArrowLeft', 100, 95],
    ['ArrowLeft', 3, 0],
    ['ArrowRight', 598, 600],
    ['PageUp', 100, 160],
    ['PageDown', 100, 40],
    ['Home', 100, 0],
    ['End', 100, 600],
    ['a', 100, null],
  ])('%s at %s leads to %s', (key, fromSeconds, toSeconds) => {
    expect(positionAfterKey(key, fromSeconds, 600)).toBe(toSeconds);
  });

  test('a finger outside the line means the nearer end', () => {
    const line = { left: 100, width: 200 };
    expect(positionOfPointer(200, line, 600)).toBe(300);
    expect(positionOfPointer(0, line, 600)).toBe(0);
    expect(positionOfPointer(900, line, 600)).toBe(600);
    expect(positionOfPointer(200, { left: 0, width: 0 }, 600)).toBe(0);
  });

  test('the line is divided at the chapters, and the last segment reaches the end', () => {
    expect(chapterSegments([{ startSeconds: 0 }, { startSeconds: 60 }], 100)).toEqual([
      { startSeconds: 0, endSeconds: 60 },
      { startSeconds: 60, endSeconds: 100 },
    ]);
    expect(chapterSegments([], 100)).toEqual([{ startSeconds: 0, endSeconds: 100 }]);
    expect(filledShare({ startSeconds: 60, endSeconds: 100 }, 80)).toBe(0.5);
    expect(filledShare({ startSeconds: 60, endSeconds: 100 }, 20)).toBe(0);
    expect(filledShare({ startSeconds: 0, endSeconds: 0 }, 20)).toBe(0);
  });

  test('parts that are buffered, to be skipped or on the device are clipped to each segment', () => {
    const segment = { startSeconds: 60, endSeconds: 100 };
    const parts = [
      { startSeconds: 0, endSeconds: 70 },
      { startSeconds: 80, endSeconds: 90 },
      { startSeconds: 100, endSeconds: 120 },
    ];
    expect(sharesWithin(segment, parts)).toEqual([
      { from: 0, to: 0.25 },
      { from: 0.5, to: 0.75 },
    ]);
  });
});

test('speeds run from 0.25 to 3 in quarters and stop at both ends', () => {
  expect(speeds).toEqual([0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3]);
  expect([speedAfter(1, 1), speedAfter(1, -1), speedAfter(3, 1), speedAfter(0.25, -1)]).toEqual([1.25, 0.75, 3, 0.25]);
});

describe('what this device can decode', () => {
  const video = { type: 'video', codec: 'hevc', bitrate: 1 } as const;

  test('short names and codec strings become content types, and an unknown name becomes none', () => {
    expect(contentTypesOf(video)[0]).toBe('video/mp4; codecs="hvc1.1.6.L120.90"');
    expect(contentTypesOf({ ...video, codec: 'avc1.640028' })[0]).toBe('video/mp4; codecs="avc1.640028"');
    expect(contentTypesOf({ ...video, codec: 'wmv3' })).toEqual([]);
    expect(contentTypesOf({ ...video, codec: '"; evil' })).toEqual([]);
  });

  test('a stream whose codec the device does not know is found', async () => {
    expect(await findUndecodable([video], { canPlayType: () => '' })).toBe(video);
    expect(await findUndecodable([video], { canPlayType: () => 'probably' })).toBeNull();
  });

  test('a device that wrongly claims to play a codec is not believed', async () => {
    const decoder = { canPlayType: () => 'probably', decodingInfo: () => Promise.resolve({ supported: false }) };
    expect(await findUndecodable([video], decoder)).toBe(video);
    const failingDecoder = { canPlayType: () => 'probably', decodingInfo: () => Promise.reject(new TypeError('what?')) };
    expect(await findUndecodable([video], failingDecoder)).toBeNull();
  });
});

test.each([
  [206, 'video/mp4', 'there'],
  [200, 'video/webm', 'there'],
  [200, 'text/html; charset=utf-8', 'away'],
  [404, 'application/json', 'missing'],
  [403, null, 'refused'],
  [401, null, 'refused'],
  [502, 'text/html', 'away'],
  [0, null, 'away'],
] as const)('a file answered with %s %s is %s', (status, contentType, check) => {
  expect(sourceCheckOf({ status, contentType })).toBe(check);
});

test.each([
  [5, 'full full full full full'],
  [4.75, 'full full full full full'],
  [4.74, 'full full full full half'],
  [4.25, 'full full full full half'],
  [4.24, 'full full full full empty'],
  [0.2, 'empty empty empty empty empty'],
])('a rating of %s is %s', (rating, stars) => {
  expect(starsOf(rating).join(' ')).toBe(stars);
});

test.each([
  [2_800_000, '2.8 Mbit/s'],
  [999_600, '1.0 Mbit/s'],
  [128_000, '128 kbit/s'],
  [90, '1 kbit/s'],
  [0, ''],
])('%s bits per second are shown as %s', (bits, text) => {
  expect(bitrate(bits, 'en')).toBe(text);
});

test('the original address is the source’s, otherwise YouTube’s for a YouTube id, and never one that a browser would run', () => {
  expect(originalOfVideo('dQw4w9WgXcQ', 'https://tube.example/v/1')).toBe('https://tube.example/v/1');
  expect(originalOfVideo('dQw4w9WgXcQ', null)).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  expect(originalOfVideo('not a tube id', null)).toBeNull();
  expect(originalOfVideo('dQw4w9WgXcQ', 'javascript:alert(1)')).toBeNull();
});

test('subtitles are in a language of the reader, or else in the first available', () => {
  const tracks = [{ lang: 'de' }, { lang: 'en-GB' }, { lang: 'fr' }];
  expect(preferredTrackIndex(tracks, ['pt', 'EN-us'])).toBe(1);
  expect(preferredTrackIndex(tracks, ['ja'])).toBe(0);
  expect(preferredTrackIndex([], ['ja'])).toBeNull();
});
