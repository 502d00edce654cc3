import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type * as files from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { removeUnfinished } from '../../server/renditions/stored-renditions.ts';

vi.mock('node:fs/promises', async (importOriginal) => {
  const actualModule = await importOriginal<typeof files>();
  return {
    ...actualModule,
    async rm(folder: string, options: Parameters<typeof files.rm>[1]) {
      if (folder.endsWith('written-now')) throw Object.assign(new Error('ENOTEMPTY: directory not empty'), { code: 'ENOTEMPTY' });
      await actualModule.rm(folder, options);
    },
  };
});

test('a start does not fail because of a rendition that a killed server’s ffmpeg is still writing, and removes the other unfinished ones', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-renditions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['complete', 'left', 'unfinished', 'written-now']) mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, 'complete/index.m3u8'), '#EXT-X-ENDLIST');
  await removeUnfinished(folder);
  expect(readdirSync(folder)).toEqual(['complete', 'written-now']);
});
