// What the browser tests run on: a real archive, a proxy that can break the network, and a device.
import { test as base, type Browser, type Page } from '@playwright/test';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startFaultProxy, type FaultProxy } from '../doubles/fault-proxy.ts';
import { createWorkerArchive, type WorkerArchive } from './worker-archive.ts';
import { createArchiveProcess, sampleLibrary, type ArchiveProcess } from './archive-process.ts';
import { desktop, launchBrowser, openDevice, openTemporaryDevice, type Device } from './device.ts';
import { templateFolder } from './global-setup.ts';

interface Fixtures {
  /**
   * Whether the test needs the service worker. With it, the device can also be closed and opened again. Without it, a test takes two
   * seconds less.
   */
  hasWorker: boolean;
  archive: ArchiveProcess;
  /** Runs on a copy of the library, because deleting removes the files. */
  deletableArchive: ArchiveProcess;
  faultProxy: FaultProxy;
  windowSize: { width: number; height: number };
  device: Device;
  page: Page;
}

interface SharedFixtures {
  workerArchive: WorkerArchive;
  /** Shared by the devices without a service worker. */
  sharedBrowser: Browser;
}

export const test = base.extend<Fixtures, SharedFixtures>({
  hasWorker: [false, { option: true }],
  archive: async ({ workerArchive }, use) => use(await workerArchive.freshArchive()),
  workerArchive: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from the pattern
    async ({}, use) => {
      const workerArchive = createWorkerArchive();
      await use(workerArchive);
      await workerArchive.remove();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  deletableArchive: async ({}, use) => {
    const library = await mkdtemp(path.join(os.tmpdir(), 'stowaway-library-'));
    await cp(sampleLibrary, library, { recursive: true, preserveTimestamps: true });
    const archive = await createArchiveProcess({ template: templateFolder, library });
    await archive.start();
    await use(archive);
    await archive.remove();
    await rm(library, { recursive: true, force: true });
  },
  faultProxy: async ({ archive }, use) => {
    const proxy = await startFaultProxy({ port: archive.port });
    await use(proxy);
    await proxy.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  windowSize: async ({}, use) => use(desktop),
  sharedBrowser: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  device: async ({ windowSize, hasWorker, sharedBrowser }, use) => {
    const device = hasWorker ? await openDevice({ viewport: windowSize }) : await openTemporaryDevice(sharedBrowser, { viewport: windowSize });
    await use(device);
    await device.close();
  },
  page: async ({ device }, use) => {
    await use(device.context.pages()[0] ?? (await device.context.newPage()));
  },
});

/** For a test that needs the service worker, in a file of tests that do not. */
export const workerTest = test.extend({ hasWorker: true });
