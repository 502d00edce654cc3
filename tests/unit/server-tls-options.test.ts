import { expect, test } from 'vitest';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { readCommand, type TlsOptions } from '../../server/start/options.ts';

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
])('%s is refused with a message', (args, words) => {
  expect(() => tlsOf(args)).toThrow(words);
});

test('extra names for the local certificate come from a repeatable flag, or from a variable with commas', () => {
  const names = ['nas.example', '100.64.0.7', 'fd00::7'];
  expect(tlsOf(['--tls-local', '--tls-name', 'NAS.example, 100.64.0.7', '--tls-name', 'fd00::7'])).toMatchObject({ kind: 'local', names });
  expect(tlsOf([], { STOWAWAY_TLS_LOCAL: '1', STOWAWAY_TLS_NAME: `${names.join(',')},nas.example` })).toMatchObject({ kind: 'local', names });
  expect(tlsOf(['--tls-local'])).toMatchObject({ names: [] });
});
