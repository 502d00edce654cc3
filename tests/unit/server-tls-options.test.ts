import { X509Certificate } from 'node:crypto';
import dns from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { readCommand, type TlsOptions } from '../../server/start/options.ts';
import { prepareTls } from '../../server/start/tls.ts';
import { earlyAuthority, testCertificate, testKey } from '../builders/server-certificate.ts';

function tlsOf(args: string[], environment: NodeJS.ProcessEnv = {}): TlsOptions | null {
  const command = readCommand(args, environment, '/srv/stowaway');
  if (command.kind !== 'serve') throw new Error(command.kind);
  return command.options.tls;
}

const files = ['--tls-cert', 'c.pem', '--tls-key', 'k.pem'];

test('HSTS is sent only with --hsts and the owner’s own certificate', () => {
  expect(tlsOf(files)).toMatchObject({ kind: 'files', isHttpsOnly: false });
  expect(tlsOf([...files, '--hsts'])).toMatchObject({ kind: 'files', isHttpsOnly: true });
  expect(tlsOf(files, { STOWAWAY_HSTS: '1' })).toMatchObject({ isHttpsOnly: true });
  expect(securityHeaders([])).not.toHaveProperty('strict-transport-security');
  expect(securityHeaders([], { isHttpsOnly: true })).toMatchObject({ 'strict-transport-security': 'max-age=31536000' });
});

test.each([
  [['--hsts'], /^--hsts needs https: /],
  [['--hsts', '--tls-local'], /^--hsts cannot be used with --tls-local: /],
  [['--tls-name', 'nas.example'], /^--tls-name works only with --tls-local: /],
  [['--tls-name', 'nas.example', ...files], /^--tls-name works only with --tls-local: /],
  [['--tls-local', '--tls-name', 'https://nas.example'], /^--tls-name must be host names or addresses, .*, not https:\/\/nas\.example\.$/],
  [['--tls-local', '--tls-name', '*.example'], /, not \*\.example\.$/],
  [['--tls-local', '--port', '65535'], /^With --tls-local the port must be at most 65534: /],
])('%s is refused with a message', (args, message) => {
  expect(() => tlsOf(args)).toThrow(message);
});

test('extra names for the local certificate come from a repeatable flag, or from a variable with commas', () => {
  const names = ['nas.example', '100.64.0.7', 'fd00::7'];
  expect(tlsOf(['--tls-local', '--tls-name', 'NAS.example, 100.64.0.7', '--tls-name', 'fd00::7'])).toMatchObject({ kind: 'local', names });
  expect(tlsOf([], { STOWAWAY_TLS_LOCAL: '1', STOWAWAY_TLS_NAME: `${names.join(',')},nas.example` })).toMatchObject({ kind: 'local', names });
  expect(tlsOf(['--tls-local', '--tls-name', 'fe80::1%eth0,fe80::1']), 'a certificate has no zones').toMatchObject({ names: ['fe80::1'] });
  expect(tlsOf(['--tls-local'])).toMatchObject({ names: [] });
});

test('a new certificate is served within an hour after both of its files are replaced', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-tls-'));
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  writeFileSync(certFile, testCertificate);
  writeFileSync(keyFile, testKey);
  const tls = await prepareTls({ kind: 'files', certFile, keyFile, isHttpsOnly: false });
  const setSecureContext = vi.fn();
  await tls?.start({ server: { setSecureContext } } as never, {} as never);
  await vi.advanceTimersByTimeAsync(3_600_000);
  writeFileSync(certFile, earlyAuthority.certificate);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(setSecureContext).not.toHaveBeenCalled();
  writeFileSync(keyFile, earlyAuthority.key);
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect(setSecureContext.mock.calls).toEqual([[{ cert: Buffer.from(earlyAuthority.certificate), key: Buffer.from(earlyAuthority.key) }]]);
  tls?.stop();
});

test('a replaced certificate is served at both addresses of localhost', async ({ skip }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-tls-'));
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });
  const [certFile, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  writeFileSync(certFile, testCertificate);
  writeFileSync(keyFile, testKey);
  const tls = await prepareTls({ kind: 'files', certFile, keyFile, isHttpsOnly: false });
  const app = fastify({ https: { cert: testCertificate, key: testKey } }) as unknown as FastifyInstance;
  onTestFinished(() => app.close());
  // The look-up gives a second address of this machine, because not every localhost has two.
  const addressesOfHost = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const lookUp = (host: string, options: unknown, callback: unknown): void => {
    const [answer, { all = false }] = (typeof options === 'function' ? [options, {}] : [callback, options]) as [
      (...result: unknown[]) => void,
      { all?: boolean },
    ];
    if (all) answer(null, addressesOfHost);
    else answer(null, host === 'localhost' ? '127.0.0.1' : host, 4);
  };
  vi.spyOn(dns, 'lookup').mockImplementation(lookUp as never);
  onTestFinished(() => void vi.restoreAllMocks());
  await app.listen({ host: 'localhost', port: 0 });
  const addresses = app.addresses() as AddressInfo[];
  if (addresses.length < 2) return skip('this system has one address of its own');
  await tls?.start(app, {} as never);
  const servedFingerprints = () => Promise.all(addresses.map(({ address, port }) => servedFingerprint(address, port)));
  const [oldFingerprint, newFingerprint] = [testCertificate, earlyAuthority.certificate].map((pem) => new X509Certificate(pem).fingerprint256);
  expect(await servedFingerprints()).toEqual([oldFingerprint, oldFingerprint]);
  writeFileSync(certFile, earlyAuthority.certificate);
  writeFileSync(keyFile, earlyAuthority.key);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await servedFingerprints()).toEqual([newFingerprint, newFingerprint]);
  tls?.stop();
});

/** Returns the fingerprint of the certificate that is served at this address. */
function servedFingerprint(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
