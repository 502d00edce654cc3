// The server itself sends messages to http(s) addresses. For every other address, it runs the program apprise, which a
// stand-in replaces here.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { createAddressCheck, createSendMessage, type Message } from '../../server/tasks/notify-urls.ts';

const message: Message = { title: 'Stowaway: Download', body: '--config=/etc/passwd\n2 videos downloaded.', level: 'error' };

let folder: string;
let apprisePath: string;
let servers: Server[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-apprise-'));
  apprisePath = path.join(folder, 'apprise');
  servers = [];
});
afterEach(async () => {
  servers.forEach((server) => server.close());
  await rm(folder, { recursive: true, force: true });
});

/** Installs a program that records how it was called and then runs `end`. */
async function install(end: string): Promise<void> {
  const recordFile = JSON.stringify(path.join(folder, 'recorded'));
  const script = `
    const fs = require('node:fs');
    const args = process.argv.slice(2);
    const file = args.find((arg) => arg.startsWith('--config='))?.slice(9) ?? '';
    const config = { file, text: fs.readFileSync(file, 'utf8'), mode: fs.statSync(file).mode & 0o777 };
    fs.writeFileSync(${recordFile}, JSON.stringify({ args, config, body: fs.readFileSync(0, 'utf8'), names: Object.keys(process.env) }));`;
  await writeFile(apprisePath, `#!${process.execPath}\n${script}\n${end}\n`);
  await chmod(apprisePath, 0o755);
}
const readRecord = async () =>
  JSON.parse(await readFile(path.join(folder, 'recorded'), 'utf8')) as {
    args: string[];
    config: { file: string; text: string; mode: number };
    body: string;
    names: string[];
  };
const send = (url: string, timeoutMs?: number) =>
  createSendMessage({ findApprise: () => apprisePath, ...(timeoutMs === undefined ? {} : { timeoutMs }) })(url, message);
async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('apprise, which sends to other schemes, gets the address in a temporary file, never as an argument, and none of the server’s own environment variables', async () => {
  process.env['STOWAWAY_ADMIN_PASSWORD'] = 'secret';
  await install('');
  const url = 'tgram://token/chat?a=$(id>/tmp/x)&b=`id`;|"\'#tag=,\\--config=/etc/passwd';
  expect(await send(url)).toBeNull();
  delete process.env['STOWAWAY_ADMIN_PASSWORD'];
  const { args, config, body, names } = await readRecord();
  expect(args).toEqual([`--config=${config.file}`, '--notification-type=failure', `--title=${message.title}`]);
  expect([parse(config.text), config.mode, body]).toEqual([{ version: 1, urls: [url] }, 0o600, message.body]);
  expect(existsSync(config.file)).toBe(false);
  expect(names).not.toContain('STOWAWAY_ADMIN_PASSWORD');
});

test('apprise’s message about a failure is withheld, because that message may contain the address', async () => {
  await install("console.error('no tgram://token/chat'); process.exit(1);");
  expect(await send('tgram://token/chat')).toBe('The program apprise could not send the message. The address may be wrong, or the service may be down.');
});

test('if the file for the address cannot be written, for instance on a full disk, the result gives the reason', async () => {
  await install('');
  vi.stubEnv('TMPDIR', path.join(folder, 'nowhere'));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await send('tgram://token/chat')).toMatch(/^The address could not be passed to the program apprise: the disk for temporary files is full/);
});

test('a program that hangs is ended', async () => {
  await install('setInterval(() => {}, 1000);');
  expect(await send('tgram://token/chat', 400)).toBe('The program apprise did not finish in time.');
});

test('without apprise the message says what to install, and apprise is used once it is installed', async () => {
  let isInstalled = false;
  const sendMessage = createSendMessage({ findApprise: () => (isInstalled ? apprisePath : null) });
  expect(await sendMessage('tgram://token/chat', message)).toMatch(/^Sending to tgram:\/\/ needs the program apprise.*apt install apprise/);
  await install('');
  isInstalled = true;
  expect(await sendMessage('tgram://token/chat', message)).toBeNull();
});

test('an address is refused beforehand if it is not a notification address, or if it needs apprise and apprise is not installed', () => {
  const addressProblem = createAddressCheck({ findApprise: () => null });
  expect(addressProblem('https://hooks.example/boat')).toBeNull();
  expect(addressProblem('JSON://hooks.example/boat')).toMatch(/^Sending to json:\/\/ needs the program apprise, which is not installed/);
  expect(addressProblem('nonsense')).toMatch(/^This is not a notification address/);
  expect(createAddressCheck({ findApprise: () => apprisePath })('json://hooks.example/boat')).toBeNull();
});

test.each(['nonsense', '--config=/etc/passwd', '-h', 'https://', 'javascript:alert(1)', 'a b://c'])('%s is not an address', async (url) => {
  await install('');
  expect(await send(url)).toMatch(/^This is not a notification address/);
});

test('a webhook gets JSON; a redirect to another host is not followed, and a slow answer is given up', async () => {
  let otherRequestCount = 0;
  const otherHost = await listen((_request, response) => {
    otherRequestCount += 1;
    response.end();
  });
  const bodies: string[] = [];
  const hookAddress = await listen((request, response) => {
    if (request.url === '/slow') return;
    request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
    request.on('end', () => response.writeHead(request.url === '/moved' ? 307 : 204, { location: `${otherHost}/secret` }).end());
  });
  expect(await send(`${hookAddress}/here`)).toBeNull();
  expect(JSON.parse(bodies.join(''))).toEqual({ version: '1.0', title: message.title, message: message.body, type: 'failure' });
  expect(await send(`${hookAddress}/moved`)).toBe('The address redirects to another address. Enter the other address instead.');
  expect(otherRequestCount).toBe(0);
  expect(await send(`${hookAddress}/slow`, 200)).toBe('The service did not answer in time.');
  expect(await send('http://127.0.0.1:1/')).toBe('The service cannot be reached.');
});
