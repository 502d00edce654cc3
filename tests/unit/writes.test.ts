// What is said of a write: createWrite and createCommand with a toast that is written down.
import { describe, expect, test, vi } from 'vitest';
import { createCommand } from '../../src/features/writes/use-command.ts';
import { createWrite, takeBack, type Mirror } from '../../src/features/writes/use-write.ts';
import { failed, ok } from '../../src/lib/result.ts';
import { errorTexts } from '../../src/texts/errors.ts';
import { pageErrorTexts } from '../../src/texts/page-errors.ts';
import { shellTexts } from '../../src/texts/shell.ts';
import type { Toast } from '../../src/ui/toasts.tsx';

describe('a mutation', () => {
  test('is said once this device has it, with Undo where it can be taken back', async () => {
    const { write, toasts } = setup();
    const undone: string[] = [];
    const undo = (name: string) => () => Promise.resolve(void undone.push(name));
    const kept = await write.mutate(() => Promise.resolve([undo('first'), undo('second')]), { said: 'Marked', undo: takeBack });
    expect(kept.ok).toBe(true);
    expect(toasts.map(({ text }) => text)).toEqual(['Marked']);
    toasts[0]?.onUndo?.();
    await vi.waitFor(() => expect(undone).toEqual(['first', 'second']));
  });

  test('is said in the words of what it answered, or not at all', async () => {
    const { write, toasts } = setup();
    await write.mutate(() => Promise.resolve(3), { said: (count) => `${count} added` });
    await write.mutate(() => Promise.resolve(0), { said: (count) => (count > 0 ? 'Added' : null) });
    await write.mutate(() => Promise.resolve());
    expect(toasts).toEqual([{ text: '3 added', onUndo: undefined }]);
  });

  test('that this device has no room for is said to be so, and does not reject', async () => {
    const { write, toasts, warned } = setup();
    const full = new DOMException('full', 'QuotaExceededError');
    expect(await write.mutate(() => Promise.reject(full), { said: 'Marked' })).toEqual(failed('not-kept'));
    expect(toasts).toEqual([{ text: shellTexts.notKept }]);
    expect(warned).toHaveBeenCalledWith(expect.any(String), full);
  });

  test('whose undo cannot be kept says so', async () => {
    const { write, toasts } = setup();
    await write.mutate(() => Promise.resolve(), { said: 'Marked', undo: () => Promise.reject(new Error('closed')) });
    toasts[0]?.onUndo?.();
    await vi.waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['Marked', shellTexts.notKept]));
  });
});

describe('a command', () => {
  test('says what the archive did, or why it did not', async () => {
    const { command, toasts } = setup();
    expect(await command(() => Promise.resolve(ok('done')), { said: 'Deleted' })).toEqual(ok('done'));
    await command(() => Promise.resolve(failed({ kind: 'forbidden' })), { said: 'Deleted' });
    expect(toasts.map(({ text }) => text)).toEqual(['Deleted', errorTexts.forbidden]);
  });

  test('whose part could not be fetched needs the server', async () => {
    const { command, toasts } = setup();
    expect(await command(() => undefined)).toEqual(failed({ kind: 'away' }));
    expect(toasts.map(({ text }) => text)).toEqual([pageErrorTexts.needsServer]);
  });

  test('has failure words of its own, or leaves them to who called', async () => {
    const { command, toasts } = setup();
    const changed = () => Promise.resolve(failed({ kind: 'changed', now: 7 } as const));
    await command(changed, { failed: ({ now }) => `${now} now` });
    await command(changed, { failed: () => null });
    expect(toasts.map(({ text }) => text)).toEqual(['7 now']);
  });
});

function setup() {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const toasts: Toast[] = [];
  const showToast = (toast: Toast) => toasts.push(toast);
  return { write: createWrite({} as Mirror, showToast), command: createCommand(showToast), toasts, warned };
}
