// createWrite and createCommand confirm writes and report failures in toasts, which these tests record.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { describe, expect, test, vi, onTestFinished } from 'vitest';
import { commandErrorText } from '../../src/features/commands/command-error-text.ts';
import { createCommand } from '../../src/features/writes/use-command.ts';
import { createWrite, undoAll, type Mirror } from '../../src/features/writes/use-write.ts';
import { writeFailureOf } from '../../src/mutations/write-failure.ts';
import { failed, ok } from '../../src/lib/result.ts';
import { errorTexts } from '../../src/texts/errors.ts';
import { pageErrorTexts } from '../../src/texts/page-errors.ts';
import { shellTexts } from '../../src/texts/shell.ts';
import type { Toast } from '../../src/ui/toasts.tsx';

describe('a mutation', () => {
  test('is confirmed once this device has stored it, with Undo where it can be undone', async () => {
    const { write, toasts } = setup();
    const undoneNames: string[] = [];
    const undo = (name: string) => () => Promise.resolve(void undoneNames.push(name));
    const result = await write.mutate(() => Promise.resolve([undo('first'), undo('second')]), { message: 'Marked', undo: undoAll });
    expect(result.ok).toBe(true);
    expect(toasts.map(({ text }) => text)).toEqual(['Marked']);
    toasts[0]?.onUndo?.();
    await expect.poll(() => undoneNames).toEqual(['first', 'second']);
  });

  test('is confirmed with a text made from its result, or not at all', async () => {
    const { write, toasts } = setup();
    await write.mutate(() => Promise.resolve(3), { message: (count) => `${count} added` });
    await write.mutate(() => Promise.resolve(0), { message: (count) => (count > 0 ? 'Added' : null) });
    await write.mutate(() => Promise.resolve());
    expect(toasts).toEqual([{ text: '3 added', onUndo: undefined }]);
  });

  test('that this device has no space for is reported as such, and does not reject', async () => {
    const { write, toasts, warnSpy } = setup();
    const fullError = new DOMException('full', 'QuotaExceededError');
    expect(await write.mutate(() => Promise.reject(fullError), { message: 'Marked' })).toEqual(failed('full'));
    expect(toasts).toEqual([{ text: shellTexts.notKept.full }]);
    expect(warnSpy).toHaveBeenCalledWith(expect.any(String), fullError);
  });

  test('whose undo cannot be stored reports the failure', async () => {
    const { write, toasts } = setup();
    await write.mutate(() => Promise.resolve(), { message: 'Marked', undo: () => Promise.reject(new Error('closed')) });
    toasts[0]?.onUndo?.();
    await expect.poll(() => toasts.map(({ text }) => text)).toEqual(['Marked', shellTexts.notKept.other]);
  });
});

describe('a change that this device did not store', () => {
  const browserError = (name: string) => new DOMException('of the browser', name);
  test.each([
    ['no space, reported by the browser', 'full', browserError('QuotaExceededError')],
    ['no space, found at the end of a transaction', 'full', new Dexie.AbortError('aborted', browserError('QuotaExceededError'))],
    ['no space for some of many rows', 'full', new Dexie.BulkError('bulkPut', [browserError('QuotaExceededError')])],
    ['no space, which closed the database', 'full', new Dexie.DatabaseClosedError(browserError('QuotaExceededError'))],
    ['a database that was closed', 'closed', new Dexie.DatabaseClosedError()],
    ['a connection that the browser closed', 'closed', browserError('InvalidStateError')],
    ['a database that cannot be opened', 'closed', new Dexie.OpenFailedError(browserError('UnknownError'))],
    ['a programming error', 'other', new TypeError('undefined is not a function')],
    ['a value that is not an error', 'other', 'full'],
  ] as const)('because of %s is classified as “%s”', (_what, failure, reason) => {
    expect(writeFailureOf(reason)).toBe(failure);
  });

  test('is classified as “closed” if the database was closed on behalf of another tab', async () => {
    const db = new Dexie('taken-away');
    db.version(1).stores({ rows: 'id' });
    await db.open();
    db.close({ disableAutoOpen: true });
    const reason = await db
      .table('rows')
      .put({ id: 1 })
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(writeFailureOf(reason)).toBe('closed');
  });

  test('is reported with the default text or the caller’s text, or not at all if the caller shows the failure', async () => {
    const { write, toasts } = setup();
    const rejectClosed = () => Promise.reject(new Dexie.DatabaseClosedError());
    await write.mutate(rejectClosed);
    await write.mutate(rejectClosed, { failureText: (failure) => `It is ${failure}` });
    expect(await write.mutate(rejectClosed, { failureText: () => null })).toEqual(failed('closed'));
    expect(toasts.map(({ text }) => text)).toEqual([shellTexts.notKept.closed, 'It is closed']);
  });
});

describe('a command', () => {
  test('reports what the archive did, or why it did not', async () => {
    const { command, toasts } = setup();
    expect(await command(() => Promise.resolve(ok('done')), { message: 'Deleted' })).toEqual(ok('done'));
    await command(() => Promise.resolve(failed({ kind: 'forbidden' })), { message: 'Deleted' });
    expect(toasts.map(({ text }) => text)).toEqual(['Deleted', errorTexts.forbidden]);
  });

  test('whose code could not be fetched reports that it needs the server', async () => {
    const { command, toasts } = setup();
    expect(await command(() => undefined)).toEqual(failed({ kind: 'away' }));
    expect(toasts.map(({ text }) => text)).toEqual([pageErrorTexts.needsServer]);
  });

  test('whose effect this device could not store is a failure with the reason, and does not reject', async () => {
    const { command, toasts, warnSpy } = setup();
    const rejectFull = () => Promise.reject(new DOMException('no space', 'QuotaExceededError'));
    const result = await command(rejectFull, { message: 'Deleted', failureText: () => null });
    expect(result).toEqual(failed({ kind: 'not-stored', reason: 'full' }));
    expect(toasts.map(({ text }) => text)).toEqual([shellTexts.notKept.full]);
    // A caller that shows the failure itself gets the same text.
    expect(result.ok ? null : commandErrorText(result.error)).toBe(shellTexts.notKept.full);
    expect(warnSpy).toHaveBeenCalledOnce();
  });

  test('has its own failure text, or leaves the text to the caller', async () => {
    const { command, toasts } = setup();
    const answerChanged = () => Promise.resolve(failed({ kind: 'changed', current: 7 } as const));
    await command(answerChanged, { failureText: ({ current }) => `${current} now` });
    await command(answerChanged, { failureText: () => null });
    expect(toasts.map(({ text }) => text)).toEqual(['7 now']);
  });
});

function setup() {
  const warnSpy = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warnSpy.mockRestore());
  const toasts: Toast[] = [];
  const showToast = (toast: Toast) => toasts.push(toast);
  return { write: createWrite({} as Mirror, showToast), command: createCommand(showToast), toasts, warnSpy };
}
