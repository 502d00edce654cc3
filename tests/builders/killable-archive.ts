// An archive whose process a test kills and starts again. It keeps its folder, its port and one signed-in device across all starts.
// `kill` checks that the database is intact; the test checks everything else.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'vitest';
import { plantOwner } from './archive-people.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { signedIn, type ApiSession } from './server-session.ts';

export interface KillableArchive {
  folder: string;
  dataFolder: string;
  libraryFolder: string;
  /** The process of the last start. */
  server(): ServerProcess;
  /** The address of the last start. */
  url(): string;
  /** Starts the archive without waiting until it is ready. */
  begin(): void;
  /** Starts the archive, if it is not running, and resolves to the device once it is ready. The device stays signed in across starts. */
  start(): Promise<ApiSession>;
  /** Sends SIGKILL, then checks that the database is intact. */
  kill(): Promise<void>;
  /** Kills once `isTime` is true; fails if that takes more than 40 s. */
  killWhen(isTime: () => boolean): Promise<void>;
  /** The paths of all files and folders below the data folder and below the library. */
  files(): { data: string[]; library: string[] };
  remove(): Promise<void>;
}

export interface KillableArchiveOptions {
  environment?: Record<string, string> | (() => Record<string, string>);
  /** Part of the folder's name. A test sets it to characters that some programs treat specially. */
  name?: string;
}

const maxWaitMs = 40_000;

export async function aKillableArchive({ environment = {}, name = 'stowaway-killed-' }: KillableArchiveOptions = {}): Promise<KillableArchive> {
  const folder = await mkdtemp(path.join(os.tmpdir(), name));
  const [dataFolder, libraryFolder] = [path.join(folder, 'data'), path.join(folder, 'library')];
  mkdirSync(libraryFolder);
  const cookies = plantOwner(dataFolder);
  let server: ServerProcess | null = null;
  let device: ApiSession | null = null;
  let port = 0;
  const runningServer = (): ServerProcess => {
    if (server === null) throw new Error('the archive was not started');
    return server;
  };

  const archive: KillableArchive = {
    folder,
    dataFolder,
    libraryFolder,
    server: runningServer,
    url: () => `http://127.0.0.1:${port}`,
    begin() {
      const flags = ['--port', String(port), '--data', dataFolder, '--library', libraryFolder];
      const variables = typeof environment === 'function' ? environment() : environment;
      server = startServerProcess(flags, variables);
    },
    async start() {
      if (server === null || server.child.exitCode !== null || server.child.signalCode !== null) archive.begin();
      const url = /https?:\/\/[^/ ]+/.exec(await runningServer().ready())?.[0] ?? '';
      port = Number(new URL(url).port);
      device ??= signedIn(url, cookies);
      expect((await device.call('/api/ping/')).status).toBe(200);
      return device;
    },
    async kill() {
      await runningServer().waitForExit('SIGKILL');
      expectIntactDatabase(dataFolder, path.join(folder, 'copy'));
    },
    async killWhen(isTime) {
      const deadlineMs = Date.now() + maxWaitMs;
      let isTimeReached = isTime();
      while (!isTimeReached && Date.now() < deadlineMs) {
        await new Promise((resolve) => setImmediate(resolve));
        isTimeReached = isTime();
      }
      expect(isTimeReached).toBe(true);
      await archive.kill();
    },
    files: () => ({ data: filesBelow(dataFolder), library: filesBelow(libraryFolder) }),
    async remove() {
      await server?.waitForExit('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return archive;
}

export function filesBelow(root: string): string[] {
  return (existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []).toSorted();
}

/** Checks a copy of the database and its journal: opening the original would repair it, and the next start must do that itself. */
function expectIntactDatabase(dataFolder: string, copy: string): void {
  const names = ['stowaway.sqlite', 'stowaway.sqlite-wal'].filter((name) => existsSync(path.join(dataFolder, name)));
  // If no files exist, the server was killed before it created a database.
  if (names.length === 0) return;
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  for (const name of names) copyFileSync(path.join(dataFolder, name), path.join(copy, name));
  const database = new DatabaseSync(path.join(copy, 'stowaway.sqlite'));
  try {
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    const totals = database
      .prepare('SELECT (SELECT count(*) FROM video WHERE absence IS NULL) AS videos, (SELECT coalesce(sum(items), 0) FROM video_total) AS counted_videos')
      .get();
    const { videos, counted_videos: countedVideos } = totals as { videos: number; counted_videos: number };
    expect(countedVideos).toBe(videos);
    for (const index of ['name_words', 'video_words', 'subtitle_words']) database.exec(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`);
  } finally {
    database.close();
    rmSync(copy, { recursive: true, force: true });
  }
}
