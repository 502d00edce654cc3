// https at home: what a device that trusts the authority sees, and what is on the disk.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import https, { type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLocalCertificate } from '../../server/local-tls/local-certificate.ts';
import { startServerProcess } from '../builders/server-process.ts';

const day = 86_400_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-tls-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('one flag gives https under the names of this computer, and a plain page that brings the certificate to a phone', { timeout: 60_000 }, async () => {
  const server = startServerProcess(['--port', '0', '--data', path.join(folder, 'data'), '--library', folder, '--tls-local']);
  const address = new URL(/https:\/\/[^/ ]+/.exec(await server.ready())?.[0] ?? '');
  // Open to the home network: that is what it is for.
  const welcome = /page, once: .*?:(\d+)/.exec(server.stdout())?.[1] ?? /port (\d+)/.exec(server.stdout())?.[1];

  const page = await fetch(`http://127.0.0.1:${welcome}/`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).toContain('/stowaway.crt');
  const ca = await (await fetch(`http://127.0.0.1:${welcome}/stowaway.crt`)).text();
  expect((await fetch(`http://127.0.0.1:${welcome}/api/ping/`)).status).toBe(404);

  for (const servername of ['localhost', `${os.hostname()}`, ...(os.hostname().includes('.') ? [] : [`${os.hostname()}.local`])]) {
    const answer = await ask({ host: '127.0.0.1', port: address.port, path: '/api/ping/', ca, servername });
    expect(answer.statusCode, servername).toBe(403);
  }
  expect((await ask({ host: '127.0.0.1', port: address.port, path: '/api/ping/', ca })).statusCode).toBe(403);
  await expect(ask({ host: '127.0.0.1', port: address.port, path: '/', ca, servername: 'elsewhere.test' })).rejects.toThrow(/altnames/);
  await expect(ask({ host: '127.0.0.1', port: address.port, path: '/' })).rejects.toThrow(/certificate|signed/);
  expect((await server.ended('SIGTERM')).code).toBe(0);
});

test('the authority stays, the certificate follows names and time, and keys are readable by their owner only', async () => {
  const tls = path.join(folder, 'tls');
  const nowMs = Date.parse('2026-03-01');
  const first = await readLocalCertificate({ folder: tls, nowMs, hostName: 'hold', homeAddresses: ['192.168.1.5'] });
  for (const name of ['authority.key', 'server.key']) expect((await stat(path.join(tls, name))).mode & 0o077).toBe(0);
  const certificate = new X509Certificate(first.certificate);
  expect(certificate.subjectAltName).toBe('DNS:hold, DNS:hold.local, DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.5');
  expect(certificate.ca).toBe(false);
  // What phones take at most.
  expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBeLessThanOrEqual(398 * day);

  const same = await readLocalCertificate({ folder: tls, nowMs: nowMs + 300 * day, hostName: 'hold', homeAddresses: ['192.168.1.5'] });
  expect(same).toEqual(first);
  const moved = await readLocalCertificate({ folder: tls, nowMs, hostName: 'hold', homeAddresses: ['192.168.1.77'] });
  expect(moved.authority).toBe(first.authority);
  expect(new X509Certificate(moved.certificate).checkIP('192.168.1.77')).toBe('192.168.1.77');
  const renewed = await readLocalCertificate({ folder: tls, nowMs: nowMs + 380 * day, hostName: 'hold', homeAddresses: ['192.168.1.77'] });
  expect([renewed.authority, renewed.certificate === moved.certificate]).toEqual([first.authority, false]);
  expect(new X509Certificate(renewed.certificate).verify(new X509Certificate(renewed.authority).publicKey)).toBe(true);
});

test('a file that was damaged is made anew, and a new authority gets a certificate of its own', async () => {
  const tls = path.join(folder, 'damaged');
  const options = { folder: tls, hostName: 'hold', homeAddresses: [] };
  const first = await readLocalCertificate(options);
  await writeFile(path.join(tls, 'server.key'), (await readFile(path.join(tls, 'server.key'), 'utf8')).slice(0, 80));
  const second = await readLocalCertificate(options);
  expect(second.authority).toBe(first.authority);
  expect(new X509Certificate(second.certificate).verify(new X509Certificate(first.authority).publicKey)).toBe(true);
  await rm(path.join(tls, 'authority.crt'));
  const third = await readLocalCertificate(options);
  expect(third.authority).not.toBe(first.authority);
  expect(new X509Certificate(third.certificate).verify(new X509Certificate(third.authority).publicKey)).toBe(true);
});

test('two certificates at once are refused in one line', { timeout: 60_000 }, async () => {
  const server = startServerProcess(['--tls-local', '--tls-cert', 'a', '--tls-key', 'b']);
  expect((await server.ended()).code).toBe(1);
  expect(server.stderr().trim()).toBe('stowaway: --tls-local and --tls-cert exclude each other: choose one certificate.');
});

async function ask(options: RequestOptions): Promise<IncomingMessage> {
  const request = https.get({ ...options, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}
