import { expect, onTestFinished, test, vi } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createFailure, type FailureKind } from '../../server/downloader/failures.ts';
import type { SourceClient } from '../../server/downloader/source-client.ts';
import { createChannelFinder } from '../../server/subscriptions/find-channel.ts';
import { aChannel } from '../builders/server-records.ts';

test.each([
  ['the disk is full', 13],
  ['another program is writing to the database', 5],
])('a channel is found by its handle even if the handle cannot be stored because %s', async (_reason, errcode) => {
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

test.each<[kind: FailureKind, lookupCount: number]>([
  ['network-away', 2],
  ['unreachable', 2],
  ['timed-out', 2],
  ['no-program', 2],
  ['gone', 1],
  ['rate-limited', 1],
])('if lookups of a handle fail (%s), two views of its page look the handle up %i time(s)', async (kind, lookupCount) => {
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(() => archive.database.close());
  const extract = vi.fn(() => Promise.resolve({ ok: false, failure: createFailure(kind, 'no answer') }));
  const finder = createChannelFinder({ archive, sourceClient: { extract } as unknown as SourceClient });
  for (let view = 0; view < 2; view += 1) expect(await finder.find('@harbour')).toEqual({ kind: 'not-found' });
  expect(extract).toHaveBeenCalledTimes(lookupCount);
});
