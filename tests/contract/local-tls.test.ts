// https at home: what a device that trusts the authority sees, and what is on the disk.
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import https, { type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import tls from 'node:tls';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueCertificate, type KeyAndCertificate } from '../../server/local-tls/issue.ts';
import { readLocalCertificate, type LocalCertificate } from '../../server/local-tls/local-certificate.ts';
import { decodeConstraints, encodeConstraints, type Constraints } from '../../server/local-tls/name-constraints.ts';
import { earlyAuthority } from '../builders/server-certificate.ts';
import { startServerProcess } from '../builders/server-process.ts';
import { longTest } from '../long-test.ts';

const dayMs = 86_400_000;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-tls-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('--tls-local serves https for the names of this computer, and over http a page that offers the certificate to phones', { timeout: 60_000 }, async () => {
  const server = startServerProcess(['--port', '0', '--data', path.join(folder, 'data'), '--library', folder, '--tls-local']);
  const address = new URL(/https:\/\/[^/ ]+/.exec(await server.ready())?.[0] ?? '');
  // On a computer without an address in the home network, the terminal shows only the port of the welcome page.
  const welcomePort = /trusts this server: (?:port |.*?:)(\d+)/.exec(server.stdout())?.[1];

  const page = await fetch(`http://127.0.0.1:${welcomePort}/`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('/stowaway.crt');
  const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';
  expect(page.headers.get('content-security-policy')).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  const ca = await (await fetch(`http://127.0.0.1:${welcomePort}/stowaway.crt`)).text();
  const { fingerprint256 } = new X509Certificate(ca);
  expect([html, server.stdout()]).toEqual([expect.stringContaining(fingerprint256), expect.stringContaining(`SHA-256 fingerprint ${fingerprint256}`)]);
  expect(server.stdout()).not.toContain('earlier version');
  expect((await fetch(`http://127.0.0.1:${welcomePort}/api/ping/`)).status).toBe(404);

  for (const servername of ['localhost', os.hostname(), ...(os.hostname().includes('.') ? [] : [`${os.hostname()}.local`])]) {
    const answer = await sendRequest({ host: '127.0.0.1', port: address.port, path: '/api/ping/', ca, servername });
    expect(answer.statusCode, servername).toBe(403);
  }
  expect((await sendRequest({ host: '127.0.0.1', port: address.port, path: '/api/ping/', ca })).statusCode).toBe(403);
  await expect(sendRequest({ host: '127.0.0.1', port: address.port, path: '/', ca, servername: 'elsewhere.test' })).rejects.toThrow(/altnames/);
  await expect(sendRequest({ host: '127.0.0.1', port: address.port, path: '/' })).rejects.toThrow(/certificate|signed/);
  expect((await server.waitForExit('SIGTERM')).code).toBe(0);
});

test('the server keeps the authority, renews the certificate when names or time require it, and lets only the owner read the keys', async () => {
  const tlsFolder = path.join(folder, 'tls');
  const nowMs = Date.parse('2026-03-01');
  const firstCertificate = await readLocalCertificate({ folder: tlsFolder, nowMs, hostName: 'hold', homeAddresses: ['192.168.1.5'] });
  for (const name of ['authority.key', 'server.key']) expect((await stat(path.join(tlsFolder, name))).mode & 0o077).toBe(0);
  const certificate = new X509Certificate(firstCertificate.certificate);
  expect(certificate.subjectAltName).toBe('DNS:hold, DNS:hold.local, DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.5');
  expect(certificate.ca).toBe(false);
  // Some phones accept at most 398 days.
  expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBeLessThanOrEqual(398 * dayMs);

  const sameCertificate = await readLocalCertificate({ folder: tlsFolder, nowMs: nowMs + 300 * dayMs, hostName: 'hold', homeAddresses: ['192.168.1.5'] });
  expect(sameCertificate).toEqual(firstCertificate);
  const movedCertificate = await readLocalCertificate({ folder: tlsFolder, nowMs, hostName: 'hold', homeAddresses: ['192.168.1.77'] });
  expect(movedCertificate.authority).toEqual(firstCertificate.authority);
  expect(new X509Certificate(movedCertificate.certificate).checkIP('192.168.1.77')).toBe('192.168.1.77');
  const renewedCertificate = await readLocalCertificate({ folder: tlsFolder, nowMs: nowMs + 380 * dayMs, hostName: 'hold', homeAddresses: ['192.168.1.77'] });
  expect([renewedCertificate.authority, renewedCertificate.certificate === movedCertificate.certificate]).toEqual([firstCertificate.authority, false]);
  expect(isSignedByAuthority(renewedCertificate)).toBe(true);
});

test('a certificate issued while the clock was ahead is replaced once the clock is right; a correct one is kept while the clock is behind', async () => {
  const options = { folder: path.join(folder, 'ahead'), hostName: 'hold', homeAddresses: [] };
  const nowMs = Date.parse('2026-03-01');
  const firstCertificate = await readLocalCertificate({ ...options, nowMs });
  const certificateAhead = await readLocalCertificate({ ...options, nowMs: nowMs + 1000 * dayMs });
  expect(certificateAhead.certificate).not.toBe(firstCertificate.certificate);
  const correctCertificate = await readLocalCertificate({ ...options, nowMs: nowMs + dayMs });
  expect(Date.parse(new X509Certificate(correctCertificate.certificate).validFrom)).toBeLessThanOrEqual(nowMs + dayMs);
  expect([correctCertificate.authority, isSignedByAuthority(correctCertificate)]).toEqual([firstCertificate.authority, true]);
  expect(await readLocalCertificate({ ...options, nowMs: 0 })).toEqual(correctCertificate);
});

test('an authority that seemed to have expired while the clock was ahead by decades is used again once the clock is right', async () => {
  const options = { folder: path.join(folder, 'decades-ahead'), hostName: 'hold', homeAddresses: [] };
  const nowMs = Date.parse('2026-03-01');
  const { authority } = await readLocalCertificate({ ...options, nowMs });
  const certificateAhead = await readLocalCertificate({ ...options, nowMs: nowMs + 9000 * dayMs });
  expect(certificateAhead.authority.certificate).not.toBe(authority.certificate);
  expect((await readLocalCertificate({ ...options, nowMs: 0 })).authority).toEqual(certificateAhead.authority);
  const correctCertificate = await readLocalCertificate({ ...options, nowMs: nowMs + dayMs });
  expect([correctCertificate.authority, isSignedByAuthority(correctCertificate)]).toEqual([authority, true]);
  for (const name of ['earlier-authority.key', 'authority.key']) expect((await stat(path.join(options.folder, name))).mode & 0o077).toBe(0);
});

test('a damaged file is replaced, and a new authority gets a new server certificate', async () => {
  const tlsFolder = path.join(folder, 'damaged');
  const options = { folder: tlsFolder, hostName: 'hold', homeAddresses: [] };
  const firstCertificate = await readLocalCertificate(options);
  await writeFile(path.join(tlsFolder, 'server.key'), (await readFile(path.join(tlsFolder, 'server.key'), 'utf8')).slice(0, 80));
  const secondCertificate = await readLocalCertificate(options);
  expect(secondCertificate.authority).toEqual(firstCertificate.authority);
  expect(isSignedByAuthority(secondCertificate)).toBe(true);
  await rm(path.join(tlsFolder, 'authority.crt'));
  const thirdCertificate = await readLocalCertificate(options);
  expect(thirdCertificate.authority.certificate).not.toBe(firstCertificate.authority.certificate);
  expect(isSignedByAuthority(thirdCertificate)).toBe(true);
});

describe('what the authority can certify', () => {
  let localCertificate: LocalCertificate;
  let key: string;
  beforeAll(async () => {
    const tlsFolder = path.join(folder, 'constrained');
    localCertificate = await readLocalCertificate({
      folder: tlsFolder,
      hostName: 'hold',
      homeAddresses: ['192.168.1.5', '203.0.113.9'],
      extraNames: ['nas.example', '100.64.0.7'],
    });
    key = await readFile(path.join(tlsFolder, 'authority.key'), 'utf8');
  });

  const permittedNames = ['hold', 'hold.local', 'box.home.arpa', 'box.lan', 'box.internal', 'localhost', 'nas.example', 'app.nas.example'].concat([
    '10.1.2.3',
    '172.31.0.1',
    '192.168.255.254',
    '169.254.1.1',
    '127.0.0.1',
    '100.64.0.7',
    'fd12:3456::1',
    'fe80::1',
    '::1',
  ]);
  test.each(permittedNames)('%s: a device that trusts the authority accepts the certificate', async (name) => {
    expect(
      await handshake(
        localCertificate.authority.certificate,
        await issueCertificate({ certificate: localCertificate.authority.certificate, key }, [name], Date.now()),
      ),
    ).toBe('accepted');
  });

  const forbiddenNames = ['bank.example', 'example', 'mylocal', 'nas.example.com', '203.0.113.9', '172.32.0.1', '11.0.0.1', '100.64.0.8', '2001:db8::1'];
  test.each(forbiddenNames)('%s: the certificate is refused, although the authority’s key signed it', async (name) => {
    const forgedCertificate = await issueCertificate({ certificate: localCertificate.authority.certificate, key }, [name], Date.now());
    expect(await handshake(localCertificate.authority.certificate, forgedCertificate)).toBe('permitted subtree violation');
  });

  test('the server certificate has the requested names, and none that would make it invalid', async () => {
    expect(new X509Certificate(localCertificate.certificate).subjectAltName).toBe(
      'DNS:hold, DNS:hold.local, DNS:nas.example, IP Address:100.64.0.7, DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.5',
    );
    expect(await handshake(localCertificate.authority.certificate, localCertificate)).toBe('accepted');
    expect(localCertificate.homeAddresses).toEqual(['192.168.1.5']);
  });

  longTest('the authority is replaced, and the terminal says so, if it may not certify a new --tls-name; it is kept if the computer is renamed', async () => {
    const dataFolder = path.join(folder, 'later');
    await mkdir(dataFolder);
    const options = { folder: path.join(dataFolder, 'tls'), homeAddresses: [] };
    const firstCertificate = await readLocalCertificate({ ...options, hostName: 'hold' });
    const renamedCertificate = await readLocalCertificate({ ...options, hostName: 'galley', extraNames: ['box.lan'] });
    expect([renamedCertificate.authority, firstCertificate.authority.isReplaced]).toEqual([firstCertificate.authority, false]);
    expect(new X509Certificate(renamedCertificate.certificate).subjectAltName).toBe('DNS:galley.local, DNS:box.lan, DNS:localhost, IP Address:127.0.0.1');
    const certificateForMoreNames = await readLocalCertificate({ ...options, hostName: 'galley', extraNames: ['nas.example'] });
    expect([certificateForMoreNames.authority.isReplaced, certificateForMoreNames.authority.fingerprint === firstCertificate.authority.fingerprint]).toEqual([
      true,
      false,
    ]);
    expect(await handshake(certificateForMoreNames.authority.certificate, certificateForMoreNames)).toBe('accepted');
    expect((await readLocalCertificate({ ...options, hostName: 'galley', extraNames: ['nas.example'] })).authority.isReplaced).toBe(false);

    const server = startServerProcess(['--port', '0', '--data', dataFolder, '--library', folder, '--tls-local', '--tls-name', 'tube.example']);
    await server.ready();
    expect(server.stdout()).toContain('This certificate is new, because the previous one does not cover the names given with --tls-name');
    expect((await server.waitForExit('SIGTERM')).code).toBe(0);
  });

  test('decoding returns the constraints that were encoded, and throws if the value is truncated', () => {
    const constraints: Constraints = {
      domains: ['local', 'x'.repeat(200)],
      networks: [
        { address: '10.0.0.0', prefix: 8 },
        { address: '172.16.0.0', prefix: 12 },
        { address: 'fc00:0000:0000:0000:0000:0000:0000:0000', prefix: 7 },
      ],
    };
    expect(decodeConstraints(encodeConstraints(constraints).buffer)).toEqual(constraints);
    expect(() => decodeConstraints(new Uint8Array([0x30, 0x7f, 0]).buffer)).toThrow();
  });
});

longTest(
  'an authority without constraints stays in use, because devices would have to trust a new one; the terminal reports the old authority',
  { timeout: 60_000 },
  async () => {
    const dataFolder = path.join(folder, 'early');
    await mkdir(path.join(dataFolder, 'tls'), { recursive: true });
    await writeFile(path.join(dataFolder, 'tls/authority.crt'), earlyAuthority.certificate);
    await writeFile(path.join(dataFolder, 'tls/authority.key'), earlyAuthority.key);
    const server = startServerProcess([
      '--port',
      '0',
      '--data',
      dataFolder,
      '--library',
      folder,
      '--tls-local',
      '--tls-name',
      'nas.example,box.lan',
      '--tls-name',
      'tube.example',
    ]);
    const { port } = new URL(/https:\/\/[^/ ]+/.exec(await server.ready())?.[0] ?? '');
    expect(server.stdout()).toContain('This certificate was made by an earlier version and is valid for any site.');
    expect(server.stdout()).toContain(new X509Certificate(earlyAuthority.certificate).fingerprint256);
    expect((await sendRequest({ host: '127.0.0.1', port, path: '/', ca: earlyAuthority.certificate, servername: 'tube.example' })).statusCode).toBe(200);
    expect((await server.waitForExit('SIGTERM')).code).toBe(0);
  },
);

longTest('--tls-local together with --tls-cert is refused with one line', { timeout: 60_000 }, async () => {
  const server = startServerProcess(['--tls-local', '--tls-cert', 'a', '--tls-key', 'b']);
  expect((await server.waitForExit()).code).toBe(1);
  expect(server.stderr().trim()).toBe('stowaway: --tls-local and --tls-cert cannot be used together: choose one of them.');
});

async function sendRequest(options: RequestOptions): Promise<IncomingMessage> {
  const request = https.get({ ...options, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}

function isSignedByAuthority({ certificate, authority }: LocalCertificate): boolean {
  return new X509Certificate(certificate).verify(new X509Certificate(authority.certificate).publicKey);
}

/** Connects as a device that trusts `ca`. Resolves to `accepted` or an error message. Only the chain is checked, not the name. */
async function handshake(ca: string, { certificate, key }: KeyAndCertificate): Promise<string> {
  const server = tls.createServer({ cert: certificate, key }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = tls.connect({ port, host: '127.0.0.1', ca, checkServerIdentity: () => undefined });
  try {
    return await once(socket, 'secureConnect').then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  } finally {
    socket.destroy();
    server.close();
  }
}
