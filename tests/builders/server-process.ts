// The server's command as a child process, from its bundle, for behaviour that only a separate process has: exit codes, errors in one line,
// the lock, signals.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { bundledServer, projectFolder } from '../../scripts/build/stamp.mjs';

export interface ServerProcess {
  child: ChildProcess;
  /** The output so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves to the line that begins with `Stowaway is ready:`; fails if the process ends first. */
  ready(): Promise<string>;
  /** Sends `signal`, if given, and resolves when the process ends; `afterMs` is the time from the call until then. */
  waitForExit(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null; afterMs: number }>;
}

export function startServerProcess(flags: string[], environment: Record<string, string> = {}): ServerProcess {
  const child = spawn(process.execPath, [bundledServer, ...flags], {
    cwd: projectFolder,
    // An installed yt-dlp would access the network, so a test that needs yt-dlp passes its own.
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', STOWAWAY_YTDLP: '/nowhere/yt-dlp', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => void (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (output.stderr += chunk.toString()));
  const exit = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;

  return {
    child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    async ready() {
      for (;;) {
        const line = /^Stowaway is ready: .*$/m.exec(output.stdout)?.[0];
        if (line !== undefined) return line;
        const ending = await Promise.race([exit.then(() => 'ended' as const), once(child.stdout, 'data').then(() => 'more' as const)]);
        if (ending === 'ended') throw new Error(`the server ended with ${child.exitCode}: ${output.stderr}`);
      }
    },
    async waitForExit(signal) {
      const startMs = performance.now();
      if (signal) child.kill(signal);
      const [code, endSignal] = await exit;
      return { code, signal: endSignal, afterMs: performance.now() - startMs };
    },
  };
}
