// Smaller copies of pictures: in which order they are made, and what happens if one cannot be made. ffmpeg is a script here;
// tests/contract/picture-widths.test.ts runs the installed one.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { unfinishedName } from '../../server/disk/unfinished-name.ts';
import { createSpaceReservations } from '../../server/media-files/space-reservations.ts';
import { openKeptPictures } from '../../server/resized-pictures/kept-pictures.ts';
import { createResizedPictures, type ResizedPictureLimits } from '../../server/resized-pictures/resized-pictures.ts';
import { logInto } from '../doubles/log.ts';
import { longTest } from '../long-test.ts';

/** Writes `small` to the file after the last option, as ffmpeg writes the picture. */
const write = 'for file; do :; done; printf small > "${file#file:}"';

test('a smaller copy is made once, has the original’s time, and is made again when the original changes', async () => {
  const { pictures, addPng, runs } = setUp(write);
  const file = addPng('wide.png', 1280);
  utimesSync(file, 1_000, 1_000);
  const [first, second] = await Promise.all([pictures.find(file, 540), pictures.find(file, 540)]);
  expect(first).toBe(second);
  expect(await pictures.find(file, 540)).toBe(first);
  expect(readFileSync(first ?? '', 'utf8')).toBe('small');
  expect(statSync(first ?? '').mtimeMs).toBe(1_000_000);
  expect(runs()).toHaveLength(1);
  expect(await pictures.find(file, 960), 'another width').not.toBe(first);
  utimesSync(file, 2_000, 2_000);
  expect(await pictures.find(file, 540)).not.toBe(first);
  expect(runs()).toHaveLength(3);
});

test('copies are made two at a time, in the order of the requests, while requests get the original after a moment', async () => {
  const { pictures, addPng, runs, kept, folder } = setUp(`while [ ! -e "$0.$name" ]; do sleep 0.01; done; ${write}`, { maxWaitMs: 250 });
  const files = ['a', 'b', 'c', 'd'].map((name) => addPng(`${name}.png`, 1280));
  const answers: Promise<string | null>[] = [];
  for (const file of files) {
    answers.push(pictures.find(file, 540));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await Promise.all(answers)).toEqual([null, null, null, null]);
  await expect.poll(() => runs().toSorted()).toEqual(['a.png', 'b.png']);
  const finish = (name: string): void => writeFileSync(path.join(folder, `ffmpeg.${name}`), '');
  finish('b.png');
  await expect.poll(() => runs().slice(2)).toEqual(['c.png']);
  for (const name of ['a.png', 'c.png', 'd.png']) finish(name);
  await expect.poll(() => kept().filter((name) => !name.startsWith('.'))).toHaveLength(4);
  expect(await pictures.find(files[3] ?? '', 540)).not.toBeNull();
  expect(runs()).toHaveLength(4);
});

longTest('after a slow run, a request gets the original at once, and the copy is made all the same', async () => {
  const { pictures, addPng, runs, kept } = setUp(`sleep 0.6; ${write}`, { maxWaitMs: 250 });
  expect(await pictures.find(addPng('a.png', 1280), 540)).toBeNull();
  await expect.poll(kept).toEqual([expect.stringMatching(/^[0-9a-f]+\.webp$/)]);
  const file = addPng('b.png', 1280);
  expect(await pictures.find(file, 540)).toBeNull();
  expect(runs(), 'b has not even begun').toEqual(['a.png']);
  await expect.poll(() => kept().filter((name) => !name.startsWith('.'))).toHaveLength(2);
  expect(await pictures.find(file, 540)).not.toBeNull();
});

test.each([
  ['ffmpeg fails', 'exit 1', 1280],
  ['ffmpeg does not end in time', 'exec sleep 600', 1280],
  ['the copy is empty', 'exit 0', 1280],
  ['the copy is larger than the original', 'for file; do :; done; head -c 9000 /dev/zero > "${file#file:}"', 1280],
])('the original is sent if %s, and it is not tried again for each request', async (_what, script, width) => {
  const { pictures, addPng, runs, kept } = setUp(script, { timeoutMs: 100 });
  const file = addPng('wide.png', width);
  expect(await pictures.find(file, 540)).toBeNull();
  expect(await pictures.find(file, 540)).toBeNull();
  expect(runs()).toHaveLength(1);
  expect(kept()).toEqual([]);
});

