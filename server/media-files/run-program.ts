// Runs ffmpeg and ffprobe for background work, at low priority. A program is killed when its task is stopped or it takes too long.
import { execFile, type ChildProcess, type ExecFileException } from 'node:child_process';
import os from 'node:os';

/** `message` is usually the last line of the program's error output. */
export type ProgramEnd = { ok: true; output: string } | { ok: false; message: string };

const backgroundNiceness = 15;
const maxOutputBytes = 4 * 1024 * 1024;

/**
 * @param args chosen by the server. Each file name among them is an absolute path after `file:`, so that the program mistakes it for neither
 *   an option nor a protocol.
 */
export function runProgram(program: string, args: string[], timeoutMs: number, signal: AbortSignal): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ ok: false, message: 'Stopped.' });
    const onEnd = (error: ExecFileException | null, output: string, errorOutput: string): void => {
      if (error === null) return resolve({ ok: true, output });
      const lastLine = errorOutput.trim().split('\n').at(-1) ?? '';
      resolve({ ok: false, message: signal.aborted ? 'Stopped.' : (problemOf(error) ?? (lastLine.slice(0, 300) || withoutMessage(error))) });
    };
    let child: ChildProcess;
    try {
      child = execFile(program, args, { timeout: timeoutMs, maxBuffer: maxOutputBytes, signal, killSignal: 'SIGKILL' }, onEnd);
    } catch (error) {
      // The arguments are too long, or contain a character that no argument may have. The error's message would repeat them.
      return resolve({ ok: false, message: `The program could not be started (${(error as NodeJS.ErrnoException).code}).` });
    }
    try {
      if (child.pid !== undefined) os.setPriority(child.pid, backgroundNiceness);
    } catch {
      // The program has already ended, or the system does not allow a lower priority.
    }
  });
}

/** What ended the program, or kept it from starting; null if it ended by itself. */
function problemOf({ code, killed }: ExecFileException): string | null {
  // A program that prints too much is killed too.
  if (String(code) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `The program printed too much (${code}).`;
  if (killed === true) return 'The program took too long.';
  return typeof code === 'string' ? `The program could not be started (${code}).` : null;
}

function withoutMessage({ code, signal }: ExecFileException): string {
  return `The program ended without a message (${typeof code === 'number' ? `exit code ${code}` : signal}).`;
}
