// What every browser test stands on: a real archive of its own, a proxy that can break the network, and a device.
import { test as base, type Page } from '@playwright/test';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startFaultProxy, type FaultProxy } from '../doubles/fault-proxy.ts';
import { createArchiveProcess, sampleLibrary, type ArchiveProcess } from './archive-process.ts';
import { desktop, openDevice, type Device } from './device.ts';
import { templateFolder } from './global-setup.ts';

interface Fixtures {
  archive: ArchiveProcess;
  /** On a copy of the library: deleting takes the files along. */
  deletableArchive: ArchiveProcess;
  faultProxy: FaultProxy;
  windowSize: { width: number; height: number };
  device: Device;
  page: Page;
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from the pattern
  archive: async ({}, use) => {
    const archive = await createArchiveProcess({ template: templateFolder });
    await archive.start();
    await use(archive);
    await archive.remove();
  },
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
  device: async ({ windowSize }, use) => {
    const device = await openDevice({ viewport: windowSize });
    await use(device);
    await device.close();
  },
  page: async ({ device }, use) => {
    await use(device.context.pages()[0] ?? (await device.context.newPage()));
  },
});
