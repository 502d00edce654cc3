// An archive on a disk that really is full: a small in-memory file system, with library and database on it. Work that finds no space
// reports it and changes nothing, acknowledged changes stay, people can still read, and everything continues when there is space.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeReason } from '../../server/backups/snapshot-names.ts';
import type { WireBackup, WireNotification, WirePlaylist, WireSearchResults, WireSnapshotInfo, WireTaskResult, WireVideo } from '../../src/contract/names.ts';
import { allVideos, readState } from '../builders/acknowledged.ts';
import { aKillableArchive, type KillableArchive } from '../builders/killable-archive.ts';
import { anInfo } from '../builders/library-folder.ts';
import { aJpeg, anMp4, aVtt } from '../builders/library-media.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { aSmallDisk } from '../builders/small-disk.ts';

// Large enough for every snapshot that the first case may leave or a restore creates.
const disk = aSmallDisk(224);
if (disk === null) process.stdout.write('Skipped: an archive on a full disk, because no file system can be mounted here.\n');
const originalTmpdir = process.env['TMPDIR'];

const initialVideoCount = 60;
/** Makes the database about 12 MB large, with text that a ZIP barely compresses. */
const commentsPerVideo = 40;
const longTimeout = { timeout: 240_000 };
const fullDiskMessage = /disk (of the server )?is full|the disk has [\d.]+ [kMGT]?B left/;

