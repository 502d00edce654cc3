import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids, makeLibrary, pngBytes } from '../builders/server-library.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';
import { rawRequest } from './raw-request.ts';

const linkedFolderId = 'linkFolder1';
const folderId = 'aFolderNot2';
const upwardsId = 'upwardsPat3';
const neighbourId = 'neighbourF4';

let server: ServerArchive;
let cookie: string;
let csrfToken: string;
beforeAll(async () => {
  server = await startServerArchive({
    async fill(root, catalogue) {
      await makeLibrary(root, catalogue);
      await mkdir(path.join(root, '../elsewhere'), { recursive: true });
      await writeFile(path.join(root, '../elsewhere/private.mp4'), 'private');
      await writeFile(path.join(root, '../elsewhere/icon.png'), pngBytes);
      await symlink('../elsewhere', path.join(root, 'linked'));
      await mkdir(`${root}-private`);
      await writeFile(`${root}-private/film.mp4`, 'private');
      await writeFile(`${root}-private/icon.png`, pngBytes);
      await mkdir(path.join(root, 'folder.mp4'));
      catalogue.putChannels([
        aChannel({ channelId: 'UCoutsideoutsideoutside3', thumbFile: path.join(root, '../elsewhere/icon.png'), bannerFile: '/etc/hostname' }),
      ]);
      catalogue.putVideos([
        aVideo({ videoId: linkedFolderId, channelId: ids.kitchen, mediaFile: 'linked/private.mp4', thumbFile: 'linked/icon.png' }),
        aVideo({ videoId: folderId, channelId: ids.kitchen, mediaFile: 'folder.mp4', thumbFile: 'folder.mp4' }),
        aVideo({ videoId: upwardsId, channelId: ids.kitchen, mediaFile: '../elsewhere/private.mp4', thumbFile: '../elsewhere/icon.png' }),
        aVideo({ videoId: neighbourId, channelId: ids.kitchen, mediaFile: '../library-private/film.mp4', thumbFile: '../library-private/icon.png' }),
      ]);
    },
  });
  const device = await server.login();
  cookie = `sessionid=${device.cookies.sessionid}`;
  csrfToken = device.cookies.csrftoken;
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
  await server.stop();
});

const validPath = `${ids.harbour}/${ids.dawn}.mp4`;

const tricks = [
  '/youtube/../../etc/passwd',
  '/youtube/%2e%2e/%2e%2e/etc/passwd',
  '/youtube/..%2f..%2fetc%2fpasswd',
  '/youtube/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/youtube/..%5c..%5cetc%5cpasswd',
  '/youtube/..\\..\\etc\\passwd',
  '/youtube/%252e%252e/%252e%252e/etc/passwd',
  '/youtube/....//....//etc/passwd',
  '/youtube/..;/..;/etc/passwd',
  '/youtube//etc/passwd',
  '/youtube/%2fetc%2fpasswd',
  '/youtube/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
  '/youtube/%u002e%u002e/etc/passwd',
  '/youtube/file:///etc/passwd',
  '/youtube/C:/Windows/win.ini',
  `/youtube/${validPath}%00`,
  `/youtube/${validPath}%00.jpg`,
  `/youtube/${ids.harbour}/%00${ids.dawn}.mp4`,
  `/youtube/${validPath}%20`,
  `/youtube/${validPath}%0a`,
  `/youtube/${validPath}.`,
  `/youtube/${validPath}/`,
  `/youtube/${validPath}/..`,
  `/youtube/${validPath}/../${ids.dawn}.mp4`,
  `/youtube/${ids.harbour}/./${ids.dawn}.mp4`,
  `/youtube/${ids.harbour}//${ids.dawn}.mp4`,
  `/youtube/${ids.kitchen}/../${validPath}`,
  `/youtube/${ids.kitchen}/..%2f${ids.harbour}/${ids.dawn}.mp4`,
  `/youtube/${ids.harbour}%2f${ids.dawn}.mkv`,
  `/youtube/${ids.kitchen}/${ids.dawn}.mp4`,
  `/youtube/${ids.harbour}/${ids.dawn}.MP4`,
  `/youtube/${ids.harbour}/${ids.dawn}.info.json`,
  `/youtube/${ids.harbour}/${ids.dawn}.de.vtt`,
  `/youtube/${ids.harbour}/${ids.dawn}`,
  `/youtube/${ids.harbour}/`,
  '/youtube/',
  '/youtube/Harbour/dawn%20walk%20[Dawn_walk-1].mp4',
  '/youtube/Kitchen/link.mp4',
  '/youtube/outside/secret.mp4',
  `/youtube/${ids.kitchen}/${ids.leadsOut}.mp4`,
  `/youtube/${ids.kitchen}/${linkedFolderId}.mp4`,
  `/youtube/${ids.kitchen}/${folderId}.mp4`,
  `/youtube/${ids.kitchen}/${upwardsId}.mp4`,
  `/youtube/${ids.kitchen}/${neighbourId}.mp4`,
  `/youtube/${ids.kitchen}/${ids.gone}.mp4`,
  `/youtube/${ids.harbour}/'%20OR%201=1--.mp4`,
  '/media/../data/stowaway.sqlite',
  '/media/%2e%2e/stowaway.sqlite',
  '/media/..%2fstowaway.sqlite',
  '/media/stowaway.sqlite',
  '/cache/../stowaway.sqlite',
  '/cache/videos/../../stowaway.sqlite',
  '/cache/videos/d/..%2f..%2f..%2fstowaway.sqlite',
  `/cache/videos/x/${ids.dawn}.jpg`,
  `/cache/videos/D/${ids.dawn}.jpg`,
  `/cache/videos/d/${ids.dawn}.png`,
  `/cache/videos/d/${ids.dawn}.jpg%00`,
  `/cache/videos/s/${ids.short}.jpg`,
  `/cache/videos/l/${linkedFolderId}.jpg`,
  `/cache/videos/a/${folderId}.jpg`,
  `/cache/videos/u/${upwardsId}.jpg`,
  `/cache/videos/n/${neighbourId}.jpg`,
  '/cache/channels/UCoutsideoutsideoutside3_thumb.jpg',
  '/cache/channels/UCoutsideoutsideoutside3_banner.jpg',
  `/cache/channels/${ids.kitchen}_tvart.jpg`,
  `/cache/channels/${ids.kitchen}_..%2fthumb.jpg`,
  '/cache/playlists/..%2f..%2fstowaway.sqlite.jpg',
  '/cache/playlists/unknown.jpg',
  '/cache/channels/',
  '/_saved/anything',
  '/_saved/..%2fyoutube',
];

