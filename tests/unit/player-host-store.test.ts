// The one player moves between its slots (docs/decisions/404), and the sleep timer stops it.
import { describe, expect, test } from 'vitest';
import { createSleepTimer } from '../../src/player/sleep-timer.ts';
import { createHostStore, type SlotRequest, type PlayerHandle } from '../../src/player/host-store.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

describe('the player', () => {
  test('continues in the mini player when its page is left while it plays, and returns when the page is opened again', () => {
    const { store, handle, fallback, page, currentSlot } = setup();
    const removeSlot = store.addSlot(page, requestFor('a'));
    store.setHandle(handle(true));
    expect(currentSlot()).toBe(page);
    removeSlot();
    expect(currentSlot()).toBe(fallback);
    expect(store.read()).toMatchObject({ shown: { videoId: 'a' }, slotKind: 'mini' });
    const shownVideo = store.read().shown;
    store.addSlot(page, requestFor('a', { shouldPlayAtOnce: false }));
    expect(currentSlot()).toBe(page);
    expect(store.read().shown).toBe(shownVideo);
  });

  test('is closed when its page is left while it is not playing', () => {
    const { store, handle, page } = setup();
    const removeSlot = store.addSlot(page, requestFor('a'));
    store.setHandle(handle(false));
    removeSlot();
    expect(store.read().shown).toBeNull();
  });

  test('never leaves the document on the way from one slot to the next', () => {
    const { store, handle, page, aSlotElement, currentSlot } = setup();
    const parents: unknown[] = [];
    store.subscribe(() => parents.push(currentSlot()));
    const removeSlot = store.addSlot(page, requestFor('a'));
    store.setHandle(handle(true));
    // As in React, the old page unmounts first.
    removeSlot();
    store.addSlot(aSlotElement(), requestFor('b'));
    expect(parents.length).toBeGreaterThan(1);
    expect(parents).not.toContain(null);
  });

  test('changes to the video whose page is opened, and keeps nothing of the previous video', () => {
    const { store, handle, page } = setup();
    const removeSlot = store.addSlot(page, requestFor('a'));
    store.setHandle(handle(true));
    store.setChapter(2);
    removeSlot();
    store.addSlot(page, requestFor('b', { t: '30' }));
    expect(store.read()).toMatchObject({ shown: { videoId: 'b', t: '30' }, handle: null, chapterIndex: -1 });
  });

  test('goes to the time of a tapped link if it already shows the video', () => {
    const { store, handle, page } = setup();
    store.addSlot(page, requestFor('a'));
    const startSeconds: number[] = [];
    store.setHandle({ ...handle(true), playFrom: (seconds) => startSeconds.push(seconds) });
    store.addSlot(page, requestFor('a', { t: '42' }));
    store.addSlot(page, requestFor('a', { t: 'abc' }));
    store.addSlot(page, requestFor('a', { t: '50', shouldPlayAtOnce: false }));
    expect(startSeconds).toEqual([42]);
  });

  test('plays the next video immediately in the mini player, and on a page as soon as the page shows it', () => {
    const { store, handle, page } = setup();
    const removeSlot = store.addSlot(page, requestFor('a'));
    store.setHandle(handle(true));
    expect(store.read().addressOf?.('b')).toBe('/video/b');
    store.goTo('b');
    expect(store.read().shown?.videoId).toBe('a');
    store.addSlot(page, requestFor('b', { shouldPlayAtOnce: false }));
    expect(store.read().shown).toEqual({ videoId: 'b', t: null, shouldPlayAtOnce: true });
    removeSlot();
    const miniSetup = setup();
    miniSetup.store.addSlot(miniSetup.page, requestFor('a'))();
    miniSetup.store.goTo('c');
    expect(miniSetup.store.read()).toMatchObject({ shown: { videoId: 'c', shouldPlayAtOnce: true }, slotKind: 'mini', addressOf: null });
  });

  test('begins the same video again when it is also the next video', () => {
    const { store, handle, page } = setup();
    store.addSlot(page, requestFor('a'));
    const startSeconds: number[] = [];
    store.setHandle({ ...handle(false), playFrom: (seconds) => startSeconds.push(seconds) });
    const snapshotBefore = store.read();
    store.goTo('a');
    expect(startSeconds).toEqual([0]);
    expect(store.read()).toBe(snapshotBefore);
  });

  test('is in the newest of several slots, and returns to the previous slot when the newest slot is removed', () => {
    const { store, page, aSlotElement, currentSlot } = setup();
    store.addSlot(page, requestFor('a'));
    const otherSlot = aSlotElement();
    const removeSlot = store.addSlot(otherSlot, { ...requestFor('a'), kind: 'inline' });
    expect(currentSlot()).toBe(otherSlot);
    removeSlot();
    expect(currentSlot()).toBe(page);
    expect(store.read().slotKind).toBe('page');
  });

  function requestFor(videoId: string, overrides: Partial<SlotRequest> = {}): SlotRequest {
    return { kind: 'page', videoId, t: null, shouldPlayAtOnce: true, addressOf: (nextVideoId) => `/video/${nextVideoId}`, ...overrides };
  }
  function setup() {
    const frame = { parentElement: null as unknown, isConnected: true, dataset: {} };
    const anElement = (): HTMLElement => {
      const element = { isConnected: true, append: (child: { parentElement: unknown }) => (child.parentElement = element) };
      return element as never;
    };
    const store = createHostStore(frame as never, {} as never);
    const fallback = anElement();
    store.addFallback(fallback);
    const handle = (isRunning: boolean) => ({ isRunning: () => isRunning, playFrom: () => {} }) as never as PlayerHandle;
    return { store, fallback, page: anElement(), aSlotElement: anElement, currentSlot: () => frame.parentElement, handle };
  }
});

describe('the sleep timer', () => {
  test('fades the sound out, stops, and restores the sound', () => {
    const { clock, sleepTimer, volumes } = setup();
    sleepTimer.choose(10);
    clock.pass(10 * 60_000 - 8001);
    expect(volumes).toEqual([]);
    clock.pass(4001);
    expect(volumes.at(-1)).toBeCloseTo(0.5, 1);
    clock.pass(4000);
    expect(volumes.slice(-2)).toEqual(['asleep', 1]);
    expect(sleepTimer.read()).toEqual({ name: 'off' });
    clock.pass(60_000);
    expect(volumes.filter((volume) => volume === 'asleep')).toHaveLength(1);
  });

  test('restores the sound when it is turned off during the fade', () => {
    const { clock, sleepTimer, volumes } = setup();
    sleepTimer.choose(10);
    clock.pass(10 * 60_000 - 2000);
    sleepTimer.choose(null);
    expect(volumes.at(-1)).toBe(1);
    clock.pass(60_000);
    expect(volumes).not.toContain('asleep');
  });

  test('keeps the next video from starting when the current one ends, but only once', () => {
    const { sleepTimer } = setup();
    expect(sleepTimer.handleVideoEnd()).toBe(false);
    sleepTimer.choose('end-of-video');
    expect(sleepTimer.handleVideoEnd()).toBe(true);
    expect(sleepTimer.handleVideoEnd()).toBe(false);
  });

  function setup() {
    const clock = createManualClock();
    const volumes: (number | 'asleep')[] = [];
    const sleepTimer = createSleepTimer({ clock, scaleVolume: (share) => volumes.push(share), onSleep: () => volumes.push('asleep') });
    return { clock, volumes, sleepTimer };
  }
});
