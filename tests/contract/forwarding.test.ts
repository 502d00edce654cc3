// The server in front of another archive: the real command in front of a second server, over https and under another name, and in front of
// servers that misbehave.
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createForwardingServer } from '../../server/forward/forwarding-server.ts';
import { remoteArchiveOf } from '../../server/forward/remote-archive.ts';
import { people, plantOwner } from '../builders/archive-people.ts';
import { runInProcess } from '../builders/run-in-process.ts';
import { silentLog } from '../doubles/log.ts';
import { testCertificate, testKey } from '../builders/server-certificate.ts';
import { startServerProcess, type ServerProcess } from '../builders/server-process.ts';
import { signIn, type ApiSession } from '../builders/server-session.ts';
import { rawRequest } from './raw-request.ts';
import { longTest } from '../long-test.ts';

const longTimeout = { timeout: 60_000 };
const owner = people.staff;
const addressOf = (line: string): string => /https?:\/\/[^/ ]+/.exec(line)?.[0] ?? '';

let folder: string;
let ca: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-forward-'));
  ca = path.join(folder, 'ca.pem');
  await writeFile(ca, testCertificate);
  await writeFile(path.join(folder, 'key.pem'), testKey);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const runningServers: ServerProcess[] = [];
function start(flags: string[]): ServerProcess {
  const server = startServerProcess(flags);
  runningServers.push(server);
  return server;
}
const endAll = () => Promise.all(runningServers.splice(0).map((server) => server.waitForExit('SIGKILL')));

