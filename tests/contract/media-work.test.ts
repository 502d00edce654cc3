// Adding missing pictures, embedding, and importing files without a description, with the installed ffmpeg and a stand-in for yt-dlp. All
// tests need ffmpeg and ffprobe, and are skipped with a message if either is not installed.
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import { findProgram } from '../../server/renditions/run-ffmpeg.ts';
import type { WireNotification, WireVideo } from '../../src/contract/names.ts';
import { anInfo } from '../builders/library-folder.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import type { ApiSession } from '../builders/server-session.ts';
import { aFakeYtDlp, type FakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { isLong, longTest } from '../long-test.ts';

const ffmpeg = findProgram('ffmpeg');
const ffprobe = findProgram('ffprobe');
const withFfmpeg = test.skipIf(ffmpeg === null || ffprobe === null);
if (ffmpeg === null || ffprobe === null)
  console.log('ffmpeg or ffprobe is not installed: the tests of pictures, embedding and missing descriptions are skipped');

const pierId = 'Qx7vR2mKc-4';
const ropeId = 'Rop3sAndKn0';
const watchUrl = (id: string): string => `https://www.youtube.com/watch?v=${id}`;

let ytDlp: FakeYtDlp;
let server: ServerArchive;
let device: ApiSession;
beforeEach(async () => {
  ytDlp = await aFakeYtDlp();
  server = await startServerArchive({ fill: () => undefined, ytDlp: ytDlp.program });
  device = await server.login();
  server.archive.appSettings.change({ downloads: { sleep_interval: 0 } });
  await mkdir(inLibrary('Harbour Notes'));
});
afterEach(async () => {
  await server.stop();
  await ytDlp.remove();
});

const inLibrary = (...parts: string[]): string => path.join(server.libraryFolder, ...parts);
const taskCount = (): number => (server.archive.database.prepare('SELECT count(*) AS n FROM task').get() as { n: number }).n;
const importAll = () => createImporter({ root: server.libraryFolder, catalogue: server.catalogue, log: () => undefined }).run(new AbortController().signal);
const video = (id: string) => device.json<WireVideo>(`/api/video/${id}/`);
const filesOf = async (id: string) => (await readdir(inLibrary('Harbour Notes'))).filter((name) => name.includes(id));

/** Generates a video of three seconds with ffmpeg. */
function makeVideo(name: string, hasSound = false): string {
  const file = inLibrary('Harbour Notes', name);
  const soundInput = hasSound ? ['-f', 'lavfi', '-i', 'sine=duration=3'] : [];
  const soundCodec = hasSound ? ['-c:a', 'aac'] : [];
  const pictureInput = ['-f', 'lavfi', '-i', 'testsrc=duration=3:size=320x180:rate=10'];
  execFileSync(ffmpeg ?? '', ['-v', 'error', ...pictureInput, ...soundInput, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', ...soundCodec, file]);
  return file;
}
async function runTask(name: string, body?: unknown, address = `/api/task/by-name/${name}/`): Promise<WireNotification | undefined> {
  const { task_id } = await device.json<{ task_id: string }>(address, { method: 'POST', ...(body === undefined ? {} : { body }) });
  let lastNotification: WireNotification | undefined;
  // Keeps the last notification, because it disappears some seconds after its task ends, and the tasks that follow may take longer.
  await expect
    .poll(
      async () => {
        const count = taskCount();
        lastNotification = (await device.json<WireNotification[]>('/api/notification/')).find(({ id }) => id === task_id) ?? lastNotification;
        return count;
      },
      { timeout: 60_000 },
    )
    .toBe(0);
  return lastNotification;
}

withFfmpeg(
  'a rescan adds a missing picture from the source of the video, or else a frame of the video',
  async () => {
    for (const id of [pierId, ropeId]) {
      makeVideo(`${id}.mp4`);
      await writeFile(
        inLibrary('Harbour Notes', `${id}.info.json`),
        JSON.stringify(anInfo({ id, webpage_url: watchUrl(id), original_url: watchUrl(id), channel_url: null, uploader_url: null })),
      );
    }
    await ytDlp.serve({ [watchUrl(pierId)]: { info: anInfo({ id: pierId }), pictures: { '.webp': 'its own' } } });
    const lastNotification = await runTask('rescan_filesystem', { ignore_error: false, prefer_local: true }, '/api/appsettings/rescan-filesystem/');
    expect(lastNotification).toMatchObject({ level: 'info', messages: ['2 media files, 2 new.'] });
    const checkNotification = (await device.json<WireNotification[]>('/api/notification/?filter=settings')).find(({ title }) => title === 'Check Thumbnails');
    expect(checkNotification).toMatchObject({ level: 'info', group: 'setting:thumbnailcheck', messages: ['2 pictures added.'] });
    expect(await (await device.call((await video(pierId)).vid_thumb_url ?? '')).text()).toBe('its own');
    const pictureBytes = Buffer.from(await (await device.call((await video(ropeId)).vid_thumb_url ?? '')).arrayBuffer());
    expect(pictureBytes.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(await runTask('thumbnail_check')).toMatchObject({ messages: ['Every video and every channel has a picture.'] });
  },
  120_000,
);

(isLong ? withFfmpeg : longTest)(
  'embedding writes the texts and the picture into a media file once; streams, modification time and watched mark stay unchanged',
  async () => {
    for (const [name, hasSound] of [
      [`${pierId}.mp4`, true],
      [`${ropeId}.mkv`, false],
    ] as const) {
      const file = makeVideo(name, hasSound);
      await utimes(file, 1_700_000_000, 1_700_000_000);
      const id = name.slice(0, 11);
      await writeFile(
        inLibrary('Harbour Notes', `${id}.info.json`),
        JSON.stringify(anInfo({ id, title: `Film ${id}`, description: 'One line.\nAnd more: = ; # \\ yes.' })),
      );
      execFileSync(ffmpeg ?? '', [
        '-v',
        'error',
        '-f',
        'lavfi',
        '-i',
        'color=red:size=64x64:duration=1',
        '-frames:v',
        '1',
        inLibrary('Harbour Notes', `${id}.jpg`),
      ]);
    }
    await importAll();
    await device.call('/api/watched/', { method: 'POST', body: { id: pierId, is_watched: true } });
    const videoBefore = await video(pierId);
    expect(await runTask('resync_metadata')).toMatchObject({
      level: 'info',
      group: 'setting:thumbnailsync',
      messages: ['2 files changed, 0 already had everything.'],
    });

    for (const name of [`${pierId}.mp4`, `${ropeId}.mkv`]) {
      const probe = execFileSync(ffprobe ?? '', ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', inLibrary('Harbour Notes', name)]);
      const { format, streams } = JSON.parse(probe.toString()) as {
        format: { tags: Record<string, string> };
        streams: { codec_name: string; disposition: { attached_pic: number } }[];
      };
      const tags = Object.fromEntries(Object.entries(format.tags).map(([key, value]) => [key.toLowerCase(), value]));
      expect(tags).toMatchObject({ title: `Film ${name.slice(0, 11)}`, artist: 'Harbour Notes', description: 'One line.\nAnd more: = ; # \\ yes.' });
      expect(streams.filter(({ disposition }) => disposition.attached_pic === 1)).toHaveLength(1);
      expect((await stat(inLibrary('Harbour Notes', name))).mtimeMs).toBe(1_700_000_000_000);
    }
    const videoAfter = await video(pierId);
    expect(videoAfter.streams.map(({ type, codec }) => [type, codec])).toEqual(videoBefore.streams.map(({ type, codec }) => [type, codec]));
    expect([videoAfter.player.watched, videoAfter.media_size > videoBefore.media_size, videoAfter.date_downloaded]).toEqual([
      true,
      true,
      videoBefore.date_downloaded,
    ]);
    expect((await readdir(inLibrary('Harbour Notes'))).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(await runTask('resync_metadata')).toMatchObject({ messages: ['0 files changed, 2 already had everything.'] });
    expect(await runTask('resync_thumbs')).toMatchObject({ messages: ['0 files changed, 2 already had everything.'] });
  },
  120_000,
);

withFfmpeg('embedding reports a file that is no longer a video, and leaves the file unchanged', async () => {
  makeVideo(`${pierId}.mp4`);
  await writeFile(inLibrary('Harbour Notes', `${pierId}.info.json`), JSON.stringify(anInfo({ id: pierId })));
  await importAll();
  await writeFile(inLibrary('Harbour Notes', `${pierId}.mp4`), 'not a video');
  expect(await runTask('resync_metadata')).toMatchObject({
    level: 'error',
    messages: ['0 files changed, 0 already had everything.', 'Low tide at the old pier: The file cannot be read.'],
  });
  expect(await filesOf(pierId)).toEqual([`${pierId}.info.json`, `${pierId}.mp4`]);
});

withFfmpeg('an import asks the source for a missing description, unless local files are preferred', async () => {
  makeVideo(`A film [${pierId}].mp4`);
  await ytDlp.serve({
    [watchUrl(pierId)]: { info: anInfo({ id: pierId, title: 'Its real title', extractor: 'youtube' }) },
    [watchUrl(ropeId)]: { info: anInfo({ id: ropeId, title: 'Not asked for', extractor: 'youtube' }) },
  });
  expect(await runTask('manual_import')).toMatchObject({
    level: 'info',
    group: 'setting:import',
    messages: ['1 media file, 1 new.', 'Videos without a description: 1 looked up at the source.'],
  });
  expect(await video(pierId)).toMatchObject({ title: 'Its real title', channel: { channel_name: 'Harbour Notes' } });
  expect(await filesOf(pierId)).toEqual([`A film [${pierId}].info.json`, `A film [${pierId}].mp4`]);

  makeVideo(`Another [${ropeId}].mp4`);
  await writeFile(inLibrary('Harbour Notes', 'broken.mp4'), 'x');
  const body = { ignore_error: true, prefer_local: true };
  const lastNotification = await runTask('manual_import', body, '/api/appsettings/manual-import/');
  expect(lastNotification).toMatchObject({
    level: 'info',
    messages: ['3 media files, 1 new.', '1 file has a problem. See /admin/library/.', expect.any(String)],
  });
  expect(await video(ropeId)).toMatchObject({ title: 'Another' });
});
