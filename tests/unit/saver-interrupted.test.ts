// If the saver is interrupted, bytes on the device are neither fetched again nor given up, and nothing is retried endlessly.
import { expect, test } from 'vitest';
import { checkCopies } from '../../src/saved-media/check-copies.ts';
import { itemKeyOf, revisionKeyOf, windowBytes, type Revision } from '../../src/saved-media/ledger/rows.ts';
import { partName, revisionFolder } from '../../src/saved-media/store/part-files.ts';
import { syncPartBytes } from '../../src/saved-media/store/part-writer.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';
import { aVideoFile, createSaverSetup, type SaverSetup } from '../doubles/saver-setup.ts';

const fastPolling = { interval: 5 };
const waitForStatus = (saving: SaverSetup, status: string, videoId?: string): Promise<void> =>
  expect.poll(() => saving.statusText(videoId), fastPolling).toBe(status);

test('a fully downloaded video whose verification was interrupted is verified later, not downloaded again', async () => {
  const saving = createSaverSetup();
  let proceed = (): void => {};
  saving.disk.readable = new Promise((resolve) => (proceed = resolve));
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'verifying');
  await saving.applyEvent('pause');
  proceed();
  await saving.settle();
  await saving.applyEvent('resume');
  await waitForStatus(saving, 'ready');
  expect(saving.requestedOffsets).toEqual([0]);
  expect(await saving.item()).toMatchObject({ wholeRevision: 1, wholeBytes: 1000 });
});

test('a finished download that cannot be read for a moment is verified later, not downloaded again', async () => {
  const saving = createSaverSetup();
  saving.disk.isUnreadable = true;
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'paused background');
  expect(await saving.item()).toMatchObject({ openRevision: 1, differedCount: 0, savedBytes: 1000 });
  saving.disk.isUnreadable = false;
  await expect.poll(() => (saving.clock.pass(60_000), saving.statusText()), fastPolling).toBe('ready');
  expect([saving.requestedOffsets, (await saving.item())?.wholeRevision]).toEqual([[0], 1]);
});

test('a finished download that cannot be read ten times in a row is downloaded again', async () => {
  const saving = createSaverSetup();
  saving.disk.isUnreadable = true;
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'paused background');
  await expect.poll(async () => (saving.clock.pass(300_000), (await saving.item())?.differedCount), fastPolling).toBe(1);
  expect((await saving.item())?.openRevision).not.toBe(1);
  saving.disk.isUnreadable = false;
  await expect.poll(() => (saving.clock.pass(300_000), saving.statusText()), fastPolling).toBe('ready');
  expect(saving.requestedOffsets).toEqual([0, 0]);
});

test.each([
  ['is continued', 0, windowBytes + 5000],
  ['is begun again if its bytes on the disk differ', 1, windowBytes],
])('a partly saved window %s', async (_what, flippedBits, expectedOffset) => {
  const saving = createSaverSetup();
  const bytes = aVideoFile(2 * windowBytes + 1000);
  const committedBytes = windowBytes + 5000;
  saving.archive.video = bytes;
  const revision = aRevision({ totalBytes: bytes.length, partBytes: syncPartBytes, committedBytes });
  await saving.put({ status: { state: 'paused', reason: 'background' }, openRevision: 1, totalBytes: bytes.length, savedBytes: committedBytes });
  const claim = await saving.ledger.claim('a tab that was killed');
  for (const [window, end] of [windowBytes, committedBytes].entries()) {
    const sha256 = await crypto.subtle.digest('SHA-256', bytes.slice(window * windowBytes, end));
    await saving.ledger.commit(claim, { itemKey: itemKeyOf(aSavedItem()), revision, digest: { ...revisionRowKey(revision), window, sha256 } });
  }
  const file = await (await revisionFolder(saving.disk.root, revision, true)).getFileHandle(partName(0), { create: true });
  const stream = await file.createWritable();
  await stream.write(bytes.slice(0, committedBytes).map((byte, index) => (index === windowBytes + 4000 ? byte ^ flippedBits : byte)));
  await stream.close();
  await saving.start();
  await waitForStatus(saving, 'ready');
  expect(saving.requestedOffsets).toEqual([expectedOffset]);
  expect((await saving.ledger.digestsOf(revisionKeyOf(revision))).map(({ window }) => window)).toEqual([0, 1, 2]);
});