describe(`${tricks.length} addresses that lead outside or nowhere`, () => {
  for (const trick of tricks) {
    test(`${trick} is 404`, async () => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await rawRequest(server.port, trick, { method, headers: { cookie, accept: '*/*' } });
        expect([method, answer.status, answer.headers['content-type']]).toEqual([method, 404, 'text/html; charset=utf-8']);
        expect(answer.body.toString()).not.toMatch(/root:|private|secret|SQLite/);
      }
    });
  }
});

const backupTricks = [
  '../stowaway.sqlite',
  '..%2fstowaway.sqlite',
  '%2e%2e%2fstowaway.sqlite',
  '..%5cstowaway.sqlite',
  '%252e%252e%252fstowaway.sqlite',
  '..',
  '.',
  '...',
  '%00',
  'ta_backup-20260101-auto.zip%00',
  'ta_backup-20260101-auto.zip',
  'ta_backup-20260101-auto.zip/',
  'ta_backup-20260101-..%2f..%2fsecret.zip',
  'elsewhere.zip',
  'linked.zip',
  '--help',
  '-rf',
  '%2fetc%2fpasswd',
  'x'.repeat(5000),
];

test(`${backupTricks.length} names that are not backups restore nothing`, async () => {
  const backupFolder = path.join(server.libraryFolder, '../backups');
  await mkdir(backupFolder, { recursive: true });
  await writeFile(path.join(server.libraryFolder, '../elsewhere.zip'), 'private');
  await symlink('../elsewhere.zip', path.join(backupFolder, 'linked.zip'));
  const headers = { cookie: `${cookie}; csrftoken=${csrfToken}`, 'x-csrftoken': csrfToken };
  for (const name of backupTricks) {
    const answer = await rawRequest(server.port, `/api/appsettings/backup/${name}/`, { method: 'POST', headers });
    // A name with `..` results in another path, which has no restore call.
    expect([name, [404, 405].includes(answer.status) || (answer.status === 301 && name.endsWith('/'))]).toEqual([name, true]);
    expect(answer.body.toString()).not.toMatch(/private|SQLite|task_id/);
  }
  expect(server.archive.database.prepare('SELECT count(*) AS n FROM task').get()).toEqual({ n: 0 });
});

test('deleting a video removes nothing beside the library, not even in a folder whose name starts like the library’s', async () => {
  const headers = { cookie: `${cookie}; csrftoken=${csrfToken}`, 'x-csrftoken': csrfToken };
  for (const [videoId, file] of [
    [neighbourId, '../library-private/film.mp4'],
    [upwardsId, '../elsewhere/private.mp4'],
  ] as const) {
    expect((await rawRequest(server.port, `/api/video/${videoId}/`, { method: 'DELETE', headers })).status).toBe(204);
    expect([file, await readFile(path.join(server.libraryFolder, file), 'utf8')]).toEqual([file, 'private']);
  }
});

test('the addresses that the archive itself returns are served', async () => {
  for (const address of [
    `/youtube/${validPath}`,
    `/media/${validPath}`,
    `/cache/videos/d/${ids.dawn}.jpg`,
    `/cache/channels/${ids.kitchen}_thumb.jpg`,
    `/cache/playlists/${ids.walks}.jpg`,
  ]) {
    expect([address, (await rawRequest(server.port, address, { headers: { cookie } })).status]).toEqual([address, 200]);
  }
});

test('without a session, the server refuses every address below /youtube/, /media/ and /cache/ with 403, whether or not the file exists', async () => {
  for (const address of [
    `/youtube/${validPath}`,
    `/media/${validPath}`,
    `/cache/videos/d/${ids.dawn}.jpg`,
    '/youtube/unknown',
    '/media/',
    '/cache/channels/unknown.jpg',
  ]) {
    for (const headers of [{}, { cookie: 'sessionid=made-up' }] as Record<string, string>[]) {
      const answer = await rawRequest(server.port, address, { headers });
      expect([address, answer.status, answer.headers['content-type']]).toEqual([address, 403, 'text/html; charset=utf-8']);
    }
  }
});
