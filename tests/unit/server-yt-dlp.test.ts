import type * as childProcess from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createYtDlp } from '../../server/downloader/yt-dlp.ts';

/** The codes with which the next starts fail. Node reports most of these errors in an event, but throws for a lack of memory. */
const refusalCodes = vi.hoisted((): ('EAGAIN' | 'ENOMEM' | 'EMFILE')[] => []);
vi.mock('node:child_process', async (original) => {
  const realChildProcess = await original<typeof childProcess>();
  const startOrRefuse = <Start extends (...args: never[]) => unknown>(start: Start) =>
    ((...args: Parameters<Start>) => {
      const code = refusalCodes.shift();
      if (code === undefined) return start(...args);
      const error = Object.assign(new Error(`spawn ${code}`), { code, syscall: 'spawn' });
      if (code === 'ENOMEM') throw error;
      // Without a free file descriptor, the child has no streams.
      const child: childProcess.ChildProcess =
        code === 'EMFILE' ? new realChildProcess.ChildProcess() : realChildProcess.spawn('/nowhere/yt-dlp', { stdio: ['ignore', 'pipe', 'pipe'] });
      const emit = child.emit.bind(child);
      vi.spyOn(child, 'emit').mockImplementation((event: string, ...values: unknown[]) => emit(event, ...(event === 'error' ? [error] : values)));
      if (code === 'EMFILE') process.nextTick(() => child.emit('error', error));
      const callback = args.at(-1) as unknown;
      if (typeof callback === 'function') child.once('error', () => void callback(error, '', ''));
      return child;
    }) as unknown as Start;
  return { ...realChildProcess, spawn: startOrRefuse(realChildProcess.spawn), execFile: startOrRefuse(realChildProcess.execFile) };
});
afterEach(() => void refusalCodes.splice(0));

test('if the system cannot start the program, this counts as a failure of the server, not of the video', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-yt-dlp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = path.join(folder, 'yt-dlp');
  await writeFile(program, '#!/bin/sh\necho 2025.01.15\n');
  await chmod(program, 0o755);
  const ytDlp = createYtDlp({ environment: { ...process.env, STOWAWAY_YTDLP: program } });
  const { signal } = new AbortController();
  expect(await ytDlp.run([], ['https://pier.example/wind'], { signal, folder })).toEqual({ ok: true, warnings: [] });
  expect(await ytDlp.run([], ['https://pier.example/wind'], { signal, folder: path.join(folder, 'gone') })).toMatchObject({
    ok: false,
    failure: { kind: 'no-program', message: expect.stringMatching(/^yt-dlp could not be started: /) as string },
  });
});

test('a lookup whose answer becomes too long ends at once, without waiting for the rest', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-yt-dlp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = path.join(folder, 'yt-dlp');
  const answer = '{"id":"wind"}';
  // The address decides whether the answer is short, or one line without an end.
  await writeFile(
    program,
    `#!/bin/sh\ncase "$*" in *--version) echo 2025.01.15;; *--help) ;; *short) echo '${answer}';; *) while :; do printf 1234567890; done;; esac\n`,
  );
  await chmod(program, 0o755);
  const ytDlp = createYtDlp({ environment: { ...process.env, STOWAWAY_YTDLP: program }, maxOutputChars: answer.length + 1 });
  const { signal } = new AbortController();
  expect(await ytDlp.extract('https://pier.example/short', {}, signal)).toEqual({ ok: true, info: { id: 'wind' } });
  expect(await ytDlp.extract('https://pier.example/endless', { timeoutMs: 15_000 }, signal)).toMatchObject({
    ok: false,
    failure: { kind: 'refused', message: 'The output of yt-dlp is too long to be read.' },
  });
});

test.each([
  ['once', ['EAGAIN'], { ok: true, warnings: [] }],
  ['once, for lack of memory', ['ENOMEM'], { ok: true, warnings: [] }],
  ['once, for lack of file descriptors', ['EMFILE'], { ok: true, warnings: [] }],
  [
    'again and again',
    ['EAGAIN', 'ENOMEM', 'EAGAIN', 'ENOMEM', 'EAGAIN', 'ENOMEM'],
    { ok: false, failure: expect.objectContaining({ kind: 'no-start' }) as unknown },
  ],
] as const)('after a temporary failure (%s) the program is started again, and does not count as missing', async (_how, refusedStarts, expected) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-yt-dlp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = path.join(folder, 'yt-dlp');
  await writeFile(program, '#!/bin/sh\necho 2025.01.15\n');
  await chmod(program, 0o755);
  const options = { environment: { ...process.env, STOWAWAY_YTDLP: program }, startRetryMs: 1 };
  const { signal } = new AbortController();
  const run = (ytDlp: ReturnType<typeof createYtDlp>) => ytDlp.run([], ['https://pier.example/wind'], { signal, folder });
  const knownYtDlp = createYtDlp(options);
  expect((await knownYtDlp.state()).kind).toBe('ready');
  refusalCodes.push(...refusedStarts);
  expect(await run(knownYtDlp)).toEqual(expected);
  refusalCodes.splice(0, Infinity, ...refusedStarts);
  // The version of the program is not known yet.
  expect(await run(createYtDlp(options))).toEqual(expected);
  refusalCodes.splice(0);
  expect(await run(knownYtDlp)).toEqual({ ok: true, warnings: [] });
});
