// Playback on a cast device (SPEC §8, §9). A double replaces Google's cast sender.
import { describe, expect, test } from 'vitest';
import { castVideo } from '../../src/commands/cast-video.ts';
import { failed, ok } from '../../src/lib/result.ts';
import { castContentType, castStartSeconds, createCast, type CastMedia, type CastProgress } from '../../src/player/cast.ts';
import type { CastSender } from '../../src/player/cast-sender.ts';
import { createCastDouble } from '../doubles/cast-sender.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

const media: CastMedia = {
  videoId: 'fogNorthSea',
  title: 'Fog',
  url: 'https://archive.test/youtube/UC/fog.webm?signature=1',
  posterUrl: 'https://archive.test/cache/fog.jpg',
  positionSeconds: 96,
  subtitles: [{ name: 'English', lang: 'en', url: 'https://archive.test/youtube/UC/fog.en.vtt?signature=1' }],
};

describe('casting', () => {
  test.each([
    [0, 0],
    [5, 5],
    [5.1, 2.1],
    [96, 93],
  ])('from a saved position of %d s starts at %d s', (savedSeconds, startSeconds) => {
    expect(castStartSeconds(savedSeconds)).toBeCloseTo(startSeconds);
  });

  test('starts on the chosen device, with title, subtitles and media type', async () => {
    const { cast, castDouble } = setup();
    expect(cast.read().name).toBe('ready');
    expect(await cast.start(async () => ok(media))).toBeNull();
    expect(castDouble.log).toEqual([
      { kind: 'session' },
      { kind: 'load', url: media.url, contentType: 'video/webm', currentTime: 93, title: 'Fog', tracks: 1 },
    ]);
    expect(cast.read()).toEqual({ name: 'casting', deviceName: 'Cabin television' });
    expect([cast.plays('fogNorthSea'), cast.plays('other')]).toEqual([true, false]);
  });

  test('does not start, and requests no video, when no device is chosen', async () => {
    const { cast, castDouble } = setup();
    castDouble.failNext('session');
    expect(await cast.start(() => Promise.reject(new Error('not to be asked')))).toBe('not-chosen');
  });

  test('does not start, and ends the session with the device, if the archive lacks the video or the device cannot load it', async () => {
    const { cast, castDouble } = setup();
    expect(await cast.start(async () => failed('not-found'))).toBe('not-found');
    castDouble.failNext('load');
    expect(await cast.start(async () => ok(media))).toBe('not-found');
    expect(cast.read().name).toBe('ready');
  });
});

describe('without a video to start', () => {
  test('casting reports an archive that does not answer', async () => {
    const { cast } = setup();
    expect(await cast.start(async () => failed('away'))).toBe('away');
    expect(cast.read().name).toBe('ready');
  });

  test('the device continues with the video that it plays', async () => {
    const { cast, castDouble } = setup();
    await cast.start(async () => ok(media));
    expect(await cast.start(async () => failed('not-found'))).toBe('not-found');
    castDouble.failNext('load');
    expect(await cast.start(async () => ok({ ...media, videoId: 'other' }))).toBe('not-found');
    expect(cast.read().name).toBe('casting');
    expect([cast.plays('fogNorthSea'), cast.plays('other')]).toEqual([true, false]);
  });
});

describe('a start that is not finished', () => {
  test.each([true, false])('ends without a message when the user stops it (while the archive is asked: %s)', async (isAsking) => {
    const { cast, castDouble } = setup();
    if (!isAsking) castDouble.failNext('load');
    const started = cast.start(async () => {
      if (isAsking) cast.stop();
      else queueMicrotask(cast.stop);
      return ok(media);
    });
    expect(await started).toBe('replaced');
    expect(castDouble.log.filter(({ kind }) => kind === 'end')).toHaveLength(1);
  });

  test('gives way to a second start, without a message and without ending the session', async () => {
    const { cast, castDouble } = setup();
    await cast.start(async () => ok(media));
    const second = { ...media, videoId: 'second' };
    castDouble.failNext('load');
    const starts = [cast.start(async () => ok({ ...media, videoId: 'first' })), cast.start(async () => ok(second))];
    expect(await Promise.all(starts)).toEqual(['replaced', 'not-found']);
    const next = cast.start(async () => (void cast.start(async () => ok(second)), failed('away')));
    expect(await next).toBe('replaced');
    expect([cast.read().name, cast.plays('second')]).toEqual(['casting', true]);
  });
});

describe('a device that stops its video', () => {
  test('ends the session if it has just failed to load another video', async () => {
    const { cast, clock, castDouble } = setup();
    await cast.start(async () => ok(media));
    castDouble.failNext('load');
    await cast.start(async () => ok({ ...media, videoId: 'other' }));
    castDouble.unload();
    clock.pass(3000);
    expect(cast.read().name).toBe('ready');
  });

  test('leaves the session to another sender that takes the device right after a failed load', async () => {
    for (const unload of [true, false]) {
      const { cast, clock, castDouble } = setup();
      await cast.start(async () => ok(media));
      castDouble.failNext('load');
      await cast.start(async () => ok({ ...media, videoId: 'other' }));
      if (unload) castDouble.unload();
      clock.pass(2000);
      castDouble.takeOver();
      clock.pass(2000);
      expect(cast.read().name).toBe('casting');
      castDouble.unload();
      clock.pass(3000);
      expect(cast.read().name).toBe('casting');
    }
  });

  test('stays connected if it failed to load another video a minute ago, or if the archive lacks the other video', async () => {
    const { cast, clock, castDouble } = setup();
    await cast.start(async () => ok(media));
    castDouble.failNext('load');
    await cast.start(async () => ok({ ...media, videoId: 'other' }));
    clock.pass(60_000);
    castDouble.unload();
    clock.pass(3000);
    expect(cast.read().name).toBe('casting');
    await cast.start(async () => ok(media));
    await cast.start(async () => failed('not-found'));
    castDouble.unload();
    clock.pass(3000);
    expect(cast.read().name).toBe('casting');
  });
});

