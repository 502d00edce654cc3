// A failure of ffmpeg while the sample library is encoded is reported with its cause.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ffmpeg } from '../../scripts/sample-library/tools.mjs';

async function installFfmpeg(script: string): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-ffmpeg-'));
  await writeFile(path.join(folder, 'ffmpeg'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
}

/** A frame is larger than the buffer of a pipe. */
const frame = Buffer.alloc(1_000_000);

test('if ffmpeg ends before it has read its input, the message of ffmpeg is reported', async () => {
  await installFfmpeg('exec 0<&-; sleep 0.2; echo "Unknown encoder libx999" >&2; exit 1');
  const feed = async (stdin: Writable): Promise<void> => {
    if (!stdin.write(frame)) await once(stdin, 'drain');
  };
  await expect(ffmpeg([], feed)).rejects.toThrow('ffmpeg ended with 1: Unknown encoder libx999');
});

test('a failure to produce the input of ffmpeg is reported', async () => {
  await installFfmpeg('exec cat > /dev/null');
  await expect(ffmpeg([], () => Promise.reject(new Error('The page did not draw.')))).rejects.toThrow('The page did not draw.');
});
