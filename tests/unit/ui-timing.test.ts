import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAnnouncer } from '../../src/ui/announcements.ts';
import { startToastTimer, toastMs } from '../../src/ui/toast-timer.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

describe('a toast', () => {
  test('ends after its time', () => {
    const { clock, onEnd } = setup();
    clock.pass(toastMs.withUndo - 1);
    expect(onEnd).not.toHaveBeenCalled();
    clock.pass(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test('waits while it is held, and then runs for the remaining time', () => {
    const { clock, timer, onEnd } = setup();
    clock.pass(5000);
    timer.pause();
    clock.pass(60_000);
    timer.resume();
    clock.pass(2999);
    expect(onEnd).not.toHaveBeenCalled();
    clock.pass(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test.each([-3_600_000, 3_600_000])('that is held after the clock was moved by %i ms runs for its remaining time', (jumpMs) => {
    const { clock, timer, onEnd } = setup();
    clock.pass(5000);
    clock.adjust(jumpMs);
    timer.pause();
    timer.resume();
    clock.pass(2999);
    expect(onEnd).not.toHaveBeenCalled();
    clock.pass(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test('that is held by the pointer and by the focus waits until both release it, and then ends once', () => {
    const { clock, timer, onEnd } = setup();
    timer.pause();
    timer.pause();
    timer.resume();
    clock.pass(60_000);
    expect(onEnd).not.toHaveBeenCalled();
    timer.resume();
    clock.pass(60_000);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test('that is released without having been held ends once, at its time', () => {
    const { clock, timer, onEnd } = setup();
    clock.pass(5000);
    timer.resume();
    clock.pass(3000);
    expect(onEnd).toHaveBeenCalledOnce();
    clock.pass(60_000);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test('reports nothing once it is stopped', () => {
    const { clock, timer, onEnd } = setup();
    timer.stop();
    clock.pass(60_000);
    expect(onEnd).not.toHaveBeenCalled();
  });

  function setup() {
    const clock = createManualClock();
    const nowSpy = vi.spyOn(performance, 'now').mockImplementation(clock.passedMs);
    onTestFinished(() => nowSpy.mockRestore());
    const onEnd = vi.fn();
    return { clock, onEnd, timer: startToastTimer(clock, toastMs.withUndo, onEnd) };
  }
});

describe('the live region', () => {
  test('says the first message immediately', () => {
    const { announcer, spokenMessages } = setup();
    announcer.say('Offline');
    expect(spokenMessages).toEqual(['Offline']);
  });

  test('says at most one message in ten seconds, and then the newest message', () => {
    const { clock, announcer, spokenMessages } = setup();
    announcer.say('Offline');
    announcer.say('Syncing 3');
    clock.pass(9999);
    announcer.say('Up to date');
    expect(spokenMessages).toEqual(['Offline']);
    clock.pass(1);
    expect(spokenMessages).toEqual(['Offline', 'Up to date']);
    clock.pass(60_000);
    expect(spokenMessages).toHaveLength(2);
  });

  function setup() {
    const clock = createManualClock();
    const spokenMessages: string[] = [];
    return { clock, spokenMessages, announcer: createAnnouncer(clock, (message) => spokenMessages.push(message)) };
  }
});
