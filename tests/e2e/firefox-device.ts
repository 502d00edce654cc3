// A device with Firefox and a profile on the disk. Where Firefox is not installed, or too old to be driven, the tests that need it are
// skipped, with a line that says why.
import { firefox, type BrowserContext, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { killProcessesOf } from './device.ts';

const executablePath = '/usr/bin/firefox-esr';
/** Playwright needs a command (network.addDataCollector) that Firefox 140 does not know. */
const oldestDrivableVersion = 141;
const firefoxVersion = existsSync(executablePath) ? Number(/\d+/.exec(execFileSync(executablePath, ['--version'], { encoding: 'utf8' }))?.[0] ?? 0) : null;
export const canDriveFirefox = firefoxVersion !== null && firefoxVersion >= oldestDrivableVersion;

/** Each file that uses Firefox calls this once, so that the run's output lists what was skipped. */
export function reportSkippedFirefox(skippedPart: string): void {
  if (!canDriveFirefox)
    console.log(`Skipped: ${skippedPart} in Firefox, since it is ${firefoxVersion === null ? 'not installed' : `of version ${firefoxVersion}`}.`);
}

export interface FirefoxDevice {
  /** Returns the page of the browser, which is started if it is not running. */
  open(): Promise<Page>;
  closeBrowser(): Promise<void>;
  /** Kills the browser with SIGKILL. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export async function createFirefoxDevice(): Promise<FirefoxDevice> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'stowaway-firefox-'));
  let context: BrowserContext | null = null;
  async function closeBrowser(): Promise<void> {
    await context?.close();
    context = null;
  }
  return {
    closeBrowser,
    async kill() {
      const closeEvent = context?.waitForEvent('close');
      killProcessesOf(profile);
      await closeEvent;
      context = null;
    },
    async open() {
      context ??= await firefox.launchPersistentContext(profile, { channel: 'moz-firefox', executablePath, viewport: { width: 1280, height: 800 } });
      return context.pages()[0] ?? (await context.newPage());
    },
    async remove() {
      await closeBrowser();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