let archive: KillableArchive;
let device: ApiSession;
let pid: number | undefined;
beforeAll(async () => {
  if (disk === null) return;
  process.env['TMPDIR'] = disk.folder;
  archive = await aKillableArchive();
  if (originalTmpdir === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = originalTmpdir;
  putVideos('First', initialVideoCount, commentsPerVideo);
  device = await archive.start();
  pid = archive.server().child.pid;
}, 120_000);
beforeEach(() => disk?.empty());
afterAll(async () => {
  await archive?.remove();
  disk?.remove();
});

const poll = <Value>(readValue: () => Value | Promise<Value>) => expect.poll(readValue, { timeout: 60_000, interval: 100 });
const post = (address: string, body: unknown = {}, key = ''): Promise<Response> =>
  device.call(address, { method: 'POST', body, ...(key === '' ? {} : { headers: { 'idempotency-key': key } }) });
const notifications = (): Promise<WireNotification[]> => device.json('/api/notification/');
const unfinishedFiles = (): string[] => archive.files().data.filter((file) => /\.(unfinished|new)(-journal)?$|^restore|^cache\/(work|queue)\/./.test(file));

/** Writes videos into a new folder. The archive ignores the folder while its name begins with a dot. */
function putVideos(folder: string, count: number, commentsOfEach: number): void {
  mkdirSync(path.join(archive.libraryFolder, folder));
  for (let index = 0; index < count; index += 1) {
    const id = `${folder.replace('.', '').toLowerCase()}-${String(index).padStart(5, '0')}`;
    const put = (ending: string, content: string | Buffer): void => writeFileSync(path.join(archive.libraryFolder, folder, `${id}${ending}`), content);
    const randomWords = (): string => Array.from({ length: 400 }, () => Math.random().toString(36).slice(2, 12)).join(' ');
    const commentList = Array.from({ length: commentsOfEach }, (_value, number) => ({ id: `${id}-${number}`, parent: 'root', text: randomWords() }));
    put('.info.json', JSON.stringify(anInfo({ id, title: `Walk ${id}`, comments: commentList })));
    put('.jpg', aJpeg(id));
    put('.en.vtt', aVtt());
    put('.mp4', anMp4({ mediaBytes: 400 + index }));
  }
}

/** Resolves to the last message of the task that has this title and is not one of `knownIds`. */
async function lastMessageOf(title: string, knownIds: ReadonlySet<string>): Promise<WireNotification> {
  let lastNotification: WireNotification | undefined;
  await poll(async () => {
    lastNotification = (await notifications()).find((notification) => notification.title === title && !knownIds.has(notification.id));
    return lastNotification !== undefined && lastNotification.progress === undefined && lastNotification.command !== undefined;
  }).toBe(true);
  return lastNotification as WireNotification;
}

const knownTaskIds = async (): Promise<Set<string>> => new Set((await notifications()).map(({ id }) => id));

/** When the server ends, it removes its journal, which may have megabytes of free space inside. */
async function restartWithoutJournal(): Promise<void> {
  await archive.server().waitForExit('SIGTERM');
  device = await archive.start();
  pid = archive.server().child.pid;
}

/** Checks that the server's process has not ended. */
function expectAlive(): void {
  const { child } = archive.server();
  expect([child.pid, child.exitCode, child.signalCode]).toEqual([pid, null, null]);
}

test.runIf(disk !== null)(
  'a full database refuses a write with a message, still answers reads, and applies the repeated write once when there is space',
  longTimeout,
  async () => {
    await poll(async () => (await allVideos(device)).length).toBe(initialVideoCount);
    const acknowledgedNames: string[] = [];
    disk?.fill();
    let refusal: { answer: Response; name: string } | null = null;
    // The free space inside the database's files is used up first.
    for (let count = 0; refusal === null && count < 20_000; count += 1) {
      const name = `Trip ${count} ${'x'.repeat(450)}`;
      const answer = await post('/api/playlist/custom/', { playlist_name: name }, `trip-${count}`);
      if (answer.status === 200) acknowledgedNames.push(name);
      else refusal = { answer, name };
    }
    const { answer, name } = refusal as unknown as { answer: Response; name: string };
    expect([answer.status, await answer.json()]).toEqual([507, { error: expect.stringMatching(fullDiskMessage) }]);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    for (const address of ['/api/video/', '/api/user/me/', '/api/appsettings/config/', '/api/search/?query=walk', '/api/notification/'])
      expect([address, (await device.call(address)).status]).toEqual([address, 200]);
    const [video] = await allVideos(device);
    expect((await device.call(video?.media_url ?? '', { headers: { range: 'bytes=0-99' } })).status).toBe(206);
    for (const [address, body] of [
      ['/api/watched/', { id: video?.youtube_id, is_watched: true }],
      ['/api/appsettings/backup/', {}],
      ['/api/appsettings/snapshot/', {}],
      ['/api/user/login/', { username: 'mara', password: 'a lantern in the hold' }],
    ] as const) {
      const response = await post(address, body);
      // A small write may still fit.
      if (response.status >= 300)
        expect([address, response.status, await response.json()]).toEqual([address, 507, { error: expect.stringMatching(fullDiskMessage) }]);
    }
    expectAlive();
    expect(archive.server().stdout()).toMatch(/ failed: the disk is full\.$/m);

    disk?.empty();
    const refusedNumber = Number(/^Trip (\d+) /.exec(name)?.[1]);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await post('/api/playlist/custom/', { playlist_name: name }, `trip-${refusedNumber}`)).status).toBe(200);
    const playlists = async (): Promise<string[]> => {
      const names: string[] = [];
      for (let page = 1; ; page += 1) {
        const { data } = await device.json<{ data: WirePlaylist[] }>(`/api/playlist/?type=custom&page_size=500&page=${page}`);
        names.push(...data.map((playlist) => playlist.playlist_name));
        if (data.length < 500) return names.toSorted();
      }
    };
    expect(await playlists()).toEqual([...acknowledgedNames, name].toSorted());
    await archive.kill();
    device = await archive.start();
    pid = archive.server().child.pid;
    expect(await playlists()).toEqual([...acknowledgedNames, name].toSorted());
    // A backup or snapshot that was accepted above resumes after the start. The cases below find their task by its title, so it must end
    // first.
    const statuses = async (): Promise<string[]> => (await device.json<WireTaskResult[]>('/api/task/by-name/')).map(({ status }) => status);
    await poll(async () => (await statuses()).filter((status) => status === 'PENDING' || status === 'STARTED')).toEqual([]);
  },
);

test.runIf(disk !== null).each([
  { title: 'Backup', address: '/api/appsettings/backup/', leftBytes: 300_000 },
  { title: 'Snapshot', address: '/api/appsettings/snapshot/', leftBytes: 300_000 },
])(
  'the message of a $title reports the full disk, nothing unfinished is left, and the next $title succeeds',
  longTimeout,
  async ({ title, address, leftBytes }) => {
    await poll(unfinishedFiles).toEqual([]);
    const countResults = async (): Promise<number> =>
      title === 'Backup'
        ? (await device.json<WireBackup[]>(address)).length
        : (await device.json<WireSnapshotInfo>(address)).snapshots.filter(({ state }) => state === 'SUCCESS').length;
    const countBefore = await countResults();
    let knownIds = await knownTaskIds();
    disk?.fill(leftBytes);
    expect((await post(address)).status).toBe(200);
    expect(await lastMessageOf(title, knownIds)).toMatchObject({ level: 'error', messages: [expect.stringMatching(fullDiskMessage)] });
    expect([await countResults(), unfinishedFiles()]).toEqual([countBefore, []]);
    expectAlive();

    disk?.empty();
    knownIds = await knownTaskIds();
    expect((await post(address)).status).toBe(200);
    expect(await lastMessageOf(title, knownIds)).toMatchObject({ level: 'info' });
    // A backup replaces an earlier one of the same day.
    expect(await countResults()).toBeGreaterThanOrEqual(Math.max(1, countBefore));
  },
);

