// Saving in another engine: Firefox, with a profile on disk. Left out, with a line that says why, where it is not installed or too old to be driven.
import { expect, firefox, type BrowserContext, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { logIn, waitForWorker } from './device.ts';
import { test } from './fixtures.ts';

const program = '/usr/bin/firefox-esr';
/** Playwright needs a command (network.addDataCollector) that Firefox 140 does not know. */
const oldestDriven = 141;
const version = existsSync(program) ? Number(/\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0] ?? 0) : null;
const isDriven = version !== null && version >= oldestDriven;
if (!isDriven) console.log(`Skipped: saving in Firefox, since it is ${version === null ? 'not installed' : `of version ${version}`}.`);
const fog = { id: 'fogNorthSea', title: 'Crossing the North Sea alone, day 3: fog' };

test('in Firefox a saved video plays with the server stopped, after a restart of the browser @long', async ({ archive }) => {
  test.skip(!isDriven);
  test.setTimeout(180_000);
  const profile = await mkdtemp(path.join(os.tmpdir(), 'stowaway-firefox-'));
  let context: BrowserContext | null = null;
  const open = async (): Promise<Page> => {
    context = await firefox.launchPersistentContext(profile, { channel: 'moz-firefox', executablePath: program, viewport: { width: 1280, height: 800 } });
    return context.pages()[0] ?? (await context.newPage());
  };
  try {
    const page = await open();
    await page.goto(`${archive.url}/login/`);
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible({ timeout: 30_000 });
    await waitForWorker(page);
    await page.goto(`${archive.url}/video/${fog.id}/`);
    await page.getByRole('button', { name: 'Save offline', exact: true }).first().click();
    await expect(page.getByRole('button', { name: /^Saved / }).first()).toBeVisible({ timeout: 60_000 });
    await page.context().close();
    await archive.kill();

    const again = await open();
    await again.goto(`${archive.url}/video/${fog.id}/`);
    await expect(again.getByRole('heading', { level: 1, name: fog.title })).toBeVisible({ timeout: 30_000 });
    const read = <Value>(look: (element: HTMLVideoElement) => Value | Promise<Value>): Promise<Value> =>
      again.locator('video').evaluate(look as (element: SVGElement | HTMLElement) => Value | Promise<Value>);
    await expect.poll(() => read((element) => element.readyState), { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    expect(await read((element) => new URL(element.currentSrc).pathname)).toBe(`/_saved/${fog.id}/original/1`);
    await read(async (element) => {
      element.muted = true;
      element.currentTime = 150;
      await element.play();
    });
    await expect.poll(() => read((element) => element.currentTime), { timeout: 20_000 }).toBeGreaterThan(150.5);
  } finally {
    await (context as BrowserContext | null)?.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
