import { describe, expect, test } from 'vitest';
import { initialsOf, tintOf } from '../../src/ui/avatar-tint.ts';
import { menuPositionOf } from '../../src/ui/popover-menu.tsx';
import { percentWatched } from '../../src/ui/video-facts.ts';

describe('initials', () => {
  test.each([
    ['Slow Harbour', 'SH'],
    ['Kettle & Cog', 'KC'],
    ['mara', 'MA'],
    ['The Long Exposure', 'TL'],
    ['x', 'X'],
    ['🌊 Élan vital', 'ÉV'],
    ['“Weird Al” Yankovic', 'WA'],
    ['(Foo)', 'FO'],
    ['', ''],
  ])('of “%s” are “%s”', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('the tint of an id', () => {
  test('is the same for the same id, and differs for similar ids', () => {
    expect(tintOf('UC1')).toEqual(tintOf('UC1'));
    expect(tintOf('UC1').background).not.toBe(tintOf('UC2').background);
  });

  test('has a contrast of at least 7:1 between text and background in every hue', () => {
    const lowestContrast = Math.min(...Array.from({ length: 360 }, (_, hue) => contrast(luminance(hue, 85, 88), luminance(hue, 42, 24))));
    expect(lowestContrast).toBeGreaterThanOrEqual(7);
    // tintOf uses the saturations and lightnesses that were just checked.
    expect(tintOf('x')).toMatchObject({ background: expect.stringMatching(/ 42% 24%\)$/), text: expect.stringMatching(/ 85% 88%\)$/) });
  });

  /** Returns the relative luminance (WCAG) of an hsl colour. */
  function luminance(hue: number, saturation: number, lightness: number): number {
    const saturationShare = saturation / 100;
    const lightnessShare = lightness / 100;
    const channel = (offset: number): number => {
      const place = (offset + hue / 30) % 12;
      const amplitude = saturationShare * Math.min(lightnessShare, 1 - lightnessShare);
      const value = lightnessShare - amplitude * Math.max(-1, Math.min(place - 3, 9 - place, 1));
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
  }

  function contrast(lighterLuminance: number, darkerLuminance: number): number {
    return (lighterLuminance + 0.05) / (darkerLuminance + 0.05);
  }
});

describe('the progress that a picture shows', () => {
  test.each([
    ['is hidden before the video has begun', { isWatched: false, positionSeconds: null, durationSeconds: 100 }, null],
    ['is the played share once the video has begun', { isWatched: false, positionSeconds: 43, durationSeconds: 100 }, 43],
    ['is hidden for a watched video, which has a tag instead', { isWatched: true, positionSeconds: 43, durationSeconds: 100 }, null],
    ['is 1 % after a few seconds of a video of ten hours', { isWatched: false, positionSeconds: 6, durationSeconds: 36_000 }, 1],
    ['is at most 99 %, even past the end', { isWatched: false, positionSeconds: 120, durationSeconds: 100 }, 99],
    ['is hidden if the duration is unknown', { isWatched: false, positionSeconds: 12, durationSeconds: 0 }, null],
  ])('%s', (_case, video, percent) => {
    expect(percentWatched(video)).toBe(percent);
  });
});

describe('a menu', () => {
  const viewport = { width: 390, height: 844 };
  const menu = { width: 200, height: 60 };

  test('is placed under its opener, aligned with the end of the opener', () => {
    expect(menuPositionOf({ left: 330, right: 374, top: 100, bottom: 144 }, menu, viewport)).toMatchObject({ left: 174, top: 148 });
  });

  test('is placed above its opener when there is no space below', () => {
    expect(menuPositionOf({ left: 330, right: 374, top: 780, bottom: 824 }, menu, viewport)).toMatchObject({ left: 174, top: 716 });
  });

  const tallMenu = { width: 200, height: 700 };
  test('that fits neither below nor above is placed beside its opener, as high as it must be to fit', () => {
    expect(menuPositionOf({ left: 330, right: 374, top: 132, bottom: 176 }, tallMenu, viewport)).toEqual({ left: 126, top: 132, maxHeight: 828 });
    expect(menuPositionOf({ left: 330, right: 374, top: 600, bottom: 644 }, tallMenu, viewport)).toMatchObject({ left: 126, top: 136 });
  });

  test('that fits nowhere is limited to the larger side, and does not cover its opener', () => {
    expect(menuPositionOf({ left: 150, right: 194, top: 200, bottom: 244 }, tallMenu, viewport)).toMatchObject({ top: 248, maxHeight: 588 });
    expect(menuPositionOf({ left: 150, right: 194, top: 600, bottom: 644 }, tallMenu, viewport)).toMatchObject({ top: 8, maxHeight: 588 });
  });

  test('never leaves the window', () => {
    expect(menuPositionOf({ left: 4, right: 48, top: 100, bottom: 144 }, menu, viewport).left).toBe(8);
    expect(menuPositionOf({ left: 380, right: 424, top: 100, bottom: 144 }, menu, viewport).left).toBe(182);
  });
});