test.runIf(disk !== null).each([
  { description: 'a backup that cannot be prepared', title: 'Restore Backup', leftBytes: 3_000_000 },
  { description: 'a backup that can be prepared but not put in place', title: 'Restore Backup', leftBytes: 16_000_000 },
  { description: 'a snapshot that cannot be prepared', title: 'Restore Snapshot', leftBytes: 3_000_000 },
])('a restore of $description changes nothing on a full disk, and succeeds with enough space', longTimeout, async ({ title, leftBytes }) => {
  const [backup] = await device.json<WireBackup[]>('/api/appsettings/backup/');
  // The server makes a snapshot before each restore, and those of earlier cases contain the video as watched. So this case uses the snapshot
  // made by hand. Its reason identifies it; its time does not, because several snapshots are of the same second.
  const byHandReason = describeReason({ kind: 'by-hand' });
  const { snapshots } = await device.json<WireSnapshotInfo>('/api/appsettings/snapshot/');
  const snapshot = snapshots.find(({ state, reason }) => state === 'SUCCESS' && reason === byHandReason);
  const address = title === 'Restore Backup' ? `/api/appsettings/backup/${backup?.filename}/` : `/api/appsettings/snapshot/${snapshot?.id}/`;
  const video = (await allVideos(device)).find(({ player }) => !player.watched);
  const isWatched = async (): Promise<boolean> => (await device.json<WireVideo>(`/api/video/${video?.youtube_id}/`)).player.watched;
  await device.json('/api/watched/', { method: 'POST', body: { id: video?.youtube_id, is_watched: true } });
  await restartWithoutJournal();
  const stateBefore = await readState(device);
  let knownIds = await knownTaskIds();
  disk?.fill(leftBytes);
  expect((await post(address)).status).toBe(200);
  const failure = await lastMessageOf(title, knownIds);
  expect(failure).toMatchObject({ level: 'error', messages: [expect.stringMatching(fullDiskMessage)] });
  expect(await readState(device)).toEqual(stateBefore);
  await poll(unfinishedFiles).toEqual([]);
  expectAlive();

  disk?.empty();
  knownIds = await knownTaskIds();
  expect((await post(address)).status).toBe(200);
  expect(await lastMessageOf(title, knownIds)).toMatchObject({
    level: 'info',
    messages: [expect.stringMatching(/ was restored\.$/), expect.anything(), expect.anything()],
  });
  expect(await isWatched()).toBe(false);
});

test.runIf(disk !== null)(
  'an import logs the full disk, keeps what it has imported completely, and continues automatically once there is space',
  longTimeout,
  async () => {
    await device.json('/api/appsettings/config/', { method: 'POST', body: { downloads: { subtitle_index: true } } });
    const videosBefore = await allVideos(device);
    await restartWithoutJournal(); // each batch of 25 videos then needs about 2 MB for a new journal
    await poll(() => archive.server().stdout()).toMatch(/ Library: 60 media files/);
    putVideos('.later', 60, commentsPerVideo / 2);
    disk?.fill(3_000_000);
    renameSync(path.join(archive.libraryFolder, '.later'), path.join(archive.libraryFolder, 'Later'));
    const fullDiskLine = / Library: the folder could not be imported: the disk is full; the import continues when there is space\.$/gm;
    await poll(() => archive.server().stdout()).toMatch(fullDiskLine);
    const importedVideos = (await allVideos(device)).filter(({ youtube_id: id }) => id.startsWith('later-'));
    expect([importedVideos.length % 25, importedVideos.length < 60]).toEqual([0, true]);
    for (const { youtube_id: id } of importedVideos) expect(await device.json(`/api/video/${id}/comment/`)).toHaveLength(commentsPerVideo / 2);
    expectAlive();

    disk?.empty();
    // Nothing changes in the folder, but it is scanned again every 30 s.
    // The counts include the videos that were imported before the disk was full.
    const countsLine = / Library: the folder could be imported again\.\n.* Library: 120 media files, 60 new\.$/m;
    await poll(() => archive.server().stdout()).toMatch(countsLine);
    expect(archive.server().stdout().match(fullDiskLine)).toHaveLength(1);
    expect(await allVideos(device)).toHaveLength(videosBefore.length + 60);
    await poll(async () => (await device.json<WireSearchResults>('/api/search/?query=full:morning')).results.fulltext_results?.length ?? 0).toBeGreaterThan(0);
    expectAlive();
    await archive.kill();
  },
);
