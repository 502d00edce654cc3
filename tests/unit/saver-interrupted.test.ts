// If the saver is interrupted, bytes on the device are neither fetched again nor given up, and nothing is retried endlessly.
import { expect, test } from 'vitest';
import { checkCopies } from '../../src/saved-media/check-copies.ts';
import { itemKeyOf, revisionKeyOf, windowBytes, type Revision } from '../../src/saved-media/ledger/rows.ts';
import { partName, revisionFolder } from '../../src/saved-media/store/part-files.ts';
import { syncPartBytes } from '../../src/saved-media/store/part-writer.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';
import { aVideoFile, createSavedSetup, createSaverSetup, fastPolling, waitForStatus, type SaverSetup } from '../doubles/saver-setup.ts';

/** Checks the copies in `setup`. */
const check = (setup: SaverSetup, ports: Partial<Parameters<typeof checkCopies>[1]> = {}) =>
  checkCopies(
    'mara',
    { ledger: setup.ledger, root: setup.disk.root, onProgress() {}, onDamaged: async () => {}, isAtArchive: async () => true, ...ports },
    new AbortController().signal,
  );

test('a completely fetched video whose verification was interrupted is verified later, not fetched again', async () => {
  const setup = createSaverSetup();
  let proceed = (): void => {};
  setup.disk.readable = new Promise((resolve) => (proceed = resolve));
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'verifying');
  await setup.applyEvent('pause');
  proceed();
  await setup.settle();
  await setup.applyEvent('resume');
  await waitForStatus(setup, 'ready');
  expect(setup.requestedOffsets).toEqual([0]);
  expect(await setup.item()).toMatchObject({ wholeRevision: 1, wholeBytes: 1000 });
});

test('a completely fetched video that cannot be read for a moment is verified later, not fetched again', async () => {
  const setup = createSaverSetup();
  setup.disk.isUnreadable = true;
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'paused background');
  expect(await setup.item()).toMatchObject({ openRevision: 1, differedCount: 0, savedBytes: 1000 });
  setup.disk.isUnreadable = false;
  await expect.poll(() => (setup.clock.pass(60_000), setup.statusText()), fastPolling).toBe('ready');
  expect([setup.requestedOffsets, (await setup.item())?.wholeRevision]).toEqual([[0], 1]);
});

test('a completely fetched video that cannot be read ten times in a row is fetched again', async () => {
  const setup = createSaverSetup();
  setup.disk.isUnreadable = true;
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'paused background');
  await expect.poll(async () => (setup.clock.pass(300_000), (await setup.item())?.differedCount), fastPolling).toBe(1);
  expect((await setup.item())?.openRevision).not.toBe(1);
  setup.disk.isUnreadable = false;
  await expect.poll(() => (setup.clock.pass(300_000), setup.statusText()), fastPolling).toBe('ready');
  expect(setup.requestedOffsets).toEqual([0, 0]);
});

test.each([
  ['is continued', 0, true, windowBytes + 5000],
  ['is begun again if its bytes on the disk differ', 1, true, windowBytes],
  ['is begun again if its bytes on the disk cannot be read', 0, false, windowBytes],
])('a partly saved window %s', async (_what, flippedBits, isReadable, expectedOffset) => {
  const setup = createSaverSetup();
  const bytes = aVideoFile(2 * windowBytes + 1000);
  const committedBytes = windowBytes + 5000;
  setup.archive.video = bytes;
  const revision = aRevision({ totalBytes: bytes.length, partBytes: syncPartBytes, committedBytes });
  await setup.put({ status: { state: 'paused', reason: 'background' }, openRevision: 1, totalBytes: bytes.length, savedBytes: committedBytes });
  const claim = await setup.ledger.claim('a tab that was killed');
  for (const [window, end] of [windowBytes, committedBytes].entries()) {
    const sha256 = await crypto.subtle.digest('SHA-256', bytes.slice(window * windowBytes, end));
    await setup.ledger.commit(claim, { itemKey: itemKeyOf(aSavedItem()), revision, digest: { ...revisionRowKey(revision), window, sha256 } });
  }
  const file = await (await revisionFolder(setup.disk.root, revision, true)).getFileHandle(partName(0), { create: true });
  const stream = await file.createWritable();
  await stream.write(bytes.slice(0, committedBytes).map((byte, index) => (index === windowBytes + 4000 ? byte ^ flippedBits : byte)));
  await stream.close();
  await setup.start();
  if (!isReadable) failNextRead(setup);
  await waitForStatus(setup, 'ready');
  expect(setup.requestedOffsets).toEqual([expectedOffset]);
  expect((await setup.ledger.digestsOf(revisionKeyOf(revision))).map(({ window }) => window)).toEqual([0, 1, 2]);
});

