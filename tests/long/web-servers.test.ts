// The examples of docs/deploy for nginx and Caddy, each started in front of an archive, unchanged except for ports and paths. A server that
// is not installed is skipped with a message.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inlineScriptHashes } from '../../server/http/client-files.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { people } from '../builders/archive-people.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { dawnBytes, ids } from '../builders/server-library.ts';
import { signIn } from '../builders/server-session.ts';
import { prepareNginx, waitUntilListening } from '../builders/web-server.ts';
import { freePort } from '../e2e/archive-process.ts';

const projectFolder = path.resolve(import.meta.dirname, '../..');
const document = readFileSync(path.join(projectFolder, 'dist/index.html'), 'utf8');

interface WebServer {
  name: string;
  /** Resolves to the command that runs the example in the foreground. */
  prepare(folder: string, example: string): Promise<string[]>;
}

const servers: WebServer[] = [
  {
    name: 'nginx',
    prepare: (folder, example) => prepareNginx(folder, example),
  },
  {
    name: 'caddy',
    async prepare(folder, example) {
      await writeFile(path.join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${example}`);
      return ['caddy', 'run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
];
const exampleFiles: Record<string, string> = { nginx: 'nginx.conf', caddy: 'Caddyfile' };

for (const server of servers) {
  if (spawnSync(server.name, ['-h']).error) {
    console.log(`Skipped: the example for ${server.name}, which is not installed.`);
    continue;
  }
  describe(`behind ${server.name}`, () => {
    let archive: ServerArchive;
    let folder: string;
    let child: ChildProcess;
    let url: string;
    beforeAll(async () => {
      archive = await startServerArchive();
      folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-web-'));
      const dist = path.join(folder, 'dist');
      await mkdir(path.join(dist, 'assets'), { recursive: true });
      await writeFile(path.join(dist, 'index.html'), document);
      await writeFile(path.join(dist, 'sw.js'), '// the worker');
      await writeFile(path.join(dist, 'assets/index-abc123.js'), 'export {};');
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      const example = readFileSync(path.join(projectFolder, 'docs/deploy', exampleFiles[server.name] ?? ''), 'utf8')
        .replaceAll('/srv/stowaway', dist)
        .replaceAll('127.0.0.1:8001', `127.0.0.1:${archive.port}`)
        .replace(/\b8080\b/, String(port));
      const [command = '', ...args] = await server.prepare(folder, example);
      let output = '';
      child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } });
      child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      await waitUntilListening(port, child, () => output);
    });
    afterAll(async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await archive.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test('answers have each security header of the embedded server, exactly once', async () => {
      const expectedHeaders = securityHeaders(inlineScriptHashes(document));
      for (const address of ['/', '/channel/', '/assets/index-abc123.js', '/api/ping/', '/nowhere.js', '/_saved/x']) {
        const answer = await fetch(url + address);
        for (const [name, value] of Object.entries(expectedHeaders)) expect(answer.headers.get(name), `${address} ${name}`).toBe(value);
      }
    });

    test('a navigation gets the document; an address that is not a page of the client gets 404', async () => {
      for (const address of ['/', '/channel/', '/video/abc/?t=12', '/settings/user/']) {
        const page = await fetch(url + address);
        expect([page.status, page.headers.get('content-type')?.split(';')[0], page.headers.get('cache-control')], address).toEqual([
          200,
          'text/html',
          'no-cache',
        ]);
        expect(await page.text()).toBe(document);
      }
      const worker = await fetch(`${url}/sw.js`);
      expect([worker.status, worker.headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(worker.headers.get('content-type')).toContain('javascript');
      const asset = await fetch(`${url}/assets/index-abc123.js`);
      expect(asset.headers.get('cache-control')).toContain('immutable');
      for (const address of ['/assets/gone-123.js', '/_saved/x', '/admin/']) {
        const answer = await fetch(url + address);
        expect([answer.status, (await answer.text()).includes('stowaway.first-paint')], address).toEqual([404, false]);
      }
    });

    test('a person signs in, writes, and streams a video by ranges', async () => {
      const device = await signIn(url, people.staff);
      await device.json(`/api/video/${ids.dawn}/progress/`, { method: 'POST', body: { position: 12 }, headers: { origin: url } });
      const foreignAnswer = await device.call(`/api/video/${ids.dawn}/progress/`, {
        method: 'POST',
        body: { position: 3 },
        headers: { origin: 'https://elsewhere.test' },
      });
      expect(foreignAnswer.status).toBe(403);
      const rangeAnswer = await device.call(`/youtube/${ids.harbour}/${ids.dawn}.mp4`, { headers: { range: 'bytes=100-199' } });
      expect([rangeAnswer.status, rangeAnswer.headers.get('content-range')]).toEqual([206, `bytes 100-199/${dawnBytes.length}`]);
      expect(Buffer.from(await rangeAnswer.arrayBuffer()).equals(dawnBytes.subarray(100, 200))).toBe(true);
      expect((await device.call('/api/ping/')).headers.get('x-archive-id')).not.toBe(null);
    });
  });
}
