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

  test('waits while held, and then runs for the time left', () => {
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

  test.each([-3_600_000, 3_600_000])('held while the clock is set by %i ms runs for the same time left', (jumpMs) => {
    const { clock, timer, onEnd } = setup();
    clock.pass(5000);
    clock.jump(jumpMs);
    timer.pause();
    timer.resume();
    clock.pass(2999);
    expect(onEnd).not.toHaveBeenCalled();
    clock.pass(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  test('held twice (pointer and focus), waits until both are gone, and then ends once', () => {
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

  test('that is left without having been held ends once, at its time', () => {
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
    const steadyTime = vi.spyOn(performance, 'now').mockImplementation(clock.passedMs);
    onTestFinished(() => steadyTime.mockRestore());
    const onEnd = vi.fn();
    return { clock, onEnd, timer: startToastTimer(clock, toastMs.withUndo, onEnd) };
  }
});

describe('the live region', () => {
  test('says the first message immediately', () => {
    const { announcer, spoken } = setup();
    announcer.say('Offline');
    expect(spoken).toEqual(['Offline']);
  });

  test('says at most one message in ten seconds, and then the newest', () => {
    const { clock, announcer, spoken } = setup();
    announcer.say('Offline');
    announcer.say('Syncing 3');
    clock.pass(9999);
    announcer.say('Up to date');
    expect(spoken).toEqual(['Offline']);
    clock.pass(1);
    expect(spoken).toEqual(['Offline', 'Up to date']);
    clock.pass(60_000);
    expect(spoken).toHaveLength(2);
  });

  function setup() {
    const clock = createManualClock();
    const spoken: string[] = [];
    return { clock, spoken, announcer: createAnnouncer(clock, (message) => spoken.push(message)) };
  }
});
