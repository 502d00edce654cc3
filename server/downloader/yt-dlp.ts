// Finds and runs the program yt-dlp, and looks up addresses with it. Called by tasks that query or download from other sites. The program
// runs in its own process group, which ends when the signal is aborted and when the server ends. If a server was killed, its next start
// ends programs left running (staging.ts). Knows neither the queue nor the library.
import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isInfo, type Info } from '../library/info-values.ts';
import type { Log } from '../log/log.ts';
import { findProgram } from '../renditions/run-ffmpeg.ts';
import { plainEnvironment } from '../secrets/plain-environment.ts';
import { worded, type Sentence, type Worded } from '../texts/wording.ts';
import { createFailure, type YtDlpFailure } from './failures.ts';
import { jsRuntimeArgs, takesJsRuntime } from './javascript-runtime.ts';
import { isStartRefused, outputOf } from './program-output.ts';
import { readFailure, warningsOf } from './read-failure.ts';

export type YtDlpState =
  /** `hasJsRuntime`: the program accepts a JavaScript runtime, and uses our Node. */
  | { kind: 'ready'; program: string; version: string; hasJsRuntime: boolean }
  | ({ kind: 'missing' } & Worded)
  | ({ kind: 'too-old'; version: string } & Worded)
  /** The program exists but does not run. `isTemporary`: the system cannot start any program at the moment. */
  | ({ kind: 'broken'; isTemporary: boolean } & Worded);

export interface ExtractOptions {
  /** At most this many entries of a list; all if null or absent. */
  maxEntries?: number | null;
  /** Download options that also affect lookups (cookies, language …), as complete `--option=value` arguments, never values alone. */
  args?: readonly string[];
  /** Default: ten minutes, because listing thousands of videos requires many requests. */
  timeoutMs?: number;
}

/**
 * The result for an address. For a video, `info` is its complete description. For a channel or playlist (`_type: playlist`) it contains
 * `entries`, which are not looked up individually (`_type: url`, with `id`, `url`, often `title`, `duration`, `ie_key`).
 */
export type Extraction = { ok: true; info: Info } | { ok: false; failure: YtDlpFailure };

export interface RunOptions {
  signal: AbortSignal;
  /** The working directory. */
  folder: string;
  /** Called with each line of output as it arrives. */
  onLine?: (line: string) => void;
  /** The program is stopped after this time without output. */
  idleMs?: number;
  /** The program is stopped after this time in any case. */
  timeoutMs?: number;
  /** The program is stopped if its output is longer. No limit if absent. */
  maxOutputChars?: number;
}

/** `warnings` has no duplicates. */
export type RunEnd = { ok: true; warnings: readonly string[] } | { ok: false; failure: YtDlpFailure };

export interface YtDlp {
  /** The program's state, determined again when the program file changes, so that an installation or update takes effect immediately. */
  state(): Promise<YtDlpState>;
  /** @param address a link, or anything that yt-dlp accepts as one; never treated as an option */
  extract(address: string, options: ExtractOptions, signal: AbortSignal): Promise<Extraction>;
  /** @param args options, one argument each; `addresses` follow `--` */
  run(args: readonly string[], addresses: readonly string[], options: RunOptions): Promise<RunEnd>;
}

/** Debian 12's version, the oldest that is tested. */
export const oldestVersion = '2023.03.04';

/** The first version that may accept a JavaScript runtime. The help of older ones is not read, because that takes a second. */
const firstWithRuntime = '2025.09.01';
/** yt-dlp expands variables in the folder's name, but only once. A name that contains `$` is therefore passed in this variable. */
const cacheVariable = 'YTDLP_CACHE';

/** The priority of yt-dlp, lower than that of the process that serves media. */
const niceness = 10;
const extractTimeoutMs = 600_000;
/** The limit is high, because yt-dlp prints nothing while it merges a video of many hours. */
const idleTimeoutMs = 1_800_000;
const versionTimeoutMs = 30_000;
/** How long the program may take to end after SIGTERM. Then it is killed. */
const killDelayMs = 1_000;
/** The output for a list of 100 000 entries, or for a video with 100 000 comments, is shorter. */
const defaultMaxOutputChars = 256 * 1024 * 1024;
const maxErrorChars = 20_000;
/** A program is started up to three times within a few seconds, because memory is often short for a moment only. */
const maxStarts = 3;
const defaultStartRetryMs = 1_000;

