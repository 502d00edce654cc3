import { describe, expect, test } from 'vitest';
import { destinations, isCurrent, topBarOf } from '../../src/app/shell/destinations.ts';
import { navKindOf } from '../../src/app/shell/nav-kind.ts';
import { nextScrollState } from '../../src/app/shell/use-scroll-state.ts';

describe('navigation', () => {
  test.each([
    ['/', 'Home'],
    ['/channel/', 'Channels'],
    ['/channel', 'Channels'],
    ['/channel/UC1/streams/', 'Channels'],
    ['/video/v1', null],
    ['/channels-of-mine', null],
  ])('%s belongs to %s', (pathname, label) => {
    expect(destinations.filter((destination) => isCurrent(destination, pathname)).map((destination) => destination.label)).toEqual(label ? [label] : []);
  });

  test.each([
    ['a phone', { compact: true, low: false, expanded: false }, '/', 'tabs'],
    ['a phone in landscape', { compact: false, low: true, expanded: false }, '/', 'slim'],
    ['a tablet', { compact: false, low: false, expanded: false }, '/', 'rail'],
    ['a desktop', { compact: false, low: false, expanded: true }, '/', 'sidebar'],
    ['a desktop beside the player', { compact: false, low: false, expanded: true }, '/video/v1', 'rail'],
  ] as const)('has the right form on %s', (_case, mediaMatches, pathname, kind) => {
    expect(navKindOf(mediaMatches, pathname)).toBe(kind);
  });
});

describe('the top bar of a phone', () => {
  test.each([
    ['/', { kind: 'brand' }],
    ['/channel/', { kind: 'title', title: 'Channels' }],
    ['/channel/UC1/', { kind: 'inner', isOverPicture: true }],
    ['/video/v1', { kind: 'inner', isOverPicture: false, isOfVideo: true }],
    ['/nowhere', { kind: 'inner', isOverPicture: false }],
  ])('fits the screen at %s', (pathname, bar) => {
    expect(topBarOf(pathname)).toEqual(bar);
  });

  const shrunkBar = { isShrunk: true, isHeadingHidden: false };
  const highBar = { isShrunk: false, isHeadingHidden: false };
  test.each([
    ['shrinks on the way down', highBar, 20, 60, true],
    ['does not shrink before 24 px', highBar, 0, 24, false],
    ['has its full height again on the way up', shrunkBar, 400, 380, false],
    ['is not changed by a movement of 2 px', shrunkBar, 400, 398, true],
    ['has its full height at the top', shrunkBar, 30, 0, false],
  ])('%s', (_case, lastState, fromPx, toPx, isShrunk) => {
    expect(nextScrollState(lastState, fromPx, toPx).isShrunk).toBe(isShrunk);
  });
});