describe('in front of an archive on another host, over https', () => {
  let archive: ServerProcess;
  let port: string;
  let frontUrl: string;
  let device: ApiSession;
  let video: { youtube_id: string; media_url: string; media_size: number; vid_thumb_url: string };
  const startArchive = (onPort: string): ServerProcess =>
    start(['--port', onPort, '--data', path.join(folder, 'archive'), '--tls-cert', ca, '--tls-key', path.join(folder, 'key.pem')]);
  beforeAll(async () => {
    plantOwner(path.join(folder, 'archive'));
    archive = startArchive('0');
    ({ port } = new URL(addressOf(await archive.ready())));
    const forwardingProcess = start(['--port', '0', '--archive', `https://localhost:${port}`, '--archive-ca', ca]);
    const line = await forwardingProcess.ready();
    expect(line).toMatch(/sign in with your account of localhost:\d+\.$/);
    frontUrl = addressOf(line);
    device = await signIn(frontUrl, owner);
    [video] = (await device.json<{ data: [typeof video] }>('/api/video/?sort=duration&order=desc')).data;
  }, 60_000);
  afterAll(endAll);

  test('signing in sets cookies for this server’s address that also work over plain http', async () => {
    const loginAnswer = await fetch(`${frontUrl}/api/user/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: frontUrl },
      body: JSON.stringify({ ...owner, remember_me: 'on' }),
    });
    expect(loginAnswer.status).toBe(204);
    const cookies = loginAnswer.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['sessionid', 'csrftoken']);
    for (const cookie of cookies) expect(cookie).not.toMatch(/; (Secure|Domain)/i);
    expect(await device.json('/api/user/account/')).toMatchObject({ name: owner.username });
    const refusal = await fetch(`${frontUrl}/api/user/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"mara","password":"x"}',
    });
    expect([refusal.status, await refusal.json()]).toEqual([400, expect.anything()]);
  });

  test('the archive accepts an extension with its token, but not with the session of the browser', async () => {
    const { token } = await device.json<{ token: string }>('/api/appsettings/token/');
    const origin = 'moz-extension://6f3a2c1e-8d4b-4c70-9a5e-2b1f0d9c8e7a';
    const accessOf = (answer: Response) => [
      answer.status,
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('access-control-allow-credentials'),
    ];
    const preflight = await fetch(`${frontUrl}/api/ping/`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } });
    expect(accessOf(preflight)).toEqual([204, origin, null]);
    const writeRequest = { method: 'POST', body: JSON.stringify({ id: video.youtube_id, is_watched: false }) };
    const headers = { origin, 'content-type': 'application/json' };
    const writeAnswer = await fetch(`${frontUrl}/api/watched/`, { ...writeRequest, headers: { ...headers, authorization: `Token ${token}` } });
    expect(accessOf(writeAnswer)).toEqual([200, origin, null]);
    const refusal = await device.call('/api/watched/', { method: 'POST', body: { id: video.youtube_id, is_watched: false }, headers: { origin } });
    expect(accessOf(refusal)).toEqual([403, origin, null]);
  });

  test('a write from a page of this address reaches the archive, and a write from another origin is refused', async () => {
    const progressAddress = `/api/video/${video.youtube_id}/progress/`;
    const writeRequest = {
      method: 'POST',
      body: { position: 17 },
      headers: { origin: frontUrl, referer: `${frontUrl}/video/x/`, 'idempotency-key': 'forwarded-1' },
    };
    await device.json(progressAddress, writeRequest);
    expect(await device.json(`/api/video/${video.youtube_id}/`)).toMatchObject({ player: { position: 17 } });
    const foreignAnswer = await device.call(progressAddress, { method: 'POST', body: { position: 3 }, headers: { origin: 'https://elsewhere.test' } });
    expect(foreignAnswer.status).toBe(403);
    expect(await device.json(`/api/video/${video.youtube_id}/`)).toMatchObject({ player: { position: 17 } });
  });

  test('media supports ranges, and pictures support conditional requests', async () => {
    const partAnswer = await device.call(video.media_url, { headers: { range: 'bytes=100-199' } });
    expect(partAnswer.status).toBe(206);
    expect(partAnswer.headers.get('content-range')).toBe(`bytes 100-199/${video.media_size}`);
    expect((await partAnswer.arrayBuffer()).byteLength).toBe(100);
    const outOfRangeAnswer = await device.call(video.media_url, { headers: { range: `bytes=${video.media_size}-` } });
    expect(outOfRangeAnswer.status).toBe(416);
    const pictureAnswer = await device.call(video.vid_thumb_url);
    expect(pictureAnswer.headers.get('content-type')).toMatch(/^image\//);
    const unchangedAnswer = await device.call(video.vid_thumb_url, { headers: { 'if-none-match': pictureAnswer.headers.get('etag') ?? '' } });
    expect(unchangedAnswer.status).toBe(304);
    const headAnswer = await device.call(video.media_url, { method: 'HEAD' });
    expect([headAnswer.status, headAnswer.headers.get('content-length')]).toEqual([200, String(video.media_size)]);
  });

  test('answers to calls have an id derived from the archive’s address and the same policy as pages; the archive’s own pages are not forwarded', async () => {
    const page = await fetch(`${frontUrl}/channel/`, { headers: { accept: 'text/html' } });
    const pingAnswer = await device.call('/api/ping/');
    const archiveId = pingAnswer.headers.get('x-archive-id') ?? '';
    expect(archiveId).toMatch(/^[0-9a-f]{32}$/);
    expect((await device.call('/api/user/me/', { headers: { 'x-archive-id': archiveId } })).status).toBe(200);
    expect((await device.call('/api/user/me/', { headers: { 'x-archive-id': 'of another address' } })).status).toBe(409);
    expect(pingAnswer.headers.get('x-start-timestamp')).toMatch(/^\d+$/);
    expect(pingAnswer.headers.get('content-security-policy')).toBe(page.headers.get('content-security-policy'));
    expect((await fetch(`${frontUrl}/_saved/x`)).status).toBe(404);
    expect((await fetch(`${frontUrl}/admin/`)).status).toBe(404);
  });

  test('signing out ends the session on the archive; calls fail with a message while the archive is down, and work again afterwards', longTimeout, async () => {
    const session = await signIn(frontUrl, owner);
    expect((await session.call('/api/user/logout/', { method: 'POST' })).status).toBeLessThan(300);
    expect((await session.call('/api/ping/')).status).toBe(403);
    await archive.waitForExit('SIGKILL');
    const awayAnswer = await device.call('/api/ping/');
    expect([awayAnswer.status, await awayAnswer.json()]).toEqual([
      502,
      { error: expect.stringMatching(/^The archive at localhost:\d+ is not answering: the connection was (refused|cut)\.$/) },
    ]);
    archive = startArchive(port);
    await archive.ready();
    expect((await device.call('/api/ping/')).status).toBe(200);
  });
});

test('a forwarding server serves its own client, or says how to build it, and requests no page from the archive', async () => {
  const requestedUrls: string[] = [];
  const archive = http.createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    response.setHeader('content-type', 'text/html').end('a page of the archive');
  });
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve));
  const remote = remoteArchiveOf(`http://127.0.0.1:${(archive.address() as AddressInfo).port}`);
  if (!remote) throw new Error('this is not an address of an archive');
  const builtClientFolder = path.join(folder, 'client');
  await mkdir(builtClientFolder);
  await writeFile(path.join(builtClientFolder, 'index.html'), '<!doctype html><title>This client</title>');
  for (const [clientFolder, status, text] of [
    [builtClientFolder, 200, '<title>This client</title>'],
    [path.join(folder, 'no-client'), 503, 'npm run build'],
  ] as const) {
    const forwardingServer = await createForwardingServer({ remote, archiveCa: null, clientFolder, tls: null, version: 'v0', log: silentLog });
    const page = await forwardingServer.inject({ url: '/channel/', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['content-type'], page.body]).toEqual([status, 'text/html; charset=utf-8', expect.stringContaining(text)]);
    await forwardingServer.close();
  }
  expect(requestedUrls).toEqual([]);
  archive.close();
});

