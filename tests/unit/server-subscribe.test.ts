// The task that subscribes to unknown channels and playlists reports those that the database does not accept.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { SourceClient } from '../../server/downloader/source-client.ts';
import type { Info } from '../../server/library/info-values.ts';
import type { RefreshDeps } from '../../server/tasks/reindex.ts';
import { subscribeTo } from '../../server/tasks/subscribe-to.ts';
import type { TaskEnd } from '../../server/tasks/tasks.ts';

let archive: Archive;
beforeEach(() => {
  archive = createArchive(openDatabase(':memory:'));
});
afterEach(() => archive.database.close());

const channelId = (name: string): string => `UC${name.padEnd(22, '0')}`;
const channelPage = (name: string): string => `https://www.youtube.com/channel/${channelId(name)}`;
const walksId = 'PLwalks0000000000';
const walksPage = `https://www.youtube.com/playlist?list=${walksId}`;
const fullDisk = Object.assign(new Error('database or disk is full'), { errcode: 13 });

function infoOf(address: string): Info {
  const commonFields = { _type: 'playlist', extractor: 'youtube:tab', webpage_url: address, entries: [] };
  if (address === walksPage) return { ...commonFields, id: walksId, title: 'Walks' };
  const id = address.split('/').at(-1) ?? '';
  return { ...commonFields, id, channel_id: id, channel: id.slice(2).replace(/0+$/, ''), title: id };
}

/** @param refreshError why a new channel's description and pictures cannot be stored */
function runTask(what: 'channel' | 'playlist', unknownPages: string[], refreshError = fullDisk): Promise<TaskEnd> {
  const sourceClient = {
    state: () => Promise.resolve({ kind: 'ready' }),
    extract: (address: string) => Promise.resolve({ ok: true, info: infoOf(address) }),
    pause: () => Promise.resolve(),
    withCredentials: () => Promise.reject(refreshError),
  } as unknown as SourceClient;
  const deps = { archive, sourceClient, workFolder: '' } as unknown as RefreshDeps;
  const { signal } = new AbortController();
  return Promise.resolve(
    subscribeTo(deps).run(
      { what, subscribed: ['Quay'], unknown: unknownPages },
      { update: () => undefined, checkpoint: () => undefined, signal, shutdownSignal: signal },
    ),
  );
}

const refuse = (table: string): void => archive.database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END`);

test('a channel that the database refuses is reported, and does not count as subscribed to', async () => {
  refuse('channel');
  expect(await runTask('channel', [channelPage('Harbour')])).toEqual({
    level: 'error',
    lines: ['Subscribed to Quay.', 'Harbour: The record could not be stored: a value in it breaks a rule of the database.'],
  });
});

test('a deleted playlist that the database refuses is reported, and stays deleted', async () => {
  archive.database.prepare('INSERT INTO removed_playlist (playlist_id) VALUES (?)').run(walksId);
  refuse('playlist');
  expect(await runTask('playlist', [walksPage])).toEqual({
    level: 'error',
    lines: ['Subscribed to Quay.', 'Walks: The record could not be stored: a value in it breaks a rule of the database.'],
  });
  expect(archive.database.prepare('SELECT playlist_id FROM removed_playlist').all()).toEqual([{ playlist_id: walksId }]);
});

test.each([
  ['the disk is full', fullDisk, 'The disk is full.'],
  ['another program is writing to the database', Object.assign(new Error('database is locked'), { errcode: 5 }), 'Another program is writing to the database.'],
])('if a run stops because %s, the subscriptions made before and the remaining ones are reported', async (_reason, error, reportedReason) => {
  const changeOriginal = archive.channels.change.bind(archive.channels);
  vi.spyOn(archive.channels, 'change').mockImplementation((id, changes) => {
    if (id === channelId('Reef')) throw error;
    return changeOriginal(id, changes);
  });
  const pages = ['Harbour', 'Reef', 'Kelp'].map(channelPage);
  expect(await runTask('channel', pages, error)).toEqual({
    level: 'error',
    lines: ['Subscribed to Quay, Harbour.', `${reportedReason} Not subscribed to: ${pages.slice(1).join(', ')}.`],
  });
  expect(archive.channels.subscribedIds()).toEqual([channelId('Harbour')]);
  expect(archive.channels.find(channelId('Reef'))).toBeNull();
});
