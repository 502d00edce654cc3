// Fills one data folder, once per run, with the sample library and two sessions of its account. Tests start their archives on copies of
// this folder.
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { createArchiveProcess, newSession, projectRoot } from './archive-process.ts';
import { storePlantedSessions } from './planted-sessions.ts';

export const templateFolder = path.join(projectRoot, 'test-results/.archive-template');

export default async function fillTemplate(): Promise<void> {
  await rm(templateFolder, { recursive: true, force: true });
  const archive = await createArchiveProcess();
  try {
    await archive.start();
    await archive.waitForImport();
    storePlantedSessions({ page: await newSession(archive.url), api: await newSession(archive.url) });
    await archive.stop();
    await cp(archive.dataFolder, templateFolder, { recursive: true });
  } finally {
    await archive.remove();
  }
}
