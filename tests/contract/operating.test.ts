// What an operator's programs see (health, metrics, failed sign-ins, results of tasks), and how little of it strangers see.
import { mkdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTaskHistory } from '../../server/tasks/history.ts';
import { openAdminBrowser } from '../builders/admin-browser.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { rawRequest } from './raw-request.ts';

const metricsToken = 'a-token-for-prometheus';

let server: ServerArchive;
beforeAll(async () => {
  server = await startServerArchive({ metricsToken });
});
afterAll(() => server.stop());

interface Healthz {
  status: string;
  checks?: Record<string, { status: string; words: string }>;
}
const healthz = async (headers: Record<string, string> = {}, { port } = server): Promise<{ code: number; body: Healthz }> => {
  const answer = await rawRequest(port, '/healthz', { headers });
  return { code: answer.status, body: JSON.parse(answer.body.toString()) as Healthz };
};
const strangerHeaders = { 'x-forwarded-for': '203.0.113.9' };
const metrics = (headers: Record<string, string> = {}) => rawRequest(server.port, '/metrics', { headers });

describe('/healthz', () => {
  test('reports the state of database, disk, yt-dlp, import and alerts to this computer', async () => {
    expect(await healthz()).toEqual({
      code: 200,
      body: {
        // No yt-dlp is installed here.
        status: 'warn',
        version: expect.stringMatching(/^v\d/) as string,
        checks: {
          database: { status: 'ok', words: 'The database can be read.' },
          disk: expect.objectContaining({
            words: expect.stringMatching(/\d (MB|GB|TB) are free/) as string,
            free_bytes: expect.any(Number) as number,
          }) as object,
          yt_dlp: { status: 'warn', words: expect.stringContaining('so nothing can be downloaded') as string },
          import: { status: 'ok', words: 'The library has not been read yet.' },
          alerts: { status: 'ok', words: 'None.' },
        },
      },
    });
  });

  test('is 503 and failing while the library folder is absent, and says why', async () => {
    await rm(server.libraryFolder, { recursive: true });
    expect(await healthz()).toMatchObject({
      code: 503,
      body: { status: 'failing', checks: { import: { status: 'failing', words: 'The library folder was not found.' } } },
    });
    expect(await healthz(strangerHeaders)).toEqual({ code: 503, body: { status: 'failing' } });
    await mkdir(server.libraryFolder);
    expect((await healthz()).code).toBe(200);
  });

  test('reports what the last import could not add', async () => {
    const report = {
      startedAt: '2026-03-01T10:00:00.000Z',
      finishedAt: '2026-03-01T10:00:09.000Z',
      found: 7,
      added: 7,
      updated: 0,
      moved: 0,
      missing: 0,
      returned: 0,
      unchanged: 0,
      awayFolders: [],
    };
    const otherServer = await startServerArchive();
    otherServer.catalogue.saveReport({ ...report, problems: [{ file: 'a.mp4', reason: 'it is empty' }] });
    expect((await healthz({}, otherServer)).body.checks?.['import']).toEqual({
      status: 'warn',
      words: '7 media files; 1 could not be imported, or only in part.',
      finished_at: '2026-03-01T10:00:09.000Z',
      files: 7,
      problems: 1,
    });
    await otherServer.stop();
  });

  test('gives the whole report to staff and to holders of the token, and one word to anybody else', async () => {
    const cookieOf = async (personName: 'staff' | 'guest') => ({
      ...strangerHeaders,
      cookie: `sessionid=${(await server.login(personName)).cookies.sessionid}`,
    });
    expect((await healthz(await cookieOf('staff'))).body.checks).toBeDefined();
    expect((await healthz({ ...strangerHeaders, authorization: `Bearer ${metricsToken}` })).body.checks).toBeDefined();
    const oneWordAnswer = { code: 200, body: { status: 'ok' } };
    expect(await healthz(await cookieOf('guest'))).toEqual(oneWordAnswer);
    for (const headers of strangerHeaderSets) expect([headers, await healthz(headers)]).toEqual([headers, oneWordAnswer]);
    expect(await healthz({ ...strangerHeaders, authorization: 'Bearer another' })).toEqual(oneWordAnswer);
    expect(await healthz({ ...strangerHeaders, authorization: 'Token another' })).toEqual(oneWordAnswer);
  });
});

