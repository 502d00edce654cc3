// node scripts/readme-pictures.mjs: makes the pictures and the short film of README.md, and two pictures for docs/saved.md, from the sample
// library, in docs/pictures. Needs ffmpeg.
import './start/node-version.mjs';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectFolder } from './build/stamp.mjs';
import { buildIfNeeded } from './start/build-if-needed.mjs';
import { installIfNeeded } from './start/install.mjs';
import { ensureChromium } from './test/ensure-chromium.mjs';

const folder = path.join(projectFolder, 'docs/pictures');
const film = { width: 960, height: 600, framesPerSecond: 8, maxSeconds: 20 };
/** The position, in seconds, from which each of these videos continues. */
const resumeSeconds = { lightBlink1: 44, cabinAurora: 21, nightTrain1: 62, fogNorthSea: 83 };

await installIfNeeded();
buildIfNeeded();
process.env.STOWAWAY_CHROMIUM = ensureChromium() ?? '';
// The pictures use the tests' own archive and device, which are TypeScript.
const { register } = await import('tsx/esm/api');
register();
const { chromium } = await import('@playwright/test');
const { createArchiveProcess, apiCaller } = await import('../tests/e2e/archive-process.ts');
const { openDevice, signIn, waitForWorker, phone } = await import('../tests/e2e/device.ts');
const { default: fillTemplate, templateFolder } = await import('../tests/e2e/global-setup.ts');
const { fillTrip } = await import('../tests/e2e/scenes.ts');

await fillTemplate();
const archive = await createArchiveProcess({ template: templateFolder });
const workFolder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-pictures-'));
try {
  await archive.start();
  const call = apiCaller(archive.url);
  for (const [id, position] of Object.entries(resumeSeconds)) await call(`/api/video/${id}/progress/`, { method: 'POST', body: { position } });
  await takePictures();
  await takeFilm();
} finally {
  await archive.remove();
  rmSync(workFolder, { recursive: true, force: true });
}
console.log(`The pictures are in ${folder}`);

async function takePictures() {
  const device = await openDevice({ viewport: { width: 1280, height: 800 } });
  try {
    const page = device.context.pages()[0] ?? (await device.context.newPage());
    await signIn(page, archive.url);
    await waitForSaveControls(page);
    await takePicture(page, 'home', 'dark');
    await page.goto(`${archive.url}/video/fogNorthSea/`);
    await page.waitForFunction(() => document.querySelector('video')?.readyState >= 2);
    await waitForSaveControls(page);
    await takePicture(page, 'video', 'light');
    await waitForWorker(page);
    await page.goto(`${archive.url}/saved/`);
    const packButton = await fillTrip(page);
    await page.waitForLoadState('networkidle');
    await takePicture(page, 'trip', 'light');
    await packButton.click();
    await page.getByText('Ready. Good journey.').waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await page.waitForLoadState('networkidle');
    await takePicture(page, 'saved', 'dark');
  } finally {
    await device.close();
  }
  const phoneDevice = await openDevice({ viewport: phone, flags: ['--force-device-scale-factor=2'] });
  try {
    const page = phoneDevice.context.pages()[0] ?? (await phoneDevice.context.newPage());
    await signIn(page, archive.url);
    await waitForSaveControls(page);
    await takePicture(page, 'phone', 'dark');
  } finally {
    await phoneDevice.close();
  }
}

/** Waits for the controls that save videos, which are loaded after the list, and for the pictures. */
async function waitForSaveControls(page) {
  await page.locator('[data-save]').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

/** Takes a picture of the page in a theme, which depends only on the root element's attributes. */
async function takePicture(page, name, theme) {
  await page.evaluate((chosen) => Object.assign(document.documentElement.dataset, { theme: chosen }), theme);
  await page.waitForTimeout(800); // transitions of colors
  const picture = path.join(workFolder, `${name}.png`);
  await page.screenshot({ path: picture });
  ffmpeg('-i', picture, '-c:v', 'libwebp', '-quality', '86', path.join(folder, `${name}.webp`));
}

/** Films home, a video that continues from its position, and home again; then, without the server, the channels and one channel. */
async function takeFilm() {
  const { width, height } = film;
  const browser = await chromium.launch({ executablePath: process.env.STOWAWAY_CHROMIUM || undefined, args: ['--autoplay-policy=no-user-gesture-required'] });
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: 'dark', locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await signIn(page, archive.url);
    await waitForWorker(page);
    const frames = await record(page);
    const pause = (seconds) => page.waitForTimeout(seconds * 1_000);
    await page.mouse.move(width / 2, height / 2);
    await pause(1.5);
    await page.mouse.wheel(0, 420);
    await pause(1.5);
    await page.mouse.wheel(0, -420);
    await pause(0.8);
    await page.getByRole('link', { name: 'Crossing the North Sea alone, day 3: fog' }).first().click();
    await page.waitForFunction(() => document.querySelector('video')?.readyState >= 3);
    await page.evaluate(() => document.querySelector('video').play());
    await pause(5);
    await page.goBack();
    await pause(2);
    await archive.kill();
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await pause(2);
    await page.getByRole('link', { name: 'Channels' }).first().click();
    await pause(1.5);
    await page.getByRole('link', { name: 'Slow Harbour' }).first().click();
    await pause(2.5);
    const list = path.join(workFolder, 'frames.txt');
    writeFileSync(list, await frames.end());
    const target = path.join(folder, 'film.webp');
    const { framesPerSecond: rate, maxSeconds } = film;
    const animationArgs = ['-c:v', 'libwebp_anim', '-loop', '0', '-quality', '55', '-compression_level', '6'];
    ffmpeg('-f', 'concat', '-safe', '0', '-i', list, '-t', String(maxSeconds), '-vf', `fps=${rate}`, ...animationArgs, target);
  } finally {
    await browser.close();
  }
}

/** Records every frame that the browser draws. `end` resolves to a list of the frames for ffmpeg, with the duration of each. */
async function record(page) {
  const devtools = await page.context().newCDPSession(page);
  const frames = [];
  devtools.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    const file = path.join(workFolder, `${frames.length}.jpeg`);
    writeFileSync(file, Buffer.from(data, 'base64'));
    frames.push({ file, atSeconds: metadata.timestamp });
    void devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined); // the page may be gone
  });
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 90 });
  return {
    async end() {
      await devtools.send('Page.stopScreencast');
      const concatLines = frames.map(({ file, atSeconds }, index) => `file '${file}'\nduration ${(frames[index + 1]?.atSeconds ?? atSeconds + 1) - atSeconds}`);
      return concatLines.join('\n');
    },
  };
}

function ffmpeg(...args) {
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
}