describe('the device reports', () => {
  test('its position until the end, for the video that it was given', async () => {
    const { cast, castDouble } = setup();
    const reports: CastProgress[] = [];
    cast.onProgress((progress) => reports.push(progress));
    await cast.start(async () => ok(media));
    for (const change of [() => castDouble.playTo(120), castDouble.pause, castDouble.finish]) await report(change);
    expect(reports.map(({ positionSeconds, isPlaying, hasEnded }) => [positionSeconds, isPlaying, hasEnded])).toEqual([
      [93, true, false],
      [120, true, false],
      [120, false, false],
      [192, false, true],
    ]);
    expect(new Set(reports.map(({ videoId }) => videoId))).toEqual(new Set(['fogNorthSea']));
  });

  test('nothing to the page of another person who signs in while the video continues', async () => {
    const { cast, castDouble, signInAs } = setup();
    await cast.start(async () => ok(media));
    const reports: CastProgress[] = [];
    const ownReports: CastProgress[] = [];
    const nextCast = signInAs('jon');
    nextCast.onProgress((progress) => reports.push(progress));
    cast.onProgress((progress) => ownReports.push(progress));
    await report(() => castDouble.playTo(120));
    await report(castDouble.finish);
    expect([reports, ownReports.length > 0]).toEqual([[], true]);
    expect(nextCast.read().name).toBe('casting');
  });

  test('that another sender’s video has replaced ours, so that the button of our video does not stop the other one', async () => {
    const { cast, castDouble } = setup();
    await cast.start(async () => ok(media));
    let changeCount = 0;
    cast.subscribe(() => (changeCount += 1));
    castDouble.takeOver();
    expect([cast.read().name, cast.plays('fogNorthSea'), changeCount]).toEqual(['casting', false, 1]);
    castDouble.unload();
    expect([cast.read().name, cast.plays('fogNorthSea'), changeCount]).toEqual(['casting', true, 2]);
  });

  test('the next video before its position, without giving it the position of the previous one', async () => {
    const { cast, clock, castDouble } = setup();
    await cast.start(async () => ok(media));
    await report(() => castDouble.playTo(150));
    const reports: CastProgress[] = [];
    cast.onProgress((progress) => reports.push(progress));
    await report(() => castDouble.nameNext({ account: 'mara', videoId: 'other', title: 'Other' }));
    expect(cast.plays('other')).toBe(true);
    clock.pass(500);
    await report(() => castDouble.playTo(10));
    clock.pass(500);
    await report(() => castDouble.playTo(11));
    expect(reports).toMatchObject([{ videoId: 'other', positionSeconds: 11 }]);
  });

  test('the position of the next video before its name, without giving that position to the previous video', async () => {
    const { cast, castDouble } = setup();
    await cast.start(async () => ok(media));
    await report(() => castDouble.playTo(150));
    const reports: CastProgress[] = [];
    cast.onProgress((progress) => reports.push(progress));
    await report(() => {
      castDouble.playTo(2);
      castDouble.nameNext({ account: 'mara', videoId: 'other', title: 'Other' });
    });
    expect(reports).toEqual([]);
  });

  test('nothing more once casting is stopped midway', async () => {
    const { cast, castDouble } = setup();
    const reports: CastProgress[] = [];
    cast.onProgress((progress) => reports.push(progress));
    await cast.start(async () => ok(media));
    await report(() => castDouble.playTo(60));
    expect(reports.at(-1)).toMatchObject({ positionSeconds: 60 });
    const reportedCount = reports.length;
    cast.stop();
    expect(reports).toHaveLength(reportedCount);
    expect(cast.read().name).toBe('ready');
  });
});

describe('the addresses for a device', () => {
  test('are absolute and keep the archive’s signature', async () => {
    const video = {
      media_url: '/youtube/a.mp4?signature=1',
      vid_thumb_url: '/cache/a.jpg',
      subtitles: [{ name: 'English', lang: 'en', media_url: '/youtube/a.vtt' }],
    };
    const answer = await castVideo({ call: async () => ok(video as never) }, 'a', 'https://archive.test');
    expect(answer).toEqual(
      ok({
        url: 'https://archive.test/youtube/a.mp4?signature=1',
        posterUrl: 'https://archive.test/cache/a.jpg',
        subtitles: [{ name: 'English', lang: 'en', url: 'https://archive.test/youtube/a.vtt' }],
      }),
    );
  });

  test('are missing for a video that the archive does not have', async () => {
    expect(await castVideo({ call: async () => failed({ kind: 'not-found' } as never) }, 'a', 'https://archive.test')).toEqual(failed('not-found'));
  });
});

test.each([
  ['https://a.test/x.mp4?s=1', 'video/mp4'],
  ['https://a.test/x.webm', 'video/webm'],
  ['https://a.test/x/master.m3u8', 'application/x-mpegURL'],
])('the media at %s is of type %s', (url, type) => {
  expect(castContentType(url)).toBe(type);
});

/** Makes changes that the device reports in one task. Resolves once the listeners know of them. */
async function report(change: () => void): Promise<void> {
  change();
  await Promise.resolve();
}

function setup() {
  const castDouble = createCastDouble();
  const clock = createManualClock();
  const signInAs = (account: string) => createCast({ api: castDouble.cast, chromeCast: castDouble.chromeCast } as CastSender, account, clock);
  return { clock, castDouble, signInAs, cast: signInAs('mara') };
}
