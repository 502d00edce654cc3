// npm start: does everything from a fresh clone to a running archive. Installs, builds, then runs the server as a child process. Passes
// signals on to the server, and returns its exit code. Uses only Node's own modules.
import './start/node-version.mjs';
import { spawn } from 'node:child_process';
import os from 'node:os';
import { buildIfNeeded } from './start/build-if-needed.mjs';
import { bundledServer, projectFolder } from './build/stamp.mjs';
import { installIfNeeded } from './start/install.mjs';

/**
 * Ctrl-C reaches this process twice, from the terminal and from npm. A signal that follows another within this time is not forwarded,
 * because the server would end immediately.
 */
const repeatedSignalMs = 1_000;
/** Short, because the process must end within 2 s, of which the server itself takes up to 1.5 s. */
const shellPollMs = 200;

// npm sends a SIGTERM to the shell between itself and this process. The shell ends without passing the signal on, so the end of the shell
// counts as a SIGTERM.
const shellPid = process.ppid;
const args = process.argv.slice(2);
const isOneShot = args.some((arg) => /^(--help|-h|--version|--reset-password(=.*)?)$/.test(arg));

await installIfNeeded();
if (!isOneShot) buildIfNeeded();
// A command that exits at once runs from the sources, so that it need not wait for a build.
const program = isOneShot ? ['--import', 'tsx', 'server/main.ts'] : [bundledServer];

// The server has a separate process group, so that the terminal's Ctrl-C reaches only this process, which passes it on once.
const server = spawn(process.execPath, [...program, ...args], {
  cwd: projectFolder,
  stdio: 'inherit',
  detached: process.platform !== 'win32',
});
let forwardedAtMs = 0;
function forwardSignal(signal) {
  if (Date.now() - forwardedAtMs < repeatedSignalMs) return;
  forwardedAtMs = Date.now();
  server.kill(signal);
}
process.on('SIGINT', () => forwardSignal('SIGINT'));
process.on('SIGTERM', () => forwardSignal('SIGTERM'));
process.on('SIGHUP', () => forwardSignal('SIGTERM'));
if (process.env.npm_lifecycle_event === 'start') setInterval(() => process.ppid !== shellPid && forwardSignal('SIGTERM'), shellPollMs).unref();
server.on('exit', (code, signal) => process.exit(code ?? 128 + (os.constants.signals[signal] ?? 0)));
