import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createYtDlp } from '../../server/downloader/yt-dlp.ts';

test('a program that the system cannot start is a failure of this server, not of the video', async () => {
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

test('a lookup ends when its answer is too long, before the answer is complete', async () => {
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
  expect(await ytDlp.extract('https://pier.example/endless', { timeoutMs: 3_000 }, signal)).toMatchObject({
    ok: false,
    failure: { kind: 'refused', message: 'What yt-dlp found there is too long to be read.' },
  });
});
