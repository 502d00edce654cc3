// The server is killed while it makes a backup and while it restores one: the database is whole, nothing half done stays, and
// the next start brings the work to its end.
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireBackup, WireNotification, WireVideo } from '../../src/contract/names.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { aChannel, aComment, aVideo } from '../builders/server-records.ts';
import { startServerProcess, type ServerProcess } from '../builders/server-process.ts';
import { signIn, type SignedIn } from '../builders/server-session.ts';

const channelId = 'UCharbourharbourharbour1';
/** Enough that a backup takes a moment. */
const videos = 3_000;
const patience = { timeout: 180_000 };

let folder: string;
let server: ServerProcess;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-backups-killed-'));
  mkdirSync(path.join(folder, 'library'));
  mkdirSync(path.join(folder, 'data'));
  const database = openDatabase(path.join(folder, 'data', 'stowaway.sqlite'));
  const catalogue = createSqliteCatalogue(database);
  catalogue.putChannels([aChannel({ channelId })]);
  const comments = Array.from({ length: 20 }, (_value, place) => aComment({ commentId: `c${place}`, text: 'That gull is loud. '.repeat(10) }));
  catalogue.putVideos(Array.from({ length: videos }, (_value, place) => aVideo({ videoId: `video-${String(place).padStart(5, '0')}`, channelId, comments })));
  database.close();
});
afterEach(async () => {
  await server.ended('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const inData = (...names: string[]): string => path.join(folder, 'data', ...names);
const namesIn = (place: string): string[] => (existsSync(place) ? readdirSync(place) : []);

function begin(): void {
  // The library is empty, as when its disk is not mounted: all videos are kept.
  server = startServerProcess(['--port', '0', '--data', inData(), '--library', path.join(folder, 'library')], {
    STOWAWAY_ADMIN_USER: 'mara',
    STOWAWAY_ADMIN_PASSWORD: 'a lantern in the hold',
  });
}

async function start(): Promise<SignedIn> {
  begin();
  const url = /https?:\/\/[^/ ]+/.exec(await server.ready())?.[0] ?? '';
  return signIn(url, { username: 'mara', password: 'a lantern in the hold' });
}

async function killWhen(isTime: () => boolean): Promise<void> {
  const until = Date.now() + 40_000;
  while (!isTime() && Date.now() < until) await new Promise((resolve) => setImmediate(resolve));
  expect(isTime()).toBe(true);
  await server.ended('SIGKILL');
  const database = new DatabaseSync(inData('stowaway.sqlite'));
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(database.prepare('SELECT count(*) AS videos, (SELECT sum(items) FROM video_total) AS counted FROM video').get()).toEqual({ videos, counted: videos });
  database.close();
}

async function demandNothingLeft(): Promise<void> {
  const unfinished = (): string[] => [
    ...namesIn(inData('backups')).filter((name) => name.endsWith('.unfinished')),
    ...namesIn(inData()).filter((name) => name === 'restore'),
  ];
  await expect.poll(unfinished, { timeout: 5_000 }).toEqual([]);
}

const last = async (device: SignedIn, title: string): Promise<WireNotification | undefined> =>
  (await device.json<WireNotification[]>('/api/notification/')).find((notification) => notification.title === title && notification.progress === undefined);

test('while a backup is written, and while it is restored', patience, async () => {
  let device = await start();
  await device.json('/api/appsettings/backup/', { method: 'POST', body: {} });
  await killWhen(() => namesIn(inData('backups')).some((name) => name.endsWith('.unfinished')));
  expect(namesIn(inData('backups')).filter((name) => name.endsWith('.zip'))).toEqual([]);

  device = await start();
  await expect.poll(() => device.json<WireBackup[]>('/api/appsettings/backup/'), { timeout: 60_000 }).toHaveLength(1);
  await expect.poll(async () => (await last(device, 'Backup'))?.level, { timeout: 10_000 }).toBe('info');
  await demandNothingLeft();
  const [backup] = await device.json<WireBackup[]>('/api/appsettings/backup/');

  // What was acknowledged stays until the restore is done, and is undone by it as a whole.
  const isWatched = async (): Promise<boolean> => (await device.json<WireVideo>('/api/video/video-00007/')).player.watched;
  await device.json('/api/watched/', { method: 'POST', body: { id: 'video-00007', is_watched: true } });
  await device.json(`/api/appsettings/backup/${backup?.filename}/`, { method: 'POST', body: {} });
  const staged = (): number => statSync(inData('restore', 'staging.sqlite'), { throwIfNoEntry: false })?.size ?? 0;
  await killWhen(() => staged() > 2_000_000);
  // The task begins again with the start itself. The exchange: pages of the new database in the present one's journal.
  begin();
  const journal = (): number => statSync(inData('stowaway.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0;
  await killWhen(() => staged() > 2_000_000 && journal() > 1_000_000);
  device = await start();
  await expect.poll(isWatched, { timeout: 60_000 }).toBe(false);
  await expect.poll(() => namesIn(inData()).includes('restore'), { timeout: 60_000 }).toBe(false);
  await demandNothingLeft();
  await killWhen(() => true);
});
