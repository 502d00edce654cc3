// Finds and runs ffmpeg and ffprobe. The server chooses all arguments; the media file is passed as `file:` and an absolute path.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Gives ffmpeg a lower priority than the process that serves media. */
const niceness = 10;
const startupMs = 3_000;
const maxErrorChars = 2000;

/** Absolute path of a program on the search path; null if it is not installed. */
export function findProgram(name: string, searchPath = process.env['PATH'] ?? ''): string | null {
  for (const folder of searchPath.split(path.delimiter)) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      if (path.isAbsolute(file)) return file;
    } catch {
      // The program is not in this folder.
    }
  }
  return null;
}

export interface FfmpegRun {
  child: ChildProcess;
  /** Resolves to null for success, otherwise to the last line of ffmpeg's error output. */
  outcome: Promise<string | null>;
}

export function runFfmpeg(ffmpeg: string, args: string[], folder: string): FfmpegRun {
  const child = spawn(ffmpeg, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let message = '';
  child.stderr?.on('data', (chunk: Buffer) => void (message = `${message}${chunk.toString()}`.slice(-maxErrorChars)));
  const outcome = new Promise<string | null>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) => resolve(code === 0 ? null : message.trim().split('\n').at(-1) || `ffmpeg ended with ${code}`));
  });
  // ffmpeg keeps its priority at first, because somebody is waiting for the first segments.
  const priorityTimer = setTimeout(() => lowerPriority(child), startupMs);
  child.on('close', () => clearTimeout(priorityTimer));
  return { child, outcome };
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, niceness);
  } catch {
    // ffmpeg has already ended, or the system does not allow a lower priority.
  }
}

/** Whether frames are stored in another order than they are displayed in; true if this is unknown. */
export function hasReorderedFrames(ffprobe: string | null, file: string): Promise<boolean> {
  if (ffprobe === null) return Promise.resolve(true);
  const args = ['-v', 'error', '-select_streams', 'V:0', '-show_entries', 'stream=has_b_frames', '-of', 'csv=p=0', `file:${file}`];
  return new Promise((resolve) => {
    execFile(ffprobe, args, { timeout: 10_000, maxBuffer: 65_536 }, (error, out) => resolve(error !== null || out.trim() !== '0'));
  });
}