/** Arguments of every call: no configuration files, because these may move files or run programs, and no color codes in the output. */
const commonArgs = ['--ignore-config', '--no-colors'];

export interface YtDlpOptions {
  environment?: NodeJS.ProcessEnv;
  /** Where yt-dlp caches data between calls (such as players' code); null for no cache. */
  cacheFolder?: string | null;
  log?: Log;
  /** The longest answer of a lookup. */
  maxOutputChars?: number;
  /** The first pause before the server tries again to start the program. */
  startRetryMs?: number;
}

export function createYtDlp({
  environment = process.env,
  cacheFolder = null,
  log,
  maxOutputChars = defaultMaxOutputChars,
  startRetryMs = defaultStartRetryMs,
}: YtDlpOptions = {}): YtDlp {
  const configuredProgram = environment['STOWAWAY_YTDLP'] || null;
  let cachedState: { key: string; state: Promise<YtDlpState> } | null = null;
  /** The last logged problem, so that each problem is logged only once. */
  let lastLoggedMessage: string | null = null;

  function state(): Promise<YtDlpState> {
    const program = configuredProgram === null ? findProgram('yt-dlp', environment['PATH'] ?? '') : executablePath(configuredProgram);
    if (program === null) return Promise.resolve({ kind: 'missing', ...worded(missingSentence(configuredProgram)) });
    const { mtimeMs, size } = statSync(program, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
    const key = `${program} ${mtimeMs} ${size}`;
    if (cachedState?.key === key) return cachedState.state;
    const probedState = probeState(program, plainEnvironment(environment));
    cachedState = { key, state: probedState };
    void probedState.then((newState) => {
      const message = newState.kind === 'ready' ? null : newState.message;
      if (message !== null && message !== lastLoggedMessage) log?.warn(`Downloads: ${message}`);
      lastLoggedMessage = message;
      // A broken state is not cached, because the program may have been updating itself.
      if (newState.kind === 'broken' && cachedState?.state === probedState) cachedState = null;
    });
    return probedState;
  }

  async function run(args: readonly string[], addresses: readonly string[], options: RunOptions): Promise<RunEnd> {
    for (let starts = 1; ; starts += 1) {
      const end = await runOnce(args, addresses, options);
      if (end.ok || end.failure.kind !== 'no-start' || starts === maxStarts) return end;
      // An aborted wait ends early. The next `runOnce` sees the abort and fails, which ends the loop.
      await wait(startRetryMs * 2 ** (starts - 1), null, { signal: options.signal }).catch(() => null);
    }
  }

  async function runOnce(args: readonly string[], addresses: readonly string[], options: RunOptions): Promise<RunEnd> {
    const currentState = await state();
    if (currentState.kind !== 'ready') {
      const isTemporary = currentState.kind === 'broken' && currentState.isTemporary && !options.signal.aborted;
      return { ok: false, failure: createFailure(isTemporary ? 'no-start' : 'no-program', currentState.message) };
    }
    const cache = cacheFolder === null ? '--no-cache-dir' : `--cache-dir=${cacheFolder.includes('$') ? `\${${cacheVariable}}` : cacheFolder}`;
    const runtime = currentState.hasJsRuntime ? jsRuntimeArgs() : [];
    // The cache option comes last, because a download's arguments contain the same option with the download's folder (download-args.ts).
    const allArgs = [...commonArgs, ...runtime, '--socket-timeout=30', ...args, cache, '--', ...addresses];
    const childEnvironment = { ...plainEnvironment(environment), ...(cacheFolder === null ? {} : { [cacheVariable]: cacheFolder }) };
    return runProgram(currentState.program, allArgs, childEnvironment, options);
  }

  return {
    state,
    run,
    async extract(address, { maxEntries = null, args = [], timeoutMs = extractTimeoutMs }, signal) {
      const output: string[] = [];
      const onLine = (line: string): void => void output.push(line);
      const limits = maxEntries === null ? [] : [`--playlist-end=${Math.max(1, Math.floor(maxEntries))}`];
      const lookupArgs = ['--dump-single-json', '--flat-playlist', '--no-playlist', '--ignore-no-formats-error', ...limits, ...args];
      const end = await run(lookupArgs, [address], { signal, folder: os.tmpdir(), onLine, timeoutMs, maxOutputChars });
      if (!end.ok) return end;
      const info = parseInfo(output.findLast((line) => line.startsWith('{')) ?? '');
      return info === null ? { ok: false, failure: createFailure('refused', 'The output of yt-dlp cannot be read.') } : { ok: true, info };
    },
  };
}

function runProgram(program: string, args: string[], environment: NodeJS.ProcessEnv, options: RunOptions): Promise<RunEnd> {
  const { signal, folder, onLine, timeoutMs, maxOutputChars = Infinity } = options;
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ ok: false, failure: createFailure('stopped', 'Stopped.') });
    let child: ChildProcess;
    try {
      child = startProgram(program, args, folder, environment);
    } catch (error) {
      // Node throws some start errors instead of emitting them.
      return resolve({ ok: false, failure: startFailure(error) });
    }
    const group = processGroup(child);
    let stopReason: YtDlpFailure | null = null;
    let errors = '';
    let outputChars = 0;
    const stop = (reason: YtDlpFailure): void => {
      stopReason ??= reason;
      group.end();
    };
    const onAbort = (): void => stop(createFailure('stopped', 'Stopped.'));
    signal.addEventListener('abort', onAbort, { once: true });
    const stopAsTimedOut = (): void => stop(createFailure('timed-out', 'yt-dlp took too long and was stopped.', warningsOf(errors)));
    const timeoutTimer = timeoutMs === undefined ? null : setTimeout(stopAsTimedOut, timeoutMs);
    let idleTimer = setTimeout(stopAsTimedOut, options.idleMs ?? idleTimeoutMs);
    const resetIdleTimer = (): void => {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(stopAsTimedOut, options.idleMs ?? idleTimeoutMs);
    };
    // If the system has no file descriptor left, the child has no streams, and its error follows.
    child.stdout?.setEncoding('utf8');
    child.stderr?.setEncoding('utf8');
    const lines = lineSplitter((line) => onLine?.(line));
    child.stdout?.on('data', (text: string) => {
      resetIdleTimer();
      // A list is one line. Its length is checked as it arrives, because a line that is too long for the memory would end the server.
      outputChars += text.length;
      if (outputChars <= maxOutputChars) lines.add(text);
      else stop(createFailure('refused', 'The output of yt-dlp is too long to be read.', warningsOf(errors)));
    });
    child.stderr?.on('data', (text: string) => {
      resetIdleTimer();
      errors = `${errors}${text}`.slice(-maxErrorChars);
    });
    const finish = (reason: YtDlpFailure | null): void => {
      signal.removeEventListener('abort', onAbort);
      if (timeoutTimer) clearTimeout(timeoutTimer);
      clearTimeout(idleTimer);
      group.forget();
      resolve(reason === null ? { ok: true, warnings: warningsOf(errors) } : { ok: false, failure: reason });
    };
    child.on('error', (error) => finish(startFailure(error)));
    child.on('close', (code) => {
      lines.end();
      finish(stopReason ?? (code === 0 ? null : readFailure(errors, `yt-dlp ended with ${code ?? 'a signal'}.`)));
    });
  });
}

