// Fills one data folder from the sample library, once for a run; every test starts its archive on a copy of it.
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { createArchiveProcess, projectRoot } from './archive-process.ts';

export const templateFolder = path.join(projectRoot, 'test-results/.archive-template');

export default async function fillTemplate(): Promise<void> {
  await rm(templateFolder, { recursive: true, force: true });
  const archive = await createArchiveProcess();
  try {
    await archive.start();
    await archive.imported();
    await archive.stop();
    await cp(archive.dataFolder, templateFolder, { recursive: true });
  } finally {
    await archive.remove();
  }
}