test('a sign-in at a proxy in front of this server, and other services’ cookies, do not reach the archive', async () => {
  const seenHeaders: http.IncomingHttpHeaders[] = [];
  const archive = http.createServer((request, response) => {
    seenHeaders.push(request.headers);
    response.setHeader('set-cookie', 'lb=1; Path=/').end('{}');
  });
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve));
  const remote = remoteArchiveOf(`http://127.0.0.1:${(archive.address() as AddressInfo).port}`);
  if (!remote) throw new Error('this is not an address of an archive');
  const forwardingServer = await createForwardingServer({ remote, archiveCa: null, clientFolder: folder, tls: null, version: 'v0', log: silentLog });
  const authorization = 'Basic bWFyYTpzZWNyZXQ=';
  const cookie = 'grafana_session=g; sessionid=a; lb=1';
  for (const headers of [
    { authorization, cookie, 'x-forwarded-for': '203.0.113.7', 'remote-user': 'mara' },
    { authorization, cookie },
  ])
    await forwardingServer.inject({ url: '/api/ping/', headers });
  expect(seenHeaders).toEqual([
    expect.not.objectContaining({ authorization: expect.anything() as unknown }),
    // Without a proxy in front, the browser signs in to a proxy of the archive.
    expect.objectContaining({ authorization, cookie: 'sessionid=a; lb=1' }),
  ]);
  expect(seenHeaders[0]).toMatchObject({ cookie: 'sessionid=a' });
  expect(seenHeaders[0]).not.toHaveProperty('remote-user');
  await forwardingServer.close();
  archive.close();
});

test('an address that leads out of calls, media and pictures does not reach the archive, and a query reaches it unchanged', async () => {
  const requestedUrls: string[] = [];
  const archive = http.createServer((request, response) => {
    requestedUrls.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve));
  const remote = remoteArchiveOf(`http://127.0.0.1:${(archive.address() as AddressInfo).port}/tube/`);
  if (!remote) throw new Error('this is not an address of an archive');
  const forwardingServer = await createForwardingServer({ remote, archiveCa: null, clientFolder: folder, tls: null, version: 'v0', log: silentLog });
  const port = Number(new URL(await forwardingServer.listen({ host: '127.0.0.1', port: 0 })).port);
  for (const address of ['/api/../admin/', '/api/%2e%2e/admin/', '/api/\\..\\..\\admin/', '/media/\\..\\..\\..\\private', '/cache/..%2fadmin/'])
    expect([address, (await rawRequest(port, address)).status]).toEqual([address, expect.toBeOneOf([400, 404])]);
  expect(requestedUrls).toEqual([]);
  for (const query of ['?query=../sea', '?query=50%']) {
    expect((await rawRequest(port, `/api/search/${query}`)).status).toBe(200);
    expect(requestedUrls.pop()).toBe(`/tube/api/search/${query}`);
  }
  // A request to a proxy names its target by a complete address.
  expect((await rawRequest(port, 'http://other.example/api/ping/')).status).toBe(200);
  expect(requestedUrls.pop()).toBe('/tube/api/ping/');
  expect((await rawRequest(port, 'http://other.example/api/../admin/')).status).toBeOneOf([400, 404]);
  expect(requestedUrls).toEqual([]);
  await forwardingServer.close();
  archive.close();
});