function revisionRowKey({ account, videoId, rendition, revision }: Revision): Pick<Revision, 'account' | 'videoId' | 'rendition' | 'revision'> {
  return { account, videoId, rendition, revision };
}

test('a removal that is undone just before the files would be deleted leaves the files', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  const { forget, change } = saving.ledger;
  saving.ledger.forget = async (key) => {
    await change(key, (row) => (row ? { ...row, removedAtMs: null } : null));
    return forget(key);
  };
  await saving.remove();
  await expect.poll(async () => (await saving.item())?.removedAtMs, fastPolling).toBeNull();
  saving.ledger.forget = forget;
  await saving.settle();
  expect([await saving.statusText(), Object.values(saving.disk.sizes())]).toEqual(['ready', [1000]]);
});

test('files of a removed video that are held open elsewhere do not keep other videos from being saved', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  saving.disk.lock(Object.keys(saving.disk.sizes())[0] ?? '');
  await saving.put({ videoId: 'tug', place: 1 }, { isSilent: true });
  await saving.remove();
  await waitForStatus(saving, 'ready', 'tug');
  expect(await saving.item()).toBeUndefined();
});

test('a check that cannot read a copy leaves the copy, and counts it as unread', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  saving.disk.isUnreadable = true;
  const ports = { ledger: saving.ledger, root: saving.disk.root, onProgress() {}, onDamaged: async () => {}, isAtArchive: async () => true };
  expect(await checkCopies('mara', ports, new AbortController().signal)).toEqual({ checkedCount: 0, unreadCount: 1, damagedIds: [], keptIds: [] });
  expect([await saving.statusText(), Object.values(saving.disk.sizes())]).toEqual(['ready', [1000]]);
});

test('a copy is kept if one of its two reads fails and the other read finds different bytes', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  let readCount = 0;
  const ledger = {
    ...saving.ledger,
    digestsOf: (key: Parameters<typeof saving.ledger.digestsOf>[0]) => {
      readCount += 1;
      Object.assign(saving.disk, { isUnreadable: readCount === 1, isRotten: readCount === 2 });
      return saving.ledger.digestsOf(key);
    },
  };
  const ports = { ledger, root: saving.disk.root, onProgress() {}, onDamaged: async () => {}, isAtArchive: async () => true };
  expect(await checkCopies('mara', ports, new AbortController().signal)).toEqual({ checkedCount: 0, unreadCount: 1, damagedIds: [], keptIds: [] });
  expect(await saving.statusText()).toBe('ready');
});

test('a damaged copy that is replaced during the check does not count as checked', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  saving.disk.isRotten = true;
  const ledger = { ...saving.ledger, dropCopy: async () => false };
  const ports = { ledger, root: saving.disk.root, onProgress() {}, onDamaged: async () => {}, isAtArchive: async () => true };
  expect(await checkCopies('mara', ports, new AbortController().signal)).toEqual({ checkedCount: 0, unreadCount: 0, damagedIds: [], keptIds: [] });
});

test('a damaged copy stays if the archive cannot provide the video now', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  saving.disk.isRotten = true;
  const ports = { ledger: saving.ledger, root: saving.disk.root, onProgress() {}, onDamaged: async () => {}, isAtArchive: async () => false };
  expect(await checkCopies('mara', ports, new AbortController().signal)).toEqual({ checkedCount: 1, unreadCount: 0, damagedIds: [], keptIds: ['fog'] });
  expect([await saving.statusText(), Object.values(saving.disk.sizes())]).toEqual(['ready', [1000]]);
});

