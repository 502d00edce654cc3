// The server is killed while it creates a backup and while it restores a backup. The database stays intact, nothing half-done is left, and
// the next start completes the work.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WireBackup, WireNotification, WireVideo } from '../../src/contract/names.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { aKillableArchive, type KillableArchive } from '../builders/killable-archive.ts';
import { aChannel, aComment, aVideo } from '../builders/server-records.ts';
import type { ApiSession } from '../builders/server-session.ts';

const channelId = 'UCharbourharbourharbour1';
/** Enough videos for a backup to take a moment. */
const videoCount = 3_000;
const longTimeout = { timeout: 180_000 };

let archive: KillableArchive;
beforeEach(async () => {
  // The library is empty, as when its disk is not mounted, so all videos are kept.
  archive = await aKillableArchive();
  const database = openDatabase(inData('stowaway.sqlite'));
  const catalogue = createSqliteCatalogue(database);
  catalogue.putChannels([aChannel({ channelId })]);
  const comments = Array.from({ length: 20 }, (_value, index) => aComment({ commentId: `c${index}`, text: 'That gull is loud. '.repeat(10) }));
  catalogue.putVideos(
    Array.from({ length: videoCount }, (_value, index) => aVideo({ videoId: `video-${String(index).padStart(5, '0')}`, channelId, comments })),
  );
  database.close();
});
afterEach(() => archive.remove());

const inData = (...names: string[]): string => path.join(archive.dataFolder, ...names);
const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

async function expectNothingLeft(): Promise<void> {
  const unfinishedNames = (): string[] => [
    ...namesIn(inData('backups')).filter((name) => name.endsWith('.unfinished')),
    ...namesIn(inData()).filter((name) => name === 'restore'),
  ];
  await expect.poll(unfinishedNames, { timeout: 30_000 }).toEqual([]);
}

const lastNotification = async (device: ApiSession, title: string): Promise<WireNotification | undefined> =>
  (await device.json<WireNotification[]>('/api/notification/')).find((notification) => notification.title === title && notification.progress === undefined);

test('a server killed while it writes or restores a backup finishes the work after a restart, and leaves nothing behind', longTimeout, async () => {
  let device = await archive.start();
  await device.json('/api/appsettings/backup/', { method: 'POST', body: {} });
  await archive.killWhen(() => namesIn(inData('backups')).some((name) => name.endsWith('.unfinished')));
  expect(namesIn(inData('backups')).filter((name) => name.endsWith('.zip'))).toEqual([]);

  device = await archive.start();
  await expect.poll(() => device.json<WireBackup[]>('/api/appsettings/backup/'), { timeout: 60_000 }).toHaveLength(1);
  await expect.poll(async () => (await lastNotification(device, 'Backup'))?.level, { timeout: 30_000 }).toBe('info');
  await expectNothingLeft();
  const [backup] = await device.json<WireBackup[]>('/api/appsettings/backup/');

  // The video is marked after the backup, so the mark is gone once the restore is complete.
  const isWatched = async (): Promise<boolean> => (await device.json<WireVideo>('/api/video/video-00007/')).player.watched;
  await device.json('/api/watched/', { method: 'POST', body: { id: 'video-00007', is_watched: true } });
  await device.json(`/api/appsettings/backup/${backup?.filename}/`, { method: 'POST', body: {} });
  const stagedBytes = (): number => statSync(inData('restore', 'staging.sqlite'), { throwIfNoEntry: false })?.size ?? 0;
  await archive.killWhen(() => stagedBytes() > 2_000_000);
  // The task starts over when the server starts. To put the restored database in place, the server writes its pages into the journal of
  // the current database.
  archive.begin();
  const journalBytes = (): number => statSync(inData('stowaway.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0;
  await archive.killWhen(() => stagedBytes() > 2_000_000 && journalBytes() > 1_000_000);
  device = await archive.start();
  await expect.poll(isWatched, { timeout: 60_000 }).toBe(false);
  await expect.poll(() => namesIn(inData()).includes('restore'), { timeout: 60_000 }).toBe(false);
  await expectNothingLeft();
  expect((await device.json<{ paginate: { total_hits: number } }>('/api/video/')).paginate.total_hits).toBe(videoCount);
  await archive.kill();
});
