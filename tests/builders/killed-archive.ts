// An archive whose process is killed: data and library in a folder of its own, one port and one signed-in device over all of its starts.
// After each kill its database has to be whole; what else has to hold is the test's matter.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'vitest';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { signIn, type SignedIn } from './server-session.ts';

export interface KilledArchive {
  folder: string;
  dataFolder: string;
  libraryFolder: string;
  /** The process of the last start. */
  server(): ServerProcess;
  /** Starts it and waits for nothing. */
  begin(): void;
  /** Starts it, if it does not run, and answers a signed-in device when it is ready. */
  start(): Promise<SignedIn>;
  /** SIGKILL, and looks whether the database is whole. */
  kill(): Promise<void>;
  /** Kills at the first look at which it is time; fails when that does not come within 40 s. */
  killWhen(isTime: () => boolean): Promise<void>;
  /** Files below the data folder and below the library. */
  files(): { data: string[]; library: string[] };
  remove(): Promise<void>;
}

export interface KilledArchiveOptions {
  environment?: Record<string, string>;
  /** Default: the server's sources. */
  program?: string[];
  /** In the folder's name: for programs that read more than letters. */
  name?: string;
}

const credentials = { username: 'mara', password: 'a lantern in the hold' };
const longestWaitMs = 40_000;

export async function aKilledArchive({ environment = {}, program, name = 'stowaway-killed-' }: KilledArchiveOptions = {}): Promise<KilledArchive> {
  const folder = await mkdtemp(path.join(os.tmpdir(), name));
  const [dataFolder, libraryFolder] = [path.join(folder, 'data'), path.join(folder, 'library')];
  mkdirSync(libraryFolder);
  mkdirSync(dataFolder);
  let server: ServerProcess | null = null;
  const running = (): ServerProcess => {
    if (server === null) throw new Error('the archive was not started');
    return server;
  };

  const archive: KilledArchive = {
    folder,
    dataFolder,
    libraryFolder,
    server: running,
    begin() {
      const flags = ['--port', '0', '--data', dataFolder, '--library', libraryFolder];
      const variables = { STOWAWAY_ADMIN_USER: credentials.username, STOWAWAY_ADMIN_PASSWORD: credentials.password, ...environment };
      server = startServerProcess(flags, variables, program);
    },
    async start() {
      if (server === null || server.child.exitCode !== null || server.child.signalCode !== null) archive.begin();
      const url = /https?:\/\/[^/ ]+/.exec(await running().ready())?.[0] ?? '';
      return signIn(url, credentials);
    },
    async kill() {
      await running().ended('SIGKILL');
      demandWholeDatabase(dataFolder);
    },
    async killWhen(isTime) {
      const until = Date.now() + longestWaitMs;
      while (!isTime() && Date.now() < until) await new Promise((resolve) => setImmediate(resolve));
      expect(isTime()).toBe(true);
      await archive.kill();
    },
    files: () => ({ data: filesBelow(dataFolder), library: filesBelow(libraryFolder) }),
    async remove() {
      await server?.ended('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return archive;
}

export function filesBelow(root: string): string[] {
  return (existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []).toSorted();
}

/** Of an archive that does not run. */
function demandWholeDatabase(dataFolder: string): void {
  const file = path.join(dataFolder, 'stowaway.sqlite');
  // Killed before there was one.
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  try {
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    const totals = database.prepare('SELECT (SELECT count(*) FROM video) AS videos, (SELECT coalesce(sum(items), 0) FROM video_total) AS counted').get();
    const { videos, counted } = totals as { videos: number; counted: number };
    expect(counted).toBe(videos);
    for (const index of ['name_words', 'video_words', 'subtitle_words']) database.exec(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`);
  } finally {
    database.close();
  }
}
