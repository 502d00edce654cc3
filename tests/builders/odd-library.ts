// A library folder of many odd cases, each in its own subfolder, with the expected result of importing each.
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { unlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileFaults } from '../doubles/file-system.ts';
import { aCollectionInfo, anInfo } from './library-folder.ts';
import { anMp4, aVtt } from './library-media.ts';
import { anOddFile, anOddInfo, anOddName, pick, type Random } from './odd-values.ts';
import { seeded } from './seeded.ts';

export interface OddLibrary {
  /** Media files that must be in the archive, relative to the root. */
  goodFiles: string[];
  /** Files that the report must name, each once. */
  badFiles: string[];
  /** Files that the report may name or omit. It names no file outside of this list and `badFiles`. */
  maybeBadFiles: Set<string>;
  /** Files that the system refuses to read. Every import tries again to read them. */
  retriedFiles: string[];
  /** Files that vanish while they are read. Afterwards they are neither on disk nor in the archive. */
  vanishedFiles: string[];
}

interface Case {
  root: string;
  /** Relative to the root, without a trailing slash. */
  folder: string;
  id: string;
  random: Random;
  library: OddLibrary;
  write(name: string, content: string | Buffer): Promise<void>;
  pathOf(name: string): string;
}

const kinds: Record<string, (oddCase: Case) => Promise<void>> = {
  async 'odd values'({ id, random, library, write, pathOf }) {
    const info = anOddInfo(random, id);
    await write(`Low tide [${id}].info.json`, JSON.stringify(info));
    await write(`Low tide [${id}].mp4`, anMp4());
    library.goodFiles.push(pathOf(`Low tide [${id}].mp4`));
    library.maybeBadFiles.add(pathOf(`Low tide [${id}].info.json`));
  },
  async 'odd bytes'({ id, random, library, write, pathOf }) {
    const content = anOddFile(random, anInfo({ id }));
    await write(`Low tide [${id}].info.json`, content);
    await write(`Low tide [${id}].mp4`, anMp4());
    library.goodFiles.push(pathOf(`Low tide [${id}].mp4`));
    (isReadable(content) ? library.maybeBadFiles : { add: (file: string) => library.badFiles.push(file) }).add(pathOf(`Low tide [${id}].info.json`));
  },
  async 'odd name'({ id, random, library, write, pathOf }) {
    const name = `${anOddName(random)} [${id}]`;
    if (random() < 0.5) await write(`${name}.info.json`, JSON.stringify(anInfo({ id })));
    await write(`${name}.mp4`, anMp4());
    library.goodFiles.push(pathOf(`${name}.mp4`));
  },
  async 'odd name without an id'({ random, library, write, pathOf, id }) {
    const name = `${anOddName(random)}`;
    for (const [index, extension] of ['mp4', 'mkv'].entries())
      await write(`${name}.${extension}`, anMp4({ durationSeconds: 1 + index, mediaBytes: 400 + Number.parseInt(id.slice(-5), 36) }));
    await write(`${name}.en.vtt`, aVtt());
    library.goodFiles.push(pathOf(`${name}.mp4`), pathOf(`${name}.mkv`));
  },
  async 'longest name'({ id, library, write, pathOf }) {
    const name = `${id} ${'é'.repeat(119)}.mp4`;
    await write(name, anMp4({ mediaBytes: 1000 + Number.parseInt(id.slice(-5), 36) }));
    library.goodFiles.push(pathOf(name));
  },
  async 'a name that is not UTF-8'({ root, folder, id, library, pathOf }) {
    await writeFile(Buffer.concat([Buffer.from(`${root}/${folder}/caf`), Buffer.from([0xe9]), Buffer.from(` [${id}].mp4`)]), anMp4());
    library.badFiles.push(pathOf(`caf\ufffd [${id}].mp4`));
  },
  async 'broken media'({ id, random, library, write, pathOf }) {
    const wholeFile = anMp4({ mediaBytes: 5000 });
    const content = pick(random, [
      Buffer.alloc(0),
      wholeFile.subarray(0, 1 + Math.floor(random() * (wholeFile.length - 1))),
      Buffer.alloc(4000, 0xa5),
      Buffer.from('hello'),
      Buffer.alloc(30),
    ]);
    const name = `Low tide [${id}].${pick(random, ['mp4', 'mkv', 'webm', 'mp3', 'ts', 'ogg'])}`;
    await write(name, content);
    library.badFiles.push(pathOf(name));
  },
  async 'sparse files of gigabytes'({ root, folder, id, random, library, write, pathOf }) {
    await write('huge.mp4', '');
    await truncate(path.join(root, folder, 'huge.mp4'), 2 ** 40);
    await write(`Low tide [${id}].mp4`, anMp4());
    const sidecar = `Low tide [${id}].${pick(random, ['info.json', 'description'])}`;
    await write(sidecar, '');
    await truncate(path.join(root, folder, sidecar), 60 * 1024 * 1024);
    library.badFiles.push(pathOf('huge.mp4'), pathOf(sidecar));
    library.goodFiles.push(pathOf(`Low tide [${id}].mp4`));
  },
  async links({ root, folder, id, library, write, pathOf }) {
    await write(`Low tide [${id}].mp4`, anMp4());
    const links: [name: string, target: string][] = [
      ['out.mp4', '/etc/hostname'],
      ['out', os.tmpdir()],
      ['nowhere.mp4', 'nobody.mp4'],
      ['itself.mp4', 'itself.mp4'],
      [`again [${id}].mp4`, `Low tide [${id}].mp4`],
    ];
    for (const [name, target] of [...links, ['up', '..'], ['here', '.']] as const) await symlink(target, path.join(root, folder, name));
    library.goodFiles.push(pathOf(`Low tide [${id}].mp4`));
    library.badFiles.push(...links.map(([name]) => pathOf(name)));
  },
  async copies({ id, library, write, pathOf }) {
    await write(`a/small [${id}].mp4`, anMp4({ width: 640, height: 360 }));
    await write(`b/large [${id}].mp4`, anMp4());
    await write(`b/large [${id}].mkv`, anMp4({ mediaBytes: 10 }));
    library.goodFiles.push(pathOf(`b/large [${id}].mp4`));
    library.badFiles.push(pathOf(`a/small [${id}].mp4`), pathOf(`b/large [${id}].mkv`));
  },
  async vanishes({ id, random, library, write, pathOf }) {
    const name = `Low tide [${id}].mp4`;
    await write(name, anMp4());
    library.vanishedFiles.push(pathOf(name));
    library.maybeBadFiles.add(pathOf(name));
    if (random() < 0.5) fileFaults.actionsBeforeOpen.set(name, (file) => unlinkSync(file));
    else {
      await write(`Low tide [${id}].info.json`, JSON.stringify(anInfo({ id })));
      fileFaults.actionsBeforeOpen.set(`Low tide [${id}].info.json`, (file) => (unlinkSync(file), unlinkSync(file.replace('.info.json', '.mp4'))));
      library.maybeBadFiles.add(pathOf(`Low tide [${id}].info.json`));
    }
  },
  async 'no permission'({ id, folder, random, library, write, pathOf }) {
    if (random() < 0.5) {
      await write(`locked-${id}/Low tide [${id}].mp4`, anMp4());
      fileFaults.refusedNames.add(`locked-${id}`);
      library.badFiles.push(`${folder}/locked-${id}`);
    } else {
      await write(`Locked [${id}].mp4`, anMp4());
      fileFaults.refusedNames.add(`Locked [${id}].mp4`);
      library.badFiles.push(pathOf(`Locked [${id}].mp4`));
      library.retriedFiles.push(pathOf(`Locked [${id}].mp4`));
    }
  },
  async 'named pipes'({ root, folder, id, library, write, pathOf }) {
    await write(`Low tide [${id}].mp4`, anMp4());
    const names = ['pipe.mp4', `Low tide [${id}].info.json`, `Low tide [${id}].en.vtt`, 'list.m3u8'];
    execFileSync(
      'mkfifo',
      names.map((name) => path.join(root, folder, name)),
    );
    library.goodFiles.push(pathOf(`Low tide [${id}].mp4`));
    library.badFiles.push(...names.map(pathOf));
  },
  async 'odd companions'({ id, random, library, write, pathOf }) {
    const base = `Low tide [${id}]`;
    await write(`${base}.mp4`, anMp4());
    await write(`${base}.en.vtt`, Buffer.from(Array.from({ length: 300 }, () => Math.floor(random() * 256))));
    await write(`${base}.de.srt`, '1\n');
    await write(`${base}.jpg`, '');
    await write(`${base}.live_chat.json`, '{');
    await write('High tide.mp4.part', 'x');
    await write('parts.m3u8', '#EXTM3U\n#EXT-X-VERSION:3\na.ts\n');
    await write(
      'list.m3u',
      `\ufeff#EXTINF:${'9'.repeat(50)}\n${`${base}.mp4\n`.repeat(20)}../../../etc/passwd\n\u0000\n${'x'.repeat(5000)}\nhttp://127.0.0.1:9/x.mp4\n`,
    );
    library.goodFiles.push(pathOf(`${base}.mp4`));
    library.badFiles.push(pathOf(`${base}.de.srt`), pathOf('parts.m3u8'), pathOf('High tide.mp4.part'));
  },
  async 'odd playlists'({ id, random, library, write, pathOf }) {
    const info: Record<string, unknown> = aCollectionInfo({ id: `PL${id.padStart(32, 'x')}`, entries: [{ id }, { id }, null, 5, { id: {} }] });
    for (const key of Object.keys(info)) if (key !== 'id' && key !== '_type' && random() < 0.3) info[key] = anOddInfo(random, id)[key];
    await write('Tide tables.info.json', random() < 0.7 ? JSON.stringify(info) : anOddFile(random, info));
    library.maybeBadFiles.add(pathOf('Tide tables.info.json'));
  },
  async 'odd times'({ root, folder, id, random, library, write, pathOf }) {
    await write(
      `Low tide [${id}].mp4`,
      anMp4({ durationSeconds: pick(random, [0, 0.001, 4_000_000]), width: pick(random, [1, 65_535]), height: pick(random, [1, 65_535]) }),
    );
    const moment = pick(random, [-2_000_000_000, 0, 4_294_967_296, 9_000_000_000]);
    await utimes(path.join(root, folder, `Low tide [${id}].mp4`), moment, moment);
    library.goodFiles.push(pathOf(`Low tide [${id}].mp4`));
  },
};