test('ffmpeg is not run for a picture that is not wider, is no picture, or is gone', async () => {
  const { pictures, addPng, runs, folder } = setUp(write);
  writeFileSync(path.join(folder, 'text.jpg'), '#EXTM3U\nfile:///etc/passwd\n');
  mkdirSync(path.join(folder, 'folder.jpg'));
  for (const file of [addPng('narrow.png', 540), path.join(folder, 'text.jpg'), path.join(folder, 'folder.jpg'), path.join(folder, 'gone.jpg')]) {
    expect(await pictures.find(file, 540), file).toBeNull();
  }
  expect(runs()).toEqual([]);
  expect(await pictures.find(addPng('wide.png', 541), 540)).not.toBeNull();
});

test('on a full disk, or in a folder that cannot be written to, ffmpeg is not run, and the log says why once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const fullDisk = setUp(write, { spareBytes: 2 ** 60 });
  for (const name of ['a.png', 'b.png']) {
    expect(await fullDisk.pictures.find(fullDisk.addPng(name, 1280), 540)).toBeNull();
    vi.advanceTimersByTime(61_000); // to the next attempt
  }
  expect(fullDisk.runs()).toEqual([]);
  expect(fullDisk.logLines).toEqual([expect.stringContaining('too little space')]);

  const unwritable = setUp(write);
  const file = unwritable.addPng('a.png', 1280);
  const copy = (await unwritable.pictures.find(file, 540)) ?? '';
  rmSync(copy);
  mkdirSync(unfinishedName(copy)); // a folder in the file's place, because the superuser may write to every folder
  expect(await unwritable.pictures.find(file, 540)).toBeNull();
  expect(await unwritable.pictures.find(unwritable.addPng('b.png', 1280), 540), 'all attempts pause').toBeNull();
  expect(unwritable.runs()).toEqual(['a.png']);
  expect(unwritable.logLines).toEqual([expect.stringContaining('EISDIR')]);
});

test('without ffmpeg the original is sent', async () => {
  const { addPng, folder } = setUp(write);
  const picturesFolder = path.join(folder, 'other');
  const pictures = createResizedPictures({ folder: picturesFolder, ffmpeg: null, spaceReservations: createSpaceReservations(), log: logInto([]) });
  expect(await pictures.find(addPng('wide.png', 1280), 540)).toBeNull();
  expect(existsSync(picturesFolder)).toBe(false);
});

test('the copies made longest ago are removed at the limit, and a restart removes what a killed server left unfinished', async () => {
  const { pictures, addPng, kept, restart } = setUp(write, { maxBytes: 12 });
  const files = ['a', 'b', 'c'].map((name) => addPng(`${name}.png`, 1280));
  const copies: (string | null)[] = [];
  for (const file of files) copies.push(await pictures.find(file, 540));
  expect(kept().toSorted()).toEqual(
    copies
      .slice(1)
      .map((copy) => path.basename(copy ?? ''))
      .toSorted(),
  );
  writeFileSync(unfinishedName(path.join(pictures.folder, `${'0'.repeat(40)}.webp`)), 'part');
  const restarted = restart();
  expect(await restarted.find(files[2] ?? '', 540)).toBe(copies[2]);
  const copyOfA = await restarted.find(files[0] ?? '', 540);
  expect(kept().toSorted(), 'b is older than c').toEqual([copies[2], copyOfA].map((copy) => path.basename(copy ?? '')).toSorted());
});

