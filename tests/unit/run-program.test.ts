// A background program that ends badly says why.
import { expect, test } from 'vitest';
import { runProgram } from '../../server/media-files/run-program.ts';

const run = (program: string, args: string[] = [], timeoutMs = 20_000) => runProgram(program, args, timeoutMs, AbortSignal.timeout(30_000));

test.each([
  ['cannot be found', () => run('/nowhere/ffmpeg'), 'The program could not be started (ENOENT).'],
  ['is a folder', () => run('/'), 'The program could not be started (EACCES).'],
  ['prints too much', () => run('/bin/sh', ['-c', 'yes']), 'The program printed too much (ERR_CHILD_PROCESS_STDIO_MAXBUFFER).'],
  ['takes too long', () => run('/bin/sh', ['-c', 'exec sleep 20'], 20), 'The program took too long.'],
  ['ends with a message', () => run('/bin/sh', ['-c', 'echo first >&2; echo last >&2; exit 3']), 'last'],
  ['ends silently', () => run('/bin/sh', ['-c', 'exit 3']), 'The program ended without a message (exit code 3).'],
])('a program that %s', async (_what, start, message) => {
  expect(await start()).toEqual({ ok: false, message });
});
