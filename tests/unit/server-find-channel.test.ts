import { expect, onTestFinished, test, vi } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { SourceClient } from '../../server/downloader/source-client.ts';
import { createChannelFinder } from '../../server/subscriptions/find-channel.ts';
import { aChannel } from '../builders/server-records.ts';

test.each([
  ['the disk is too full', 13],
  ['another program is writing into the database, so there is no way', 5],
])('a channel is found by its handle even if %s to remember the handle', async (_reason, errcode) => {
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(() => archive.database.close());
  const channelId = 'UCharbourharbourharbour1';
  createSqliteCatalogue(archive.database).putChannels([aChannel({ channelId })]);
  const info = { _type: 'playlist', extractor: 'youtube:tab', id: channelId, channel_id: channelId, channel: 'Harbour' };
  const sourceClient = { extract: () => Promise.resolve({ ok: true, info }) } as unknown as SourceClient;
  vi.spyOn(archive.channels, 'setHandle').mockImplementation(() => {
    throw Object.assign(new Error('it cannot be written'), { errcode });
  });
  expect(await createChannelFinder({ archive, sourceClient }).find('@harbour')).toEqual({ kind: 'found', channelId });
});
