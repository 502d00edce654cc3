// Runs a program and returns its output. Recognizes temporary failures of a start.
import { execFile, type ExecFileOptions } from 'node:child_process';

/** The codes for too little memory, too many processes and too many open files. */
const refusalCodes = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']);

/** Whether the system could not start a program for a temporary reason. */
export function isStartRefused(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  return typeof code === 'string' && refusalCodes.has(code) && typeof syscall === 'string' && syscall.startsWith('spawn');
}

/** `error` is null if the program ended successfully. */
export function outputOf(program: string, args: string[], options: ExecFileOptions): Promise<{ error: Error | null; output: string }> {
  return new Promise((resolve) => {
    try {
      execFile(program, args, { ...options, encoding: 'utf8' }, (error, output) => resolve({ error, output }));
    } catch (error) {
      // Node throws some start errors instead of passing them to the callback.
      resolve({ error: error as Error, output: '' });
    }
  });
}
