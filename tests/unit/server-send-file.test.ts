import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type * as files from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHttpApp } from '../../server/http/http-app.ts';
import { sendFile } from '../../server/http/media/send-file.ts';
import { logInto } from '../doubles/log.ts';

const failures = vi.hoisted(() => ({ open: null as string | null, resolve: null as string | null }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const actualModule = await importOriginal<typeof files>();
  const failWith = (code: string): never => {
    throw Object.assign(new Error(code), { code });
  };
  return {
    ...actualModule,
    open: async (...args: Parameters<typeof files.open>) => (failures.open === null ? actualModule.open(...args) : failWith(failures.open)),
    realpath: async (file: string) => (failures.resolve === null ? actualModule.realpath(file) : failWith(failures.resolve)),
    stat: async (file: string) => (failures.resolve === null ? actualModule.stat(file) : failWith(failures.resolve)),
  };
});

test('a file that cannot be opened at the moment is not reported as absent, because clients take a 404 as final', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-send-file-'));
  writeFileSync(path.join(folder, 'walk.mp4'), 'a video');
  const logLines: string[] = [];
  const app = createHttpApp({ client: { inlineScriptHashes: [] }, tls: null, onRequest: () => undefined, log: logInto(logLines) });
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  app.get('/:name', (request, reply) => sendFile(request, reply, path.join(folder, (request.params as { name: string }).name), [folder]));
  const statusWith = async (nextFailures: Partial<typeof failures>, name = 'walk.mp4'): Promise<number> => {
    Object.assign(failures, { open: null, resolve: null }, nextFailures);
    return (await app.inject(`/${name}`)).statusCode;
  };
  expect([await statusWith({}), await statusWith({}, 'absent.mp4')]).toEqual([200, 404]);
  for (const code of ['EMFILE', 'ENFILE', 'EIO', 'ESTALE']) expect([code, await statusWith({ open: code })]).toEqual([code, 500]);
  for (const code of ['EIO', 'ESTALE']) expect([code, await statusWith({ resolve: code })]).toEqual([code, 500]);
  expect(logLines).toHaveLength(6);
  for (const code of ['EACCES', 'ENOENT', 'ELOOP']) expect([code, await statusWith({ open: code })]).toEqual([code, 404]);
});

test('if a smaller picture has been removed, or its disk fails, the original is sent', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowaway-send-file-'));
  writeFileSync(path.join(folder, 'walk.jpg'), 'a picture');
  const app = createHttpApp({ client: { inlineScriptHashes: [] }, tls: null, onRequest: () => undefined, log: logInto([]) });
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  app.get('/', (request, reply) =>
    sendFile(request, reply, path.join(folder, 'gone.webp'), [folder], () => {
      failures.open = null;
      return sendFile(request, reply, path.join(folder, 'walk.jpg'), [folder]);
    }),
  );
  for (const code of [null, 'EIO']) {
    failures.open = code;
    if (code !== null) writeFileSync(path.join(folder, 'gone.webp'), 'unreadable');
    const { statusCode, body } = await app.inject('/');
    expect([statusCode, body]).toEqual([200, 'a picture']);
  }
});
