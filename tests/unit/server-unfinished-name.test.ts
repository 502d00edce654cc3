import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unfinishedName } from '../../server/disk/unfinished-name.ts';

let baseFolder: string;
beforeEach(async () => {
  baseFolder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-names-'));
});
afterEach(() => rm(baseFolder, { recursive: true, force: true }));

describe('the name of an unfinished file', () => {
  test.each([
    ['a short name', 'Low tide.info.json'],
    ['letters up to the limit', `${'a'.repeat(245)}.info.json`],
    ['about 190 characters', `${'a'.repeat(180)}.info.json`],
    ['characters of several bytes', `${'潮'.repeat(80)}.info.json`],
    ['surrogate pairs', `${'🌊'.repeat(61)}.info.json`],
  ])('begins with a dot, ends with .unfinished and is accepted by a file system: %s', async (_what, name) => {
    const unfinishedFile = unfinishedName(path.join(baseFolder, name));
    const unfinishedBaseName = path.basename(unfinishedFile);
    expect(unfinishedBaseName).toMatch(/^\.[^.].*\.unfinished$/);
    expect(Buffer.byteLength(unfinishedBaseName)).toBeLessThan(255);
    expect(unfinishedBaseName).not.toMatch(/\p{Surrogate}/u);
    await writeFile(unfinishedFile, '');
    expect(await readdir(baseFolder)).toContain(unfinishedBaseName);
  });

  test('differs for two companions that share a long name', () => {
    const title = '潮'.repeat(80);
    expect(unfinishedName(`/x/${title}.info.json`)).not.toBe(unfinishedName(`/x/${title}.webp`));
  });
});
