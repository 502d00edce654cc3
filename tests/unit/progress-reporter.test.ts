import { describe, expect, test } from 'vitest';
import { createProgressReporter, type ProgressReport } from '../../src/player/progress-reporter.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

describe.each([1, 0.25])('at speed %s', (speed) => {
  test('the position is stored every 5 s and sent every 10 s by the clock', () => {
    const { reporter, reports, play } = setup({ speed });
    reporter.startReached();
    reporter.playing();
    play(30);
    expect(reports.map((report) => report.shouldSend)).toEqual([false, true, false, true, false, true]);
    expect(reports.map((report) => Math.round(report.positionSeconds / speed))).toEqual([5, 10, 15, 20, 25, 30]);
  });
});

test.each([1.25, 2, 3])('at speed %s the archive knows the position within ten seconds of playback', (speed) => {
  const { reporter, reports, play } = setup({ speed });
  reporter.startReached();
  reporter.playing();
  play(60);
  const sentPositions = reports.filter((report) => report.shouldSend).map((report) => report.positionSeconds);
  // Sending takes time, so at least a second of playback is reserved for it.
  for (const [index, position] of sentPositions.entries()) expect(position - (sentPositions[index - 1] ?? 0), String(index)).toBeLessThanOrEqual(9);
  expect(sentPositions.at(-1)).toBeGreaterThan(60 * speed - 9);
  for (const [index, { positionSeconds }] of reports.entries()) expect(positionSeconds - (reports[index - 1]?.positionSeconds ?? 0)).toBeLessThanOrEqual(5);
});

test('a change of speed changes the interval immediately', () => {
  const { reporter, reports, play, setSpeed } = setup({ speed: 1 });
  reporter.startReached();
  reporter.playing();
  play(1);
  setSpeed(3);
  play(2);
  expect(reports).toHaveLength(1);
});

test('nothing is reported before the start position is reached', () => {
  const { reporter, reports, play } = setup();
  reporter.playing();
  play(30);
  reporter.seeked();
  reporter.paused();
  reporter.leaving();
  expect(reports).toEqual([]);
});

test.each([
  [9, false],
  [10, true],
  [950, true],
  [951, false],
])('a pause at %s of 1000 s is stored, and sent: %s', (positionSeconds, shouldSend) => {
  const { reporter, reports, moveTo } = setup();
  reporter.startReached();
  reporter.playing();
  moveTo(positionSeconds);
  reporter.paused();
  expect(reports).toEqual([{ positionSeconds, shouldSend }]);
});

test('the end is sent as the whole duration, and the pause at the end is not reported again', () => {
  const { reporter, reports, moveTo } = setup();
  reporter.startReached();
  reporter.playing();
  moveTo(999.8);
  reporter.ended();
  reporter.paused();
  reporter.leaving();
  expect(reports).toEqual([{ positionSeconds: 1000, shouldSend: true }]);
});

test('a seek is stored on the device immediately', () => {
  const { reporter, reports, moveTo } = setup();
  reporter.startReached();
  moveTo(400);
  reporter.seeked();
  expect(reports).toEqual([{ positionSeconds: 400, shouldSend: false }]);
});

test('a page closed while playing counts as a pause, and its position is reported only once', () => {
  const { reporter, reports, moveTo } = setup();
  reporter.startReached();
  reporter.playing();
  moveTo(120);
  reporter.leaving();
  reporter.leaving();
  expect(reports).toEqual([{ positionSeconds: 120, shouldSend: true, isLast: true }]);
});

test('many short interruptions of playback do not delay the reports that are sent', () => {
  const { reporter, reports, play } = setup();
  reporter.startReached();
  reporter.playing();
  for (let round = 0; round < 10; round += 1) {
    play(3);
    reporter.playing();
  }
  expect(reports.filter((report) => report.shouldSend)).toHaveLength(3);
});

describe('a position from elsewhere', () => {
  test('is recognised while the player is paused, and no longer once the player has adopted the position', () => {
    const { reporter, reports, moveTo } = setup();
    reporter.startReached();
    expect(reporter.isFromElsewhere(640)).toBe(true);
    moveTo(640);
    reporter.adopted(640);
    expect(reporter.isFromElsewhere(640)).toBe(false);
    reporter.leaving();
    expect(reports).toEqual([]);
  });

  test('that was removed elsewhere is recognised only if nothing was watched or sought here', () => {
    const { reporter, play } = setup();
    expect(reporter.isFromElsewhere(null)).toBe(false);
    reporter.startReached();
    expect(reporter.isFromElsewhere(null)).toBe(true);
    reporter.playing();
    play(20);
    reporter.paused();
    expect(reporter.isFromElsewhere(null)).toBe(false);
  });

  test('is never recognised while playing, before the start position is reached, or if this player reported it earlier', () => {
    const { reporter, play } = setup();
    expect(reporter.isFromElsewhere(640)).toBe(false);
    reporter.startReached();
    reporter.playing();
    expect(reporter.isFromElsewhere(640)).toBe(false);
    play(20);
    reporter.paused();
    for (const reportedSeconds of [5, 10, 15, 20, 19.4]) expect(reporter.isFromElsewhere(reportedSeconds), String(reportedSeconds)).toBe(false);
    expect(reporter.isFromElsewhere(300)).toBe(true);
  });
});

function setup({ speed: firstSpeed = 1, duration = 1000 } = {}) {
  let speed = firstSpeed;
  const clock = createManualClock();
  const reports: ProgressReport[] = [];
  let position = 0;
  const reporter = createProgressReporter({
    clock,
    position: () => position,
    duration: () => duration,
    speed: () => speed,
    report: (report) => reports.push(report),
  });
  return {
    reporter,
    reports,
    moveTo(seconds: number) {
      position = seconds;
    },
    setSpeed(newSpeed: number) {
      speed = newSpeed;
      reporter.speedChanged();
    },
    /** Plays for this many seconds of the wall clock. */
    play(seconds: number) {
      for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
        position += speed / 10;
        clock.pass(100);
      }
    },
  };
}
