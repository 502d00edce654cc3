import { expect, onTestFinished, test, vi } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { SourceClient } from '../../server/downloader/source-client.ts';
import { createChannelFinder } from '../../server/subscriptions/find-channel.ts';
import { aChannel } from '../builders/server-records.ts';

test('a channel is found by its handle even if the disk is too full to remember the handle', async () => {
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(() => archive.database.close());
  const channelId = 'UCharbourharbourharbour1';
  createSqliteCatalogue(archive.database).putChannels([aChannel({ channelId })]);
  const info = { _type: 'playlist', extractor: 'youtube:tab', id: channelId, channel_id: channelId, channel: 'Harbour' };
  const sourceClient = { extract: () => Promise.resolve({ ok: true, info }) } as unknown as SourceClient;
  vi.spyOn(archive.channels, 'setHandle').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  });
  expect(await createChannelFinder({ archive, sourceClient }).find('@harbour')).toEqual({ kind: 'found', channelId });
});