function failNextRead({ disk }: SaverSetup): void {
  let readCount = 0;
  Object.defineProperty(disk, 'isUnreadable', { get: () => (readCount += 1) === 1 });
}

function revisionRowKey({ account, videoId, rendition, revision }: Revision): Pick<Revision, 'account' | 'videoId' | 'rendition' | 'revision'> {
  return { account, videoId, rendition, revision };
}

test('a removal that is undone just before the files would be deleted leaves the files', async () => {
  const setup = await createSavedSetup();
  const { forget, change } = setup.ledger;
  setup.ledger.forget = async (key) => {
    await change(key, (row) => (row ? { ...row, removedAtMs: null } : null));
    return forget(key);
  };
  await setup.remove();
  await expect.poll(async () => (await setup.item())?.removedAtMs, fastPolling).toBeNull();
  setup.ledger.forget = forget;
  await setup.settle();
  expect([await setup.statusText(), Object.values(setup.disk.sizes())]).toEqual(['ready', [1000]]);
});

test('files of a removed video that are held open elsewhere do not keep other videos from being saved', async () => {
  const setup = await createSavedSetup();
  setup.disk.lock(Object.keys(setup.disk.sizes())[0] ?? '');
  await setup.put({ videoId: 'tug', place: 1 }, { isSilent: true });
  await setup.remove();
  await waitForStatus(setup, 'ready', 'tug');
  expect(await setup.item()).toBeUndefined();
});

test('a check that cannot read a copy leaves the copy, and counts it as unread', async () => {
  const setup = await createSavedSetup();
  setup.disk.isUnreadable = true;
  expect(await check(setup)).toEqual({ checkedCount: 0, unreadCount: 1, damagedIds: [], keptIds: [] });
  expect([await setup.statusText(), Object.values(setup.disk.sizes())]).toEqual(['ready', [1000]]);
});

test('a copy is kept if one of its two reads fails and the other read finds different bytes', async () => {
  const setup = await createSavedSetup();
  let readCount = 0;
  const ledger = {
    ...setup.ledger,
    digestsOf: (key: Parameters<typeof setup.ledger.digestsOf>[0]) => {
      readCount += 1;
      Object.assign(setup.disk, { isUnreadable: readCount === 1, isRotten: readCount === 2 });
      return setup.ledger.digestsOf(key);
    },
  };
  expect(await check(setup, { ledger })).toEqual({ checkedCount: 0, unreadCount: 1, damagedIds: [], keptIds: [] });
  expect(await setup.statusText()).toBe('ready');
});

test('a damaged copy that is replaced during the check does not count as checked', async () => {
  const setup = await createSavedSetup();
  setup.disk.isRotten = true;
  const ledger = { ...setup.ledger, dropCopy: async () => false };
  expect(await check(setup, { ledger })).toEqual({ checkedCount: 0, unreadCount: 0, damagedIds: [], keptIds: [] });
});

test('a damaged copy stays if the archive cannot provide the video now', async () => {
  const setup = await createSavedSetup();
  setup.disk.isRotten = true;
  expect(await check(setup, { isAtArchive: async () => false })).toEqual({ checkedCount: 1, unreadCount: 0, damagedIds: [], keptIds: ['fog'] });
  expect([await setup.statusText(), Object.values(setup.disk.sizes())]).toEqual(['ready', [1000]]);
});

test('a copy that is removed while it is checked is not reported as kept', async () => {
  const setup = await createSavedSetup();
  setup.disk.isRotten = true;
  const isAtArchive = async (): Promise<boolean> => {
    await setup.remove();
    return false;
  };
  expect(await check(setup, { isAtArchive })).toEqual({ checkedCount: 0, unreadCount: 0, damagedIds: [], keptIds: [] });
});

