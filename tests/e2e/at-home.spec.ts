// A device in the home network, imitated by a browser on this computer. The browser opens the server under a local name and trusts the
// certificate of `--tls-local`. Without this trust, browsers allow no service worker.
import { chromium, expect, test } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startServerProcess } from '../builders/server-process.ts';
import { credentials } from './archive-process.ts';
import { recordCalls } from './calls-record.ts';
import { logIn } from './device.ts';

const isInstalled = (command: string): boolean => spawnSync(command, ['--help']).error === undefined;
// On Linux, Chromium trusts the certificates in the user's NSS database, which certutil (Debian: libnss3-tools) changes.
if (isInstalled('certutil'))
  test('the service worker starts at a home-network name if the device trusts the certificate of --tls-local', { tag: '@long' }, expectWorkerStarts);
else console.log('Skipped: https at home in a browser, since certutil (libnss3-tools) is not installed.');

async function expectWorkerStarts(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-home-'));
  const server = startServerProcess(['--port', '0', '--data', path.join(folder, 'data'), '--tls-local'], {
    STOWAWAY_ADMIN_USER: credentials.username,
    STOWAWAY_ADMIN_PASSWORD: credentials.password,
  });
  try {
    const { port } = new URL(/https:\/\/[^/ ]+/.exec(await server.ready())?.[0] ?? '');
    const nssFolder = path.join(folder, '.pki/nssdb');
    await mkdir(nssFolder, { recursive: true });
    certutil(['-N', '-d', `sql:${nssFolder}`, '--empty-password']);
    certutil(['-A', '-d', `sql:${nssFolder}`, '-n', 'Stowaway', '-t', 'C,,', '-i', path.join(folder, 'data/tls/authority.crt')]);
    const hostName = os.hostname().includes('.') ? os.hostname() : `${os.hostname()}.local`;
    const context = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
      args: [`--host-resolver-rules=MAP ${hostName} 127.0.0.1`],
      env: { ...process.env, HOME: folder },
      ...(process.env['STOWAWAY_CHROMIUM'] ? { executablePath: process.env['STOWAWAY_CHROMIUM'] } : {}),
    });
    recordCalls(context);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`https://${hostName}:${port}/`);
    await logIn(page);
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)).toMatch(/^activat/);
    await context.close();
  } finally {
    await server.waitForExit('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function certutil(args: string[]): void {
  const { status, stderr } = spawnSync('certutil', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`certutil ${args[0]}: ${stderr}`);
}