test('the limit also applies to pictures that are added while others are removed', async () => {
  const { folder } = setUp(write);
  const kept = await openKeptPictures(folder, 10);
  let count = 0;
  const addOne = async (): Promise<void> => {
    const name = `${String((count += 1)).padStart(40, '0')}.webp`;
    writeFileSync(path.join(folder, name), '1');
    await kept.add(name, 1);
  };
  for (let round = 0; round < 20; round += 1) await Promise.all([addOne(), addOne()]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.webp')).length).toBeLessThanOrEqual(10);
});

test('files that somebody else put into the folder are neither counted nor removed', async () => {
  const { pictures, addPng, kept, restart } = setUp(write, { maxBytes: 12 });
  mkdirSync(path.join(pictures.folder, '.notes'), { recursive: true });
  for (const name of ['harbour.webp', '.hidden']) writeFileSync(path.join(pictures.folder, name), 'the only copy');
  const copies: (string | null)[] = [];
  for (const name of ['a.png', 'b.png', 'c.png']) copies.push(await pictures.find(addPng(name, 1280), 540));
  await restart().find(addPng('d.png', 1280), 540);
  expect(kept()).toEqual(expect.arrayContaining(['.hidden', '.notes', 'harbour.webp', path.basename(copies[2] ?? '')]));
  expect(kept()).toHaveLength(5);
});

test('a picture that is replaced while its copy is made gets no copy under its name', async () => {
  const change = 'for word; do [ "$last" = -i ] && source="${word#file:}"; last=$word; done; [ -e "$0.done" ] || printf other >> "$source"; : > "$0.done"';
  const { pictures, addPng, kept } = setUp(`${change}; ${write}`);
  const file = addPng('a.png', 1280);
  const bytes = readFileSync(file);
  utimesSync(file, 1_000, 1_000);
  expect([await pictures.find(file, 540), kept()]).toEqual([null, []]);
  writeFileSync(file, bytes); // the earlier picture, with its time
  utimesSync(file, 1_000, 1_000);
  expect(await pictures.find(file, 540)).not.toBeNull();
});

test('closing kills ffmpeg and leaves nothing unfinished', async () => {
  const { pictures, addPng, runs, kept } = setUp('echo $$ > "$0.pid"; exec sleep 600', { maxWaitMs: 10 });
  const files = ['a', 'b', 'c'].map((name) => addPng(`${name}.png`, 1280));
  await Promise.all(files.map((file) => pictures.find(file, 540)));
  await expect.poll(runs).toHaveLength(2);
  await pictures.close();
  expect(runs()).toHaveLength(2);
  expect(kept()).toEqual([]);
  expect(await pictures.find(files[2] ?? '', 540)).toBeNull();
});

/** @param script what ffmpeg does, in the shell's language */
function setUp(script: string, limits: Partial<ResizedPictureLimits> = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ffmpeg = path.join(folder, 'ffmpeg');
  const runFile = `${ffmpeg}.runs`;
  // The input follows `-i`.
  const record = `input=; for word; do [ "$input" = -i ] && name="\${word##*/}"; input=$word; done; echo "$name" >> '${runFile}'`;
  writeFileSync(ffmpeg, `#!/bin/sh\n${record}\n${script}\n`, { mode: 0o755 });
  const logLines: string[] = [];
  const picturesFolder = path.join(folder, 'kept');
  const create = () =>
    createResizedPictures({
      folder: picturesFolder,
      ffmpeg,
      spaceReservations: createSpaceReservations(),
      log: logInto(logLines),
      limits: { spareBytes: 0, maxWaitMs: 5_000, ...limits },
    });
  const pictures = create();
  onTestFinished(() => pictures.close());
  return {
    pictures,
    folder,
    logLines,
    restart: create,
    runs: (): string[] => (existsSync(runFile) ? readFileSync(runFile, 'utf8').trim().split('\n') : []),
    kept: (): string[] => readdirSync(picturesFolder),
    /** A PNG of this width, as far as its header tells. Every file has other bytes. */
    addPng(name: string, width: number): string {
      const header = Buffer.alloc(33);
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(header);
      header.writeUInt32BE(13, 8);
      header.write('IHDR', 12, 'latin1');
      header.writeUInt32BE(width, 16);
      header.writeUInt32BE(Math.round((width * 9) / 16), 20);
      const file = path.join(folder, name);
      writeFileSync(file, Buffer.concat([header, Buffer.from('\0\0\0\0IDAT', 'latin1'), createHash('sha256').update(name).digest()]));
      return file;
    },
  };
}
