// Ctrl-C after an earlier signal ends the server at once, and a repeated SIGTERM does not.
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { shutDownOnSignals } from '../../server/start/shut-down.ts';

let exitSpy: MockInstance<typeof process.exit>;
beforeEach(() => {
  vi.useFakeTimers();
  exitSpy = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
});
afterEach(() => {
  vi.useRealTimers();
  exitSpy.mockRestore();
});

/** Returns the signals of a server whose shutdown never completes. */
function signalsOfServer(): EventEmitter {
  const signals = new EventEmitter();
  shutDownOnSignals(signals as unknown as NodeJS.Process).onSignal(() => new Promise(() => {}));
  return signals;
}

test('a repeated SIGTERM gives the server the same time to end as a single SIGTERM', () => {
  const signals = signalsOfServer();
  signals.emit('SIGTERM');
  vi.advanceTimersByTime(1_000);
  signals.emit('SIGTERM');
  expect(exitSpy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(exitSpy).toHaveBeenCalledOnce();
});

test.each(['SIGINT', 'SIGTERM'])('Ctrl-C after %s ends the server at once', (firstSignal) => {
  const signals = signalsOfServer();
  signals.emit(firstSignal);
  expect(exitSpy).not.toHaveBeenCalled();
  signals.emit('SIGINT');
  expect(exitSpy).toHaveBeenCalledOnce();
});
