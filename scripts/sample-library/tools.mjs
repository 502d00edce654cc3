// Finds the two programs that generate the library, ffmpeg and Chromium, and runs ffmpeg. Running Stowaway needs neither.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export class MissingTool extends Error {}

export function findTools() {
  const probe = spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' });
  if (probe.error) throw new MissingTool('ffmpeg is not installed; the sample library is encoded with it.');
  for (const encoder of ['libx264', 'libvpx-vp9', 'libopus', 'aac', 'libwebp'])
    if (!probe.stdout.includes(encoder)) throw new MissingTool(`This ffmpeg was built without ${encoder}, which the sample library needs.`);
  const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );
  if (!browser) throw new MissingTool('Chromium is not installed; the sample library is drawn in it.');
  return { browser };
}

/** Runs ffmpeg to its end; `feed(stdin)` writes its input, if it has one. */
export function ffmpeg(args, feed) {
  return new Promise((resolve, reject) => {
    const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], {
      stdio: [feed ? 'pipe' : 'ignore', 'ignore', 'pipe'],
    });
    let errorOutput = '';
    child.stderr.on('data', (chunk) => (errorOutput += chunk));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}: ${errorOutput.trim()}`))));
    if (feed) {
      child.stdin.on('error', () => {}); // ffmpeg's own message (above) is more useful than the error of a broken pipe
      feed(child.stdin).then(
        () => child.stdin.end(),
        (error) => {
          if (error === child.stdin.errored) return;
          child.kill();
          reject(error);
        },
      );
    }
  });
}
