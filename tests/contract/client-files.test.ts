import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isCastSender } from '../../src/app/trusted-types.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { rawRequest, type RawAnswer } from './raw-request.ts';
import { processorMsSince } from '../builders/processor-time.ts';

const themeScript = "document.documentElement.dataset.theme = 'dark'";
const page = `<!doctype html><html><head><script>${themeScript}</script><script type="module" src="/assets/main-1a2b.js"></script></head><body>${'x'.repeat(2000)}</body></html>`;
const script = `console.log('${'s'.repeat(3000)}')`;

let folder: string;
let server: ServerArchive;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-client-'));
  await mkdir(path.join(folder, 'assets'));
  await mkdir(path.join(folder, '.server'));
  const files: Record<string, string | Buffer> = {
    'index.html': page,
    'sw.js': 'self.skipWaiting()',
    'manifest.webmanifest': '{"name":"Stowaway","lang":"en"}',
    'manifest.de.webmanifest': '{"name":"Stowaway","lang":"de"}',
    'assets/main-1a2b.js': script,
    'assets/main-1a2b.js.br': brotliCompressSync(`${script}//prepared`),
    'assets/font-3c4d.woff2': 'font',
    '.stamp': 'of the build',
    '.server/main.mjs': 'the server itself',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  server = await startServerArchive({ clientFolder: folder });
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = (address: string, headers: Record<string, string> = {}): Promise<RawAnswer> => rawRequest(server.port, address, { headers });
const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('addresses', () => {
  test('every address of a client page gets the client’s document, which is always revalidated', async () => {
    for (const address of ['/', '/login/', '/video/Dawn_walk-1', '/channel/UCharbourharbourharbour1/', '/search/?query=a.b', '/_dev', '/video/with.a.dot']) {
      const answer = await get(address, navigation);
      expect([address, answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        address,
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(answer.body.toString()).toBe(page);
    }
  });

  test('the longest possible path of dots does not block the server noticeably', async () => {
    const usageBefore = process.cpuUsage();
    for (let count = 0; count < 20; count += 1) expect((await get(`/${'.'.repeat(15_000)}/`)).status).toBe(200);
    // A regular expression that looks for a dot in the last path segment would start anew at every dot, and take several seconds.
    expect(processorMsSince(usageBefore)).toBeLessThan(2_000);
  });

  test('an address that is not a page of the client never gets the document', async () => {
    for (const address of [
      '/api/nothing/',
      '/api',
      '//api/nothing/',
      '/%61pi/nothing/',
      '/metrics/',
      '/admin/nothing/',
      '/media',
      '/youtube',
      '/cache',
      '/_saved/',
      '/_saved/x.mp4',
      '/assets/main-gone.js',
      '/assets/',
    ]) {
      const answer = await get(address, navigation);
      expect([address, answer.status], answer.body.toString()).toEqual([address, 404]);
      expect(answer.body.toString()).not.toContain(themeScript);
    }
    for (const address of ['/main-gone.js', '/.stamp', '/.server/main.mjs']) expect((await get(address, { accept: '*/*' })).status).toBe(404);
    expect((await rawRequest(server.port, '/login/', { method: 'POST' })).status).toBe(404);
  });

  test('hashed assets are cached permanently; the worker and the manifest are revalidated each time', async () => {
    const table: [string, string, string][] = [
      ['/assets/main-1a2b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
      ['/assets/font-3c4d.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
      ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
      ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
      ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ];
    for (const [address, type, cacheControl] of table) {
      const answer = await get(address);
      expect([address, answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([address, 200, type, cacheControl]);
    }
  });

  test.each([
    ['en', {}],
    ['de', { 'accept-language': 'de-AT,en;q=0.5' }],
    ['de', { 'accept-language': 'en', cookie: 'stowaway_language=de' }],
    ['en', { 'accept-language': 'de', cookie: 'stowaway_language=en' }],
    // Only a known language tag in the cookie counts.
    ['en', { cookie: 'stowaway_language=../sw' }],
  ])('the manifest is in the visitor’s language (%s for %j)', async (language, headers) => {
    const answer = await get('/manifest.webmanifest', headers);
    expect(JSON.parse(answer.body.toString())).toEqual({ name: 'Stowaway', lang: language });
    expect(answer.headers['vary']).toBe('accept-language, cookie');
    const { etag = '' } = answer.headers;
    const otherHeaders = language === 'de' ? { 'accept-language': 'en' } : { 'accept-language': 'de' };
    expect((await get('/manifest.webmanifest', { ...otherHeaders, 'if-none-match': etag })).status).toBe(200);
  });

  test('a request for an unchanged document gets 304', async () => {
    const { etag } = (await get('/', navigation)).headers;
    expect((await get('/', { ...navigation, 'if-none-match': etag ?? '' })).status).toBe(304);
  });

  test('HEAD reports the length and sends no body', async () => {
    const answer = await rawRequest(server.port, '/', { method: 'HEAD', headers: navigation });
    expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([200, String(page.length), 0]);
  });
});

describe('compression', () => {
  test('files compressed by the build are sent unchanged, text is compressed for other encodings, and fonts are not compressed', async () => {
    const preparedAnswer = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' });
    expect([preparedAnswer.headers['content-encoding'], preparedAnswer.headers['vary']]).toEqual(['br', 'accept-encoding']);
    expect(brotliDecompressSync(preparedAnswer.body).toString()).toBe(`${script}//prepared`);
    const gzipAnswer = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' });
    expect([gzipAnswer.headers['content-encoding'], gunzipSync(gzipAnswer.body).toString()]).toEqual(['gzip', script]);
    const plainAnswer = await get('/assets/main-1a2b.js');
    expect([plainAnswer.headers['content-encoding'], plainAnswer.body.toString()]).toEqual([undefined, script]);
    expect((await get('/assets/font-3c4d.woff2', { 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBeUndefined();
  });
});

describe('security headers', () => {
  test('are on every answer, successful or not', async () => {
    const device = await server.login();
    const cookie = `sessionid=${device.cookies.sessionid}`;
    for (const address of [
      '/',
      '/assets/main-1a2b.js',
      '/sw.js',
      '/api/ping/',
      '/api/nothing/',
      '/api/video/%zz/',
      '/youtube/unknown',
      '/media/x',
      '/_saved/x',
      '/api/ping',
    ]) {
      for (const headers of [{ cookie }, {}] as Record<string, string>[]) {
        const answer = await get(address, headers);
        expect(answer.headers, address).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' });
        expect(answer.headers['content-security-policy'], address).toContain("frame-ancestors 'none'");
      }
    }
  });

  test('the policy allows exactly the inline script of the document', async () => {
    const policy = String((await get('/', navigation)).headers['content-security-policy']);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    const hash = createHash('sha256').update(themeScript).digest('base64');
    const [ownSource, inlineSource, ...castSources] = scripts?.split(' ') ?? [];
    expect([ownSource, inlineSource]).toEqual(["'self'", `'sha256-${hash}'`]);
    // The policy lists folders rather than the host: the same folders that the page's Trusted Types policy allows once casting is enabled.
    expect(castSources).toHaveLength(3);
    for (const source of castSources) expect([source, source.endsWith('/') && isCastSender(`${source}x.js`, 'https://a.example/')]).toEqual([source, true]);
    expect(policy).not.toContain('unsafe');
  });
});

test('without a built client, the page says how to build the client', async () => {
  const serverWithoutClient = await startServerArchive();
  const answer = await rawRequest(serverWithoutClient.port, '/', { headers: navigation });
  expect([answer.status, answer.body.toString()]).toEqual([503, expect.stringContaining('npm run build')]);
  await serverWithoutClient.stop();
});
