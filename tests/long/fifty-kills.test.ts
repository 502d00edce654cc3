// One archive is killed fifty times in the middle of its work. Each time its database is intact, and nothing that it acknowledged is
// missing. The next start completes the interrupted work and leaves nothing half-done. STOWAWAY_KILLS sets the number of kills,
// STOWAWAY_SEED their order and moments.
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireBackup, WireDownloadItem } from '../../src/contract/names.ts';
import { openAdminBrowser } from '../builders/admin-browser.ts';
import { allVideos, trackAcknowledged, readState, type Acknowledged } from '../builders/acknowledged.ts';
import { aKillableArchive, type KillableArchive } from '../builders/killable-archive.ts';
import { anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import { seeded } from '../builders/seeded.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';
import { aDownloadingFakeYtDlp } from '../doubles/fake-yt-dlp.ts';

const killCount = Number(process.env['STOWAWAY_KILLS'] ?? 50);
const random = seeded(Number(process.env['STOWAWAY_SEED'] ?? 20_261_121));

/** Long comments make the database large enough that a backup takes a moment. */
const initialVideoCount = 250;
const commentsPerVideo = 60;
const comment = 'That gull is loud. '.repeat(50);
/** Two batches of an import and part of a third. */
const videosPerImport = 60;
const channels = ['UCh4rb0urN0tesHarbNotes1', 'UCl4nternsl4nternsl4nter2', 'UCt1dest1dest1dest1dest13'];

/** How often each kind of work is interrupted, relative to the others. */
const shares = {
  import: 7,
  download: 7,
  backup: 3,
  snapshot: 3,
  'restore of a backup': 6,
  'restore of a snapshot': 6,
  writes: 4,
  deletes: 6,
  'restore from the trash': 5,
  renames: 3,
};
type Kind = keyof typeof shares;

let archive: KillableArchive;
let site: VideoSite;
let device: ApiSession;
let acknowledged: Acknowledged;
/** How long a backup and a restore take if nothing interrupts them. */
const undisturbedMs = { backup: 0, restore: 0 };
const expectedTitles = new Set<string>();
let createdVideoCount = 0;

beforeAll(async () => {
  site = await startVideoSite();
  archive = await aKillableArchive({
    environment: () => ({ STOWAWAY_YTDLP: path.join(archive.folder, 'yt-dlp.mjs'), TMPDIR: path.join(archive.folder, 'tmp') }),
  });
  mkdirSync(path.join(archive.folder, 'tmp'));
  await aDownloadingFakeYtDlp(archive.folder);
}, 120_000);
afterAll(async () => {
  await archive.remove();
  await site.stop();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
const sizeOf = (...names: string[]): number => statSync(path.join(archive.dataFolder, ...names), { throwIfNoEntry: false })?.size ?? 0;
const poll = <Value>(readValue: () => Value | Promise<Value>) => expect.poll(readValue, { timeout: 60_000, interval: 50 });

/**
 * Counts rows in the running archive's database. The connection is closed before the next kill, because a start must find the journal as
 * the kill left it.
 */
function countRows(table: string): number {
  const database = new DatabaseSync(path.join(archive.dataFolder, 'stowaway.sqlite'), { readOnly: true });
  try {
    return (database.prepare(`SELECT count(*) AS items FROM ${table}`).get() as { items: number }).items;
  } finally {
    database.close();
  }
}

function putVideos(count: number): void {
  const folder = path.join(archive.libraryFolder, `Part ${createdVideoCount}`);
  mkdirSync(folder);
  for (let index = 0; index < count; index += 1) {
    const id = `pier-${String((createdVideoCount += 1)).padStart(6, '0')}`;
    const comments = Array.from({ length: count === initialVideoCount ? commentsPerVideo : 1 }, (_value, number) => ({
      id: `${id}-${number}`,
      parent: 'root',
      text: comment,
    }));
    expectedTitles.add(`Walk ${id}`);
    writeFileSync(
      path.join(folder, `${id}.info.json`),
      JSON.stringify(anInfo({ id, title: `Walk ${id}`, channel_id: channels[createdVideoCount % channels.length], comments })),
    );
    writeFileSync(path.join(folder, `${id}.mp4`), anMp4({ mediaBytes: 400 + createdVideoCount }));
  }
}

const titles = async (): Promise<string[]> => (await allVideos(device)).map(({ title }) => title).toSorted();

async function untilTasksEnd(): Promise<void> {
  await poll(() => countRows('task')).toBe(0);
}

async function start(name: string, address: string): Promise<unknown> {
  const answer = await device.call(address, { method: 'POST', body: {} });
  expect([name, answer.status]).toEqual([name, 200]);
  return answer.json();
}

async function newestBackup(): Promise<string> {
  const [backup] = await device.json<WireBackup[]>('/api/appsettings/backup/');
  return backup?.filename ?? '';
}

/** Sends writes during `work`; the kill ends both. */
async function whileWriting(work: () => Promise<void>): Promise<void> {
  let isOver = false;
  const writes = acknowledged.writeUntil(device, () => isOver);
  try {
    await work();
  } finally {
    isOver = true;
    await writes;
  }
}

const interrupt: Record<Kind, (round: number) => Promise<void>> = {
  async import() {
    const countBefore = countRows('video');
    const importedCount = pick([1, 26, 51]);
    const hasImportedEnough = (): boolean => countRows('video') >= countBefore + importedCount;
    if (random() < 0.5) {
      await archive.server().waitForExit('SIGTERM');
      putVideos(videosPerImport);
      archive.begin();
      await archive.killWhen(hasImportedEnough);
    } else {
      putVideos(videosPerImport);
      await whileWriting(() => archive.killWhen(hasImportedEnough));
    }
  },
  async download(round) {
    const names = ['a', 'b'].map((letter) => `${round}${letter}`);
    for (const name of names) {
      site.addVideo(name);
      expectedTitles.add(`Pier ${name}`);
    }
    const [firstName = ''] = names;
    const moment = pick(['while its description is read', 'halfway through its media', 'while it is imported'] as const);
    if (moment !== 'while its description is read') site.serveMedia(firstName, 'held');
    await device.json('/api/download/?autostart=true', {
      method: 'POST',
      body: { data: [{ youtube_id: names.map((name) => `quay:${site.host}/${name}`).join(' '), status: 'pending' }] },
    });
    await whileWriting(async () => {
      if (moment === 'while its description is read') {
        await pause(random() * 1_000);
        return archive.kill();
      }
      await site.untilHeld(firstName);
      if (moment === 'while it is imported') {
        site.serveMedia(firstName, 'whole');
        await pause(random() * 300);
        return archive.kill();
      }
      await archive.killWhen(() => archive.files().library.some((file) => file.endsWith('.part')));
    });
    site.serveMedia(firstName, 'whole');
  },
  async backup() {
    await start('backup', '/api/appsettings/backup/');
    await whileWriting(async () => {
      await pause(random() * undisturbedMs.backup);
      await archive.kill();
    });
  },
  async snapshot() {
    await start('snapshot', '/api/appsettings/snapshot/');
    await whileWriting(async () => {
      await pause(random() * 150);
      await archive.kill();
    });
  },
  async 'restore of a backup'() {
    await start('backup', '/api/appsettings/backup/');
    await untilTasksEnd();
    await interruptRestore(`/api/appsettings/backup/${await newestBackup()}/`);
  },
  async 'restore of a snapshot'() {
    const { snapshot_name } = (await start('snapshot', '/api/appsettings/snapshot/')) as { snapshot_name: string };
    await untilTasksEnd();
    await interruptRestore(`/api/appsettings/snapshot/${snapshot_name}/`);
  },
  async deletes() {
    await deleteSome(() => archive.kill(), 20 + random() * 400);
  },
  async 'restore from the trash'() {
    await deleteSome(() => Promise.resolve(), Infinity);
    const restoreRequest = restoreAll().catch(() => undefined);
    await pause(random() * 250);
    await archive.kill();
    await restoreRequest;
  },
  async renames() {
    await whileWriting(async () => {
      for (const name of readdirSync(archive.libraryFolder)
        .filter((folder) => folder.startsWith('Part '))
        .slice(0, 3)) {
        renameSync(path.join(archive.libraryFolder, name), path.join(archive.libraryFolder, `${name} renamed`));
        await pause(random() * 500);
      }
      await pause(random() * 2_500);
      await archive.kill();
    });
  },
  async writes() {
    await whileWriting(async () => {
      await pause(50 + random() * 500);
      await archive.kill();
    });
  },
};

/** Deletes some videos one after another, and calls `end` when all are deleted or after `afterMs`. */
async function deleteSome(end: () => Promise<void>, afterMs: number): Promise<void> {
  const videos = await allVideos(device);
  const chosenIds = Array.from({ length: 12 }, () => pick(videos).youtube_id);
  const deletions = (async (): Promise<void> => {
    for (const id of new Set(chosenIds)) {
      const answer = await device.call(`/api/video/${id}/`, { method: 'DELETE' }).catch(() => null);
      if (answer === null) return;
      expect([id, answer.status]).toEqual([id, 204]);
    }
  })();
  await (afterMs === Infinity ? deletions : Promise.race([deletions, pause(afterMs)]));
  await end();
  await deletions;
}

/** Restores everything from the trash, with the form on /admin/library/. */
async function restoreAll(): Promise<void> {
  const admin = openAdminBrowser(archive.url());
  for (const [name, value] of Object.entries(device.cookies)) admin.cookies.set(name, value);
  await admin.open('/admin/library/');
  expect((await admin.send('/admin/library/trash/restore/', { all: 'yes' })).status).toBe(303);
}

/** Interrupts a restore. Afterwards the archive must be in the state of the restored copy, without any write made after that copy. */
async function interruptRestore(address: string): Promise<void> {
  const expectedState = acknowledged.state();
  let writesLeft = 20;
  await acknowledged.writeUntil(device, () => (writesLeft -= 1) < 0);
  await start('restore', address);
  const moment = pick(['at any time', 'while it is prepared', 'while it is put in place'] as const);
  const preparedBytes = (): number => sizeOf('restore', 'staging.sqlite');
  if (moment === 'at any time') {
    await pause(random() * undisturbedMs.restore);
    await archive.kill();
  } else if (moment === 'while it is prepared') {
    await archive.killWhen(() => preparedBytes() > 500_000);
  } else {
    const journalBytesBefore = sizeOf('stowaway.sqlite-wal');
    await archive.killWhen(() => sizeOf('stowaway.sqlite-wal') > journalBytesBefore + 1_000_000 || (preparedBytes() === 0 && countRows('task') === 0));
  }
  acknowledged.replace(expectedState);
}

async function measure(): Promise<void> {
  const measureMs = async (work: () => Promise<unknown>): Promise<number> => {
    const startMs = performance.now();
    await work();
    await untilTasksEnd();
    return performance.now() - startMs;
  };
  undisturbedMs.backup = await measureMs(() => start('backup', '/api/appsettings/backup/'));
  const backupName = await newestBackup();
  undisturbedMs.restore = await measureMs(() => start('restore', `/api/appsettings/backup/${backupName}/`));
}

/** The files that may be in the data folder when nothing is in progress. */
const lastingFiles = [
  /^(stowaway|lock)\.sqlite(-wal|-shm|-journal)?$/,
  /^backups(\/ta_backup-\d{8}-auto\.zip)?$/,
  /^snapshots(\/ta_daily_-[a-z0-9]{22}\.\d+-\d+(\.before-restore-of_[\w.-]+)?\.sqlite)?$/,
  // A picture is removed soon after its item leaves the queue.
  /^cache(\/(queue(\/[\w-]{11}\.jpg)?|hls|work))?$/,
  /^secrets$/,
];

async function expectIntact(): Promise<void> {
  await untilTasksEnd();
  await poll(titles).toEqual([...expectedTitles].toSorted());
  await poll(async () => (await device.json<{ data: WireDownloadItem[] }>('/api/download/?filter=pending')).data).toEqual([]);
  expect(await readState(device)).toEqual(acknowledged.state());
  await poll(() => archive.files().data.filter((file) => !lastingFiles.some((pattern) => pattern.test(file)))).toEqual([]);
  await poll(() => readdirSync(path.join(archive.folder, 'tmp'))).toEqual([]);
  await poll(() => archive.files().library.filter((file) => /(^|\/)\.|\.(part|new|tmp|unfinished)$/.test(file))).toEqual([]);
}

function drawKinds(): Kind[] {
  const weightedKinds = (Object.keys(shares) as Kind[]).flatMap((kind) => Array.from({ length: shares[kind] }, () => kind));
  const shuffledKinds = weightedKinds.map((kind) => ({ kind, sortKey: random() })).toSorted((left, right) => left.sortKey - right.sortKey);
  return Array.from({ length: killCount }, (_value, round) => shuffledKinds[round % shuffledKinds.length]?.kind ?? 'writes');
}

test(`one archive loses nothing in ${killCount} kills`, { timeout: 900_000 }, async () => {
  putVideos(initialVideoCount);
  device = await archive.start();
  await poll(() => countRows('video')).toBe(initialVideoCount);
  await device.json('/api/appsettings/config/', { method: 'POST', body: { downloads: { sleep_interval: 0 } } });
  await measure();
  acknowledged = await trackAcknowledged(device, random);
  const countByKind: Partial<Record<Kind, number>> = {};
  const startMs = performance.now();
  for (const [round, kind] of drawKinds().entries()) {
    await interrupt[kind](round);
    device = await archive.start();
    await acknowledged.sendAgain(device);
    if (kind === 'deletes' || kind === 'restore from the trash') await restoreAll();
    await expectIntact();
    countByKind[kind] = (countByKind[kind] ?? 0) + 1;
  }
  const killsByKind = Object.entries(countByKind).map(([kind, count]) => `${count} in ${kind}`);
  process.stdout.write(
    `${killCount} kills in ${Math.round((performance.now() - startMs) / 1000)} s (${killsByKind.join(', ')}): ${acknowledged.count()} acknowledged writes, none missing; ${expectedTitles.size} videos.\n`,
  );
});