describe('in front of servers that misbehave', () => {
  afterEach(endAll);

  async function startInFrontOf(listener: http.RequestListener, flags: string[] = []): Promise<{ url: string; close(): void }> {
    const server = http.createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const line = await start(['--port', '0', '--archive', `http://127.0.0.1:${(server.address() as AddressInfo).port}/tube/`, ...flags]).ready();
    return {
      url: addressOf(line),
      close() {
        server.close();
        server.closeAllConnections();
      },
    };
  }

  longTest(
    'paths, addresses and cookies of an archive below a path are rewritten for this server, and the header X-Forwarded-For of a proxy is not passed on',
    longTimeout,
    async () => {
      const seenRequests: http.IncomingMessage[] = [];
      const forwardingServer = await startInFrontOf((request, response) => {
        seenRequests.push(request);
        const origin = `http://${request.headers.host}`;
        response.setHeader('set-cookie', ['csrftoken=a; Path=/tube/; Domain=tube.example; SameSite=None; Secure', 'other=b; Path=/']);
        response.writeHead(302, { location: `${origin}/tube/api/video/`, 'content-security-policy': "default-src 'none'" }).end();
      });
      const answer = await fetch(`${forwardingServer.url}/api/channel/?page=2`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: forwardingServer.url, referer: `${forwardingServer.url}/channel/`, 'x-forwarded-for': '203.0.113.7', 'x-csrftoken': 'a' },
        body: '{"data":[]}',
      });
      const forwardedRequest = seenRequests.at(-1);
      expect(forwardedRequest?.url).toBe('/tube/api/channel/?page=2');
      expect(forwardedRequest?.headers).toMatchObject({
        origin: `http://${forwardedRequest?.headers.host}`,
        referer: `http://${forwardedRequest?.headers.host}/tube/channel/`,
        'x-csrftoken': 'a',
      });
      expect(forwardedRequest?.headers['x-forwarded-for']).toBeUndefined();
      expect(answer.headers.get('location')).toBe('/api/video/');
      expect(answer.headers.getSetCookie()).toEqual(['csrftoken=a; Path=/; SameSite=Lax', 'other=b; Path=/']);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
      forwardingServer.close();
    },
  );

  longTest('a video of gigabytes is not buffered: the archive sends no faster than the device reads', longTimeout, async () => {
    let writtenBytes = 0;
    const chunk = Buffer.alloc(64 << 10);
    const forwardingServer = await startInFrontOf((request, response) => {
      if (!request.url?.includes('/youtube/')) return void response.end('{}');
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(4 * 2 ** 30) });
      const write = (): void => {
        while (response.write(chunk)) writtenBytes += chunk.length;
        writtenBytes += chunk.length;
        response.once('drain', write);
      };
      write();
    });
    const request = http.get(`${forwardingServer.url}/youtube/film.mp4`);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    expect(answer.headers['content-length']).toBe(String(4 * 2 ** 30));
    answer.pause();
    // The transfer stalls: the sent bytes stop growing once the buffers on the way are full. Each of the calls gives both servers the
    // chance to pass on more.
    let previousBytes = -1;
    while (previousBytes !== writtenBytes && writtenBytes < 64 * 2 ** 20) {
      previousBytes = writtenBytes;
      for (let call = 0; call < 20; call += 1) await (await fetch(`${forwardingServer.url}/api/ping/`)).text();
    }
    expect(writtenBytes).toBeLessThan(64 * 2 ** 20);
    request.destroy();
    forwardingServer.close();
  });

  longTest('an untrusted certificate is reported at the start, in the answer to a call, and by the health check', longTimeout, async () => {
    const archive = https.createServer({ cert: testCertificate, key: testKey }).listen(0, '127.0.0.1');
    await once(archive, 'listening');
    const { port } = archive.address() as AddressInfo;
    const forwardingServer = start(['--port', '0', '--archive', `https://localhost:${port}`]);
    const url = addressOf(await forwardingServer.ready());
    const message = /The certificate of the archive at localhost:\d+ is not trusted: it is self-signed\. --archive-ca FILE names an authority to trust\.$/m;
    expect(forwardingServer.stdout()).toMatch(message);
    const answer = await fetch(`${url}/api/ping/`);
    expect([answer.status, await answer.json()]).toEqual([502, { error: expect.stringMatching(message) }]);
    const healthAnswer = await fetch(`${url}/healthz`);
    expect([healthAnswer.status, await healthAnswer.json()]).toMatchObject([
      503,
      { status: 'failing', checks: { archive: { words: expect.stringMatching(message) as string } } },
    ]);
    const strangerAnswer = await fetch(`${url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect([strangerAnswer.status, await strangerAnswer.json()]).toEqual([503, { status: 'failing' }]);
    expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(403);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('stowaway_health{check="archive"} 2');
    archive.close();
  });

  test.each([
    [['--archive', 'tube.example'], /must be the address of a server/],
    [['--archive', 'ftp://tube.example'], /must be the address of a server/],
    [['--archive', 'https://tube.example', '--library', '.'], /cannot be used together/],
    [['--archive', 'https://tube.example', '--archive-ca', '/nowhere.pem'], /cannot be used/],
    [['--archive-ca', '/nowhere.pem'], /works only with --archive/],
  ])('%j is refused with one line', async (flags, message) => {
    const { code, stderr } = await runInProcess(flags);
    expect([code, stderr.trim().split('\n')]).toEqual([1, [expect.stringMatching(message)]]);
  });
});