const startProgram = (program: string, args: string[], folder: string, environment: NodeJS.ProcessEnv): ChildProcess =>
  spawn(program, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });

function startFailure(error: unknown): YtDlpFailure {
  const message = `yt-dlp could not be started: ${error instanceof Error ? error.message : String(error)}`;
  return createFailure(isStartRefused(error) ? 'no-start' : 'no-program', message);
}

/** Splits text that arrives in pieces into complete lines. A list of 100 000 entries is one line, so its pieces are joined only once. */
function lineSplitter(onLine: (line: string) => void): { add(text: string): void; end(): void } {
  let pieces: string[] = [];
  return {
    add(text) {
      const parts = text.split('\n');
      for (const [index, part] of parts.entries()) {
        pieces.push(part);
        if (index === parts.length - 1) break;
        onLine(pieces.join(''));
        pieces = [];
      }
    },
    end() {
      const rest = pieces.join('');
      if (rest !== '') onLine(rest);
    },
  };
}

const runningGroups = new Set<number>();
let hasExitHandler = false;

/** The process group of yt-dlp and the ffmpeg that it starts. */
function processGroup(child: ChildProcess): { end(): void; forget(): void } {
  const { pid } = child;
  if (pid === undefined) return { end: () => undefined, forget: () => undefined };
  runningGroups.add(pid);
  if (!hasExitHandler) process.on('exit', () => runningGroups.forEach((groupId) => signalGroup(groupId, 'SIGKILL')));
  hasExitHandler = true;
  try {
    os.setPriority(pid, niceness);
  } catch {
    // The program has already ended, or the system does not allow another priority.
  }
  let killTimer: NodeJS.Timeout | null = null;
  return {
    end() {
      signalGroup(pid, 'SIGTERM');
      killTimer ??= setTimeout(() => signalGroup(pid, 'SIGKILL'), killDelayMs);
    },
    forget() {
      if (killTimer) clearTimeout(killTimer);
      runningGroups.delete(pid);
    },
  };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}

