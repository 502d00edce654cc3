// Determines which ffmpeg is installed, and does so again when its file changes.
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';

export interface InstalledProgram {
  file: string;
  /** The version that the program reports; null if unknown. */
  version: string | null;
  /** Modification time of the program's file in Unix milliseconds. This is the build time, because packages keep modification times. */
  builtAtMs: number;
}

const versionTimeoutMs = 10_000;

/** The installed ffmpeg; null if there is none. */
export async function installedFfmpeg(ffmpeg: string | null): Promise<InstalledProgram | null> {
  const stats = ffmpeg === null ? null : await stat(ffmpeg).catch(() => null); // the program was removed meanwhile
  if (ffmpeg === null || stats === null) return null;
  const key = `${ffmpeg} ${stats.mtimeMs} ${stats.size}`;
  if (versionCache?.key !== key) versionCache = { key, version: probeVersion(ffmpeg) };
  return { file: ffmpeg, version: await versionCache.version, builtAtMs: stats.mtimeMs };
}

let versionCache: { key: string; version: Promise<string | null> } | null = null;

function probeVersion(ffmpeg: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(ffmpeg, ['-version'], { timeout: versionTimeoutMs, maxBuffer: 65_536 }, (error, out) =>
      resolve(error ? null : (/^ffmpeg version (\S+)/.exec(out)?.[1] ?? null)),
    );
  });
}
