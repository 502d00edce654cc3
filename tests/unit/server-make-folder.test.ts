import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../server/library/make-folder.ts';

test('a folder that cannot be recorded is removed, but not while another call relies on it', async () => {
  const library = await mkdtemp(path.join(os.tmpdir(), 'stowaway-make-folder-'));
  onTestFinished(() => rm(library, { recursive: true }));
  const places = { absolute: (file: string) => path.join(library, file) };
  const recorded: string[][] = [];
  const fullDatabase = {
    add() {
      throw new Error('the database is full');
    },
  };
  const database = { add: (...folders: [string, string]) => void recorded.push(folders) };
  await expect(makeFolder(places, 'Pier/Tide', fullDatabase)).rejects.toThrow('full');
  expect(existsSync(places.absolute('Pier'))).toBe(false);
  const failing = makeFolder(places, 'Pier/Tide', fullDatabase);
  const following = makeFolder(places, 'Pier/Tide', database);
  await expect(failing).rejects.toThrow('full');
  await following;
  expect([existsSync(places.absolute('Pier/Tide')), recorded]).toEqual([true, [['Pier/Tide', 'Pier']]]);
});