/** Headers of requests that a proxy on this computer forwards, all from 127.0.0.1; the last two claim to come from this computer. */
const strangerHeaderSets: Record<string, string>[] = [
  strangerHeaders,
  { forwarded: 'for=203.0.113.9' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '203.0.113.9' },
  { host: 'tube.example' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
];

test('while no token is configured, no token opens /metrics', async () => {
  const otherServer = await startServerArchive();
  for (const token of ['null', '', 'undefined']) {
    expect((await rawRequest(otherServer.port, '/metrics', { headers: { ...strangerHeaders, authorization: `Bearer ${token}` } })).status).toBe(403);
  }
  await otherServer.stop();
});

describe('/metrics', () => {
  test('answers this computer and holders of the token, but no visitor who arrives through a proxy on this computer', async () => {
    expect((await metrics()).status).toBe(200);
    expect((await metrics({ ...strangerHeaders, authorization: `Bearer ${metricsToken}` })).status).toBe(200);
    const { cookies } = await server.login();
    for (const headers of [
      ...strangerHeaderSets,
      { ...strangerHeaders, authorization: 'Bearer another' },
      { ...strangerHeaders, cookie: `sessionid=${cookies.sessionid}` },
    ]) {
      expect([headers, (await metrics(headers)).status]).toEqual([headers, 403]);
    }
  });

  test('reports the library, tasks, disks and health, and counts answers by group of addresses, not by single address', async () => {
    const { archive, url } = server;
    await metrics();
    const device = await server.login();
    await device.call('/api/video/?page=1');
    await device.call('/api/video/unknown-id1/');
    await fetch(`${url}/some-page-that-is-nowhere`);
    createTaskHistory(archive.database).add({
      taskId: null,
      name: 'run_backup',
      title: 'Backup',
      outcome: 'done',
      startedAt: 1_000,
      endedAt: 1_009,
      lines: [],
    });
    const answer = await metrics();
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = answer.body.toString();
    const metricValue = (line: string): number => Number(new RegExp(`^${line.replace(/[{}"]/g, String.raw`\$&`)} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    const videoCount = archive.stats.videos().reduce((sum, { items }) => sum + items, 0);
    const reportedCount = [...text.matchAll(/^stowaway_videos\{.*\} (\d+)$/gm)].reduce((sum, [, items]) => sum + Number(items), 0);
    expect([reportedCount, videoCount > 0]).toEqual([videoCount, true]);
    expect(metricValue('stowaway_task_last_end_timestamp_seconds{task="run_backup",outcome="done"}')).toBe(1_009);
    expect(metricValue('stowaway_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
    expect(metricValue('stowaway_disk_free_bytes{folder="downloads"}')).toBeGreaterThan(0);
    expect(metricValue('stowaway_health{check="yt_dlp"}')).toBe(1);
    expect(metricValue('stowaway_http_request_duration_seconds_count{group="api/video",method="GET",status="2xx"}')).toBe(1);
    expect(metricValue('stowaway_http_request_duration_seconds_count{group="api/video",method="GET",status="4xx"}')).toBe(1);
    expect(metricValue('process_resident_memory_bytes')).toBeGreaterThan(0);
    expect(text).not.toContain('nowhere');
    expect(text).not.toContain('unknown-id1');
  });
});

describe('a failed sign-in', () => {
  test('is logged with the visitor’s address and the entered name, in the client and on /admin/', async () => {
    const { url, logLines } = server;
    const signIn = (headers: Record<string, string>) =>
      fetch(`${url}/api/user/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"username":"mara","password":"no"}',
      });
    await signIn({});
    await signIn(strangerHeaders);
    await openAdminBrowser(url).send('/admin/sign-in/', { name: 'to"ve', password: 'no' }, strangerHeaders);
    expect(logLines).toEqual([
      'Failed sign-in from 127.0.0.1 as "mara"',
      'Failed sign-in from 203.0.113.9 as "mara"',
      'Failed sign-in from 203.0.113.9 as "to\\"ve"',
    ]);
  });

  test('is not attributed to an address that the visitor made up', async () => {
    await fetch(`${server.url}/api/user/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
      body: '{"username":"mara","password":"no"}',
    });
    expect(server.logLines.at(-1)).toBe('Failed sign-in from 203.0.113.9 as "mara"');
  });
});

describe('tasks on /admin/system/', () => {
  test('are listed in pages, newest first, and failed tasks also have a list of their own', async () => {
    const { archive, url } = server;
    const history = createTaskHistory(archive.database);
    archive.database.exec('DELETE FROM task_run');
    for (let count = 1; count <= 60; count += 1) {
      const outcome = count % 30 === 0 ? 'failed' : 'done';
      history.add({
        taskId: null,
        name: 'run_backup',
        title: `Backup ${count}`,
        outcome,
        startedAt: 1_700_000_000 + count,
        endedAt: 1_700_000_090 + count,
        lines: [`line of <${count}>`],
      });
    }
    const browser = openAdminBrowser(url);
    browser.cookies.set('sessionid', (await server.login()).cookies.sessionid);
    const titles = (text: string): number[] => [...text.matchAll(/<h3>Backup (\d+)/g)].map(([, count]) => Number(count));
    const firstPage = await browser.open('/admin/system/');
    expect(titles(firstPage.text)).toEqual(Array.from({ length: 25 }, (_none, index) => 60 - index));
    expect(firstPage.text).toContain('line of &lt;60&gt;');
    expect(firstPage.text).toContain('took 1 min 30 s');
    const olderAddress = /href="([^"]+)">Older</.exec(firstPage.text)?.[1] ?? '';
    expect(titles((await browser.open(olderAddress.replaceAll('&amp;', '&'))).text)[0]).toBe(35);
    const failedPage = await browser.open('/admin/system/?tasks=failed');
    expect(titles(failedPage.text)).toEqual([60, 30]);
    expect(failedPage.text.match(/>Failed<\/span>/g)).toHaveLength(2);
    const guest = openAdminBrowser(url);
    guest.cookies.set('sessionid', (await server.login('guest')).cookies.sessionid);
    expect((await guest.open('/admin/system/')).status).toBe(403);
  });
});