/** @param count how many cases to create; the same seed creates the same cases */
export async function anOddLibrary(root: string, { count, seed }: { count: number; seed: number }): Promise<OddLibrary> {
  const library: OddLibrary = { goodFiles: [], badFiles: [], maybeBadFiles: new Set(), retriedFiles: [], vanishedFiles: [] };
  const names = Object.keys(kinds);
  for (let index = 0; index < count; index += 1) {
    const random = seeded(seed * 1_000_003 + index);
    // The first cases are one of each kind, so that a small run has every kind. Half of the later cases are odd values, bytes and names.
    const kind = index < names.length || random() < 0.5 ? (names[index % names.length] as string) : pick(random, ['odd values', 'odd bytes', 'odd name']);
    const folder = `${String(index).padStart(4, '0')} ${kind}`;
    const pathOf = (name: string): string => `${folder}/${name}`;
    await mkdir(path.join(root, folder), { recursive: true });
    async function write(name: string, content: string | Buffer): Promise<void> {
      const file = path.join(root, pathOf(name));
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      if (name.endsWith('.part')) await utimes(file, 1_700_000_000, 1_700_000_000);
    }
    // The id looks random, because the importer recognises only such ids in file names. Any two ids differ in at least two characters,
    // so that a single wrong byte never turns one id into another.
    const suffix = index.toString(36).padStart(3, '0');
    const id = `Qz-${suffix}0${suffix}8`;
    await kinds[kind]?.({ root, folder, id, random, library, write, pathOf });
  }
  return library;
}

function isReadable(content: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(content.toString('utf8').replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