test('a copy that is removed while it is checked is not reported as kept', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  saving.disk.isRotten = true;
  const isAtArchive = async (): Promise<boolean> => {
    await saving.remove();
    return false;
  };
  const ports = { ledger: saving.ledger, root: saving.disk.root, onProgress() {}, onDamaged: async () => {}, isAtArchive };
  expect(await checkCopies('mara', ports, new AbortController().signal)).toEqual({ checkedCount: 0, unreadCount: 0, damagedIds: [], keptIds: [] });
});

test('saving works even when the browser does not report its free space', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start('a tab', () => Promise.reject(new TypeError('of the test')));
  await waitForStatus(saving, 'ready');
});

test('the download of a file without a validator begins again instead of being continued', async () => {
  const saving = createSaverSetup();
  Object.assign(saving.archive, { video: aVideoFile(windowBytes + 1000), validator: null, media: 'hang-later' });
  await saving.put();
  await saving.start();
  await expect.poll(async () => (await saving.item())?.savedBytes, fastPolling).toBe(windowBytes);
  await saving.applyEvent('pause');
  saving.archive.media = 'there';
  await saving.applyEvent('resume');
  await waitForStatus(saving, 'ready');
  expect(saving.requestedOffsets).toEqual([0, 0]);
});

test('a video that is removed and saved again gets a higher revision number, so an open player never gets bytes of both copies', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  const revisionBefore = (await saving.item())?.wholeRevision;
  await saving.remove();
  await waitForStatus(saving, 'none');
  await saving.put();
  await waitForStatus(saving, 'ready');
  expect((await saving.item())?.wholeRevision).toBeGreaterThan(revisionBefore ?? Infinity);
});

test.each([403, 500])('a small file that the archive always answers with %i is skipped after a few tries, and recorded as missing', async (status) => {
  const saving = createSaverSetup();
  Object.assign(saving.archive, { smallUrls: ['/cache/fog.webp', '/youtube/fog.en.vtt'], smallStatus: { '/youtube/fog.en.vtt': status } });
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'paused offline');
  expect(saving.requestedOffsets).toEqual([]);
  await expect.poll(() => (saving.clock.pass(60_000), saving.statusText()), fastPolling).toBe('ready');
  expect(await saving.item()).toMatchObject({ missingUrls: ['/youtube/fog.en.vtt'] });
  expect(await saving.ledger.smallFilesOf('mara', 'fog')).toHaveLength(1);
});

test.each([
  { isStream: true, media: 'forbidden' },
  { isStream: true, media: 'server-error' },
  { isStream: false, media: 'forbidden' },
] as const)('a file or stream that the archive always refuses fails after a few tries, and a person may try again (%o)', async (archiveState) => {
  const saving = createSaverSetup();
  Object.assign(saving.archive, archiveState);
  await saving.put();
  await saving.start();
  await expect.poll(async () => (saving.clock.pass(60_000), saving.statusText()), { interval: 5 }).toBe('failed not-found');
  expect(saving.requestedOffsets).toHaveLength(4);
  saving.archive.media = 'there';
  await saving.applyEvent('try-again');
  await expect.poll(() => saving.statusText(), { interval: 5 }).toBe('ready');
});

test('a small file that arrives at the next try is not recorded as missing', async () => {
  const saving = createSaverSetup();
  Object.assign(saving.archive, { smallUrls: ['/youtube/fog.en.vtt'], smallStatus: { '/youtube/fog.en.vtt': 500 } });
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'paused offline');
  saving.archive.smallStatus = {};
  await expect.poll(() => (saving.clock.pass(60_000), saving.statusText()), fastPolling).toBe('ready');
  expect(await saving.item()).toMatchObject({ missingUrls: [], smallFileTries: 0 });
});
