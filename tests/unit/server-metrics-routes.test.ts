// /metrics recovers from a failure to set up the metrics.
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { addMetricsRoutes } from '../../server/http/metrics-routes.ts';

let archive: Archive;
let isDiskFailing: boolean;
let app: ReturnType<typeof Fastify>;
beforeEach(() => {
  archive = createArchive(openDatabase(':memory:'));
  const folder = import.meta.dirname;
  app = Fastify();
  addMetricsRoutes(app, {
    token: null,
    version: 'v1.0.0',
    health: { report: () => Promise.resolve({ state: 'ok', checks: {} }) },
    archive: { archive, dataFolder: folder, libraryFolder: folder, downloadsFolder: folder },
  });
  isDiskFailing = true;
  const prepare = archive.database.prepare.bind(archive.database);
  vi.spyOn(archive.database, 'prepare').mockImplementation((sql) => {
    if (isDiskFailing) throw new Error('disk I/O error');
    return prepare(sql);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  archive.database.close();
});

const readStatus = async (): Promise<number> => (await app.inject({ url: '/metrics', headers: { host: 'localhost' } })).statusCode;

test('the next call sets up metrics that could not be set up before', async () => {
  expect(await readStatus()).toBe(500);
  isDiskFailing = false;
  expect(await readStatus()).toBe(200);
  await app.close();
});

test('the server closes even if the metrics could not be set up', async () => {
  expect(await readStatus()).toBe(500);
  await expect(app.close()).resolves.toBeUndefined();
});