test('a damaged copy that is removed while it is checked stays, because the person may undo the removal', async () => {
  const setup = await createSavedSetup();
  setup.disk.isRotten = true;
  const isAtArchive = async (): Promise<boolean> => {
    await setup.ledger.change(itemKeyOf(aSavedItem()), (row) => (row ? { ...row, removedAtMs: setup.clock.now() } : null));
    return true;
  };
  expect(await check(setup, { isAtArchive })).toEqual({ checkedCount: 0, unreadCount: 0, damagedIds: [], keptIds: [] });
  expect(await setup.item()).toMatchObject({ status: { state: 'ready' }, wholeRevision: 1 });
});

test('saving works even when the browser does not report its free space', async () => {
  const setup = createSaverSetup();
  await setup.put();
  await setup.start('a tab', () => Promise.reject(new TypeError('of the test')));
  await waitForStatus(setup, 'ready');
});

test('the save of a file without a validator begins again instead of continuing', async () => {
  const setup = createSaverSetup();
  Object.assign(setup.archive, { video: aVideoFile(windowBytes + 1000), validator: null, media: 'hang-later' });
  await setup.put();
  await setup.start();
  await expect.poll(async () => (await setup.item())?.savedBytes, fastPolling).toBe(windowBytes);
  await setup.applyEvent('pause');
  setup.archive.media = 'there';
  await setup.applyEvent('resume');
  await waitForStatus(setup, 'ready');
  expect(setup.requestedOffsets).toEqual([0, 0]);
});

test('a video that is removed and saved again gets a higher revision number, so an open player never gets bytes of both copies', async () => {
  const setup = await createSavedSetup();
  const revisionBefore = (await setup.item())?.wholeRevision;
  await setup.remove();
  await waitForStatus(setup, 'none');
  await setup.put();
  await waitForStatus(setup, 'ready');
  expect((await setup.item())?.wholeRevision).toBeGreaterThan(revisionBefore ?? Infinity);
});

test.each([403, 500])('a small file that the archive always answers with %i is skipped after a few tries, and recorded as missing', async (status) => {
  const setup = createSaverSetup();
  Object.assign(setup.archive, { smallUrls: ['/cache/fog.webp', '/youtube/fog.en.vtt'], smallStatus: { '/youtube/fog.en.vtt': status } });
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'paused offline');
  expect(setup.requestedOffsets).toEqual([]);
  await expect.poll(() => (setup.clock.pass(60_000), setup.statusText()), fastPolling).toBe('ready');
  expect(await setup.item()).toMatchObject({ missingUrls: ['/youtube/fog.en.vtt'] });
  expect(await setup.ledger.smallFilesOf('mara', 'fog')).toHaveLength(1);
});

test('a picture is saved as the archive sends it, and not as the narrower one that the service worker shows while the archive sends none', async () => {
  const setup = createSaverSetup();
  const picture = '/cache/fog.webp';
  Object.assign(setup.archive, { smallUrls: [picture], smallStatus: { [picture]: 500 }, hasNarrower: true });
  await setup.put();
  await setup.start();
  await expect.poll(() => setup.requestCounts.smallFiles, fastPolling).toBe(1);
  setup.archive.smallStatus = {};
  await expect.poll(() => (setup.clock.pass(60_000), setup.statusText()), fastPolling).toBe('ready');
  expect(await (await setup.ledger.smallFile('mara', picture))?.body.text()).toBe('small');
});

test.each([
  { isStream: true, media: 'forbidden' },
  { isStream: true, media: 'server-error' },
  { isStream: false, media: 'forbidden' },
] as const)('a file or stream that the archive always refuses fails after a few tries, and a person may try again (%o)', async (archiveState) => {
  const setup = createSaverSetup();
  Object.assign(setup.archive, archiveState);
  await setup.put();
  await setup.start();
  await expect.poll(async () => (setup.clock.pass(60_000), setup.statusText()), fastPolling).toBe('failed not-found');
  expect(setup.requestedOffsets).toHaveLength(4);
  setup.archive.media = 'there';
  await setup.applyEvent('try-again');
  await expect.poll(() => setup.statusText(), fastPolling).toBe('ready');
});

test('a small file that arrives at the next try is not recorded as missing', async () => {
  const setup = createSaverSetup();
  Object.assign(setup.archive, { smallUrls: ['/youtube/fog.en.vtt'], smallStatus: { '/youtube/fog.en.vtt': 500 } });
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'paused offline');
  setup.archive.smallStatus = {};
  await expect.poll(() => (setup.clock.pass(60_000), setup.statusText()), fastPolling).toBe('ready');
  expect(await setup.item()).toMatchObject({ missingUrls: [], smallFileTries: 0 });
});