async function probeState(program: string, environment: NodeJS.ProcessEnv): Promise<YtDlpState> {
  const state = await probeVersion(program, environment);
  if (state.kind !== 'ready' || isOlder(state.version, firstWithRuntime)) return state;
  try {
    return { ...state, hasJsRuntime: await takesJsRuntime(program, environment) };
  } catch (error) {
    return brokenState(program, error as Error);
  }
}

async function probeVersion(program: string, environment: NodeJS.ProcessEnv): Promise<YtDlpState> {
  const { error, output } = await outputOf(program, ['--ignore-config', '--version'], { timeout: versionTimeoutMs, env: environment });
  const version = output.trim();
  if (error !== null || !/^\d{4}\.\d/.test(version)) return brokenState(program, error, version);
  if (isOlder(version, oldestVersion))
    return { kind: 'too-old', version, ...worded(({ texts: { system } }) => system.programs.ytDlp.tooOld(version, oldestVersion)) };
  return { kind: 'ready', program, version, hasJsRuntime: false };
}

/** @param version what the program printed, if there was no error */
function brokenState(program: string, error: Error | null, version = ''): YtDlpState {
  const failure = error === null ? null : (error.message.split('\n').findLast((line) => line.trim() !== '') ?? '');
  const output = JSON.stringify(version.slice(0, 40));
  const isTemporary = isStartRefused(error);
  const sentence: Sentence = ({ texts: { system } }) => {
    const { broken, notForNow, says } = system.programs.ytDlp;
    return (isTemporary ? notForNow : broken)(program, failure ?? says(output));
  };
  return { kind: 'broken', isTemporary, ...worded(sentence) };
}

/** Whether `version` is older than `other`. Versions of yt-dlp are dates: year, month, day, and for nightly versions also a time. */
export function isOlder(version: string, other: string): boolean {
  const numbers = (text: string): number[] => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const ownNumbers = numbers(version);
  for (const [index, value] of numbers(other).entries()) {
    const ownNumber = ownNumbers[index] ?? 0;
    if (ownNumber !== value) return ownNumber < value;
  }
  return false;
}

function missingSentence(configuredProgram: string | null): Sentence {
  return ({ texts: { system } }) => (configuredProgram === null ? system.programs.ytDlp.notInstalled : system.programs.ytDlp.notThere(configuredProgram));
}

function executablePath(file: string): string | null {
  try {
    accessSync(file, constants.X_OK);
    return path.resolve(file);
  } catch {
    // No such file, or not executable.
    return path.isAbsolute(file) || file.includes(path.sep) ? null : findProgram(file);
  }
}

function parseInfo(text: string): Info | null {
  try {
    const value: unknown = JSON.parse(text);
    return isInfo(value) ? value : null;
  } catch {
    return null; // not JSON
  }
}
