// The saver runs with all of its steps: space, Wi-Fi, stalls, locked files, and simultaneous events.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { mainPlaylistName, savedAddress, savedPlaylistAddress } from '../../src/contract/saved-address.ts';
import type { DigestAnswer } from '../../src/network/digest-source.ts';
import { windowBytes } from '../../src/saved-media/ledger/rows.ts';
import { reservedBytes } from '../../src/saved-media/quota.ts';
import { stalledAfterMs } from '../../src/saved-media/saver/stall.ts';
import { accountFolderName } from '../../src/saved-media/store/part-files.ts';
import { aVideoFile, createSaverSetup, type SaverSetup } from '../doubles/saver-setup.ts';

const fastPolling = { interval: 5 };
const waitForStatus = (saving: SaverSetup, status: string, videoId?: string): Promise<void> =>
  expect.poll(() => saving.statusText(videoId), fastPolling).toBe(status);
const folderOfMara = (): Promise<string> => accountFolderName('mara');
const sizesOnDisk = (saving: SaverSetup): number[] => Object.values(saving.disk.sizes());

test('one of two videos that begin together waits if only one fits, and a smaller third video does not wait', async () => {
  const saving = createSaverSetup();
  await saving.prefer({ budgetBytes: 2500 });
  saving.archive.media = 'hang-body';
  for (const [place, videoId] of ['one', 'two', 'three'].entries()) await saving.put({ videoId, place, totalBytes: videoId === 'three' ? 500 : null });
  saving.archive.video = aVideoFile(2000);
  saving.archive.otherFiles = { three: aVideoFile(500) };
  await saving.start();
  // Once the archive has reported both sizes, only one of the two fits. It may be either.
  await expect
    .poll(async () => [await saving.statusText('one'), await saving.statusText('two'), await saving.statusText('three')].toSorted(), fastPolling)
    .toEqual(['paused storage-full', 'saving', 'saving']);
});

test('a video that did not fit continues when another video is removed', async () => {
  const saving = createSaverSetup();
  await saving.prefer({ budgetBytes: 1500 });
  await saving.put({ videoId: 'one' });
  await saving.start();
  await waitForStatus(saving, 'ready', 'one');
  await saving.put({ videoId: 'two' });
  await waitForStatus(saving, 'paused storage-full', 'two');
  await saving.remove('one');
  await waitForStatus(saving, 'ready', 'two');
});

test('a video that did not fit continues when the budget is raised, or a new start finds space', async () => {
  const saving = createSaverSetup();
  await saving.prefer({ budgetBytes: 999 });
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'paused storage-full');
  await saving.prefer({ budgetBytes: 1000 });
  await waitForStatus(saving, 'ready');
  await saving.prefer({ budgetBytes: null });
  saving.device.space = { quotaBytes: reservedBytes + 100_000, usageBytes: 99_500 };
  await saving.put({ videoId: 'two' });
  await waitForStatus(saving, 'paused storage-full', 'two');
  saving.device.space = { quotaBytes: reservedBytes + 100_000, usageBytes: 0 };
  await saving.start('another tab');
  await waitForStatus(saving, 'ready', 'two');
});

test('on a full disk the saved bytes are kept, and the save continues only when there is more space', async () => {
  const saving = createSaverSetup();
  saving.archive.video = aVideoFile(2 * windowBytes + 1000);
  saving.disk.leftBytes = windowBytes + 5000;
  saving.device.space = { quotaBytes: 2 ** 32, usageBytes: 2 ** 32 - 2 ** 30 };
  await saving.put();
  const saver = await saving.start();
  await waitForStatus(saving, 'paused storage-full');
  expect((await saving.item())?.savedBytes).toBe(windowBytes);
  saver.wake(true);
  await saving.settle();
  expect([await saving.statusText(), saving.requestedOffsets]).toEqual(['paused storage-full', [0]]);
  saving.disk.leftBytes = Infinity;
  saving.device.space = { quotaBytes: 2 ** 32, usageBytes: 0 };
  await saving.prefer({});
  await waitForStatus(saving, 'ready');
  expect(saving.requestedOffsets).toEqual([0, windowBytes]);
});

test('"Use this network once" applies until the connection changes', async () => {
  const saving = createSaverSetup();
  await saving.prefer({ isWifiOnly: true });
  saving.network.change(true);
  saving.archive.media = 'hang-body';
  await saving.put();
  const saver = await saving.start();
  await waitForStatus(saving, 'waiting-for-wifi');
  saver.useNetworkOnce();
  await waitForStatus(saving, 'saving');
  saving.network.changeSpeed();
  await saving.settle();
  expect(await saving.statusText()).toBe('saving');
  saving.network.change(true);
  await waitForStatus(saving, 'waiting-for-wifi');
});

test('while all saves are paused, no save begins; afterwards all saves continue except those that a person paused individually', async () => {
  const saving = createSaverSetup();
  saving.archive.media = 'hang-body';
  await saving.put({ videoId: 'one' });
  await saving.start();
  await waitForStatus(saving, 'saving', 'one');
  await saving.prefer({ isPaused: true });
  await waitForStatus(saving, 'paused background', 'one');
  await saving.put({ videoId: 'two', place: 1 });
  await saving.put({ videoId: 'three', status: { state: 'paused', reason: 'user' } });
  saving.archive.media = 'there';
  await saving.settle();
  expect(await saving.statusText('two')).toBe('queued');
  await saving.prefer({ isPaused: false });
  await waitForStatus(saving, 'ready', 'one');
  await waitForStatus(saving, 'ready', 'two');
  expect(await saving.statusText('three')).toBe('paused user');
});

test.each(['hang', 'hang-body'] as const)('a connection that repeatedly brings no bytes counts as lost, and the save is paused (%s)', async (media) => {
  const saving = createSaverSetup();
  saving.archive.media = media;
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'saving');
  const seenStatuses: string[] = [];
  await expect
    .poll(async () => (saving.clock.pass(stalledAfterMs / 2), seenStatuses.push(await saving.statusText()), seenStatuses.at(-1)), fastPolling)
    .toBe('paused offline');
  expect(seenStatuses).toContain('saving slow');
  expect(saving.requestedOffsets).toEqual([0, 0, 0, 0]);
});

test('a video whose file is held open elsewhere is saved as a new revision, without sync handles', async () => {
  const saving = createSaverSetup();
  const length = windowBytes + 1000;
  saving.archive.video = aVideoFile(length);
  saving.archive.media = 'hang-body';
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'saving');
  await saving.applyEvent('pause');
  await waitForStatus(saving, 'paused user');
  // This creates the folder of the first revision, with a part that a previous worker still has open.
  const { root } = saving.disk;
  const folder = await (
    await (await root.getDirectoryHandle('saved', { create: true })).getDirectoryHandle(await folderOfMara(), { create: true })
  ).getDirectoryHandle('fog.original.1', { create: true });
  await folder.getFileHandle('00000', { create: true });
  const [path = ''] = Object.keys(saving.disk.sizes());
  const release = saving.disk.lock(path);
  saving.archive.media = 'there';
  await saving.applyEvent('resume');
  await expect.poll(async () => (saving.clock.pass(250), saving.statusText()), fastPolling).toBe('ready');
  expect(await saving.item()).toMatchObject({ wholeRevision: 2 });
  expect(await saving.ledger.revisionsOf('mara')).toMatchObject([{ revision: 2, partBytes: windowBytes }]);
  release();
  await saving.start('another tab');
  expect(sizesOnDisk(saving)).toEqual([windowBytes, 1000]);
});

const digestsOf = (media: Uint8Array): DigestAnswer => ({
  kind: 'list',
  digests: { validator: '"one"', totalBytes: 1000, windowBytes, sha256: [createHash('sha256').update(media).digest('hex')] },
});

test('a copy is compared with the archive’s own hashes, and a copy that differs is rejected', async () => {
  const saving = createSaverSetup();
  saving.archive.digests = digestsOf(saving.archive.video);
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  expect(await saving.ledger.revisionsOf('mara')).toMatchObject([{ isCompared: true }]);
  // Each copy is requested once, and its differing window once more.
  saving.archive.isAltered = (request) => request % 2 === 0;
  await saving.put({ videoId: 'two' });
  await waitForStatus(saving, 'failed unverified', 'two');
  expect(saving.requestedOffsets).toHaveLength(1 + 5 * 2);
});

test('a wrong list of hashes does not fail a copy if the differing window has the same bytes when fetched again', async () => {
  const saving = createSaverSetup();
  saving.archive.digests = digestsOf(aVideoFile(999));
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  expect(await saving.ledger.revisionsOf('mara')).toMatchObject([{ isCompared: false }]);
  expect(saving.requestedOffsets).toEqual([0, 0]);
});

test('when a browser supports sync handles but grants none, the video is saved without them', async () => {
  const saving = createSaverSetup();
  saving.disk.hasSyncHandles = false;
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  expect(await saving.ledger.revisionsOf('mara')).toMatchObject([{ partBytes: windowBytes }]);
});

/** Saves one window of a video, and stops the saver. */
async function setUpHalfSaved(): Promise<SaverSetup> {
  const saving = createSaverSetup();
  Object.assign(saving.archive, { video: aVideoFile(windowBytes + 1000), media: 'hang-later' });
  await saving.put();
  const saver = await saving.start();
  await expect.poll(async () => (await saving.item())?.savedBytes, fastPolling).toBe(windowBytes);
  await saver.stop();
  saving.archive.media = 'there';
  return saving;
}

test('a half-saved video whose file is held open elsewhere loses no bytes and is tried again later', async () => {
  const saving = await setUpHalfSaved();
  const [path = ''] = Object.keys(saving.disk.sizes());
  const release = saving.disk.lock(path);
  await saving.start('another tab');
  await expect
    .poll(async () => (saving.clock.pass(250), [await saving.statusText(), saving.requestedOffsets]), fastPolling)
    .toEqual(['paused background', [0, windowBytes]]);
  expect(await saving.item()).toMatchObject({ openRevision: 1, savedBytes: windowBytes });
  release();
  await expect.poll(async () => (saving.clock.pass(1_000), saving.statusText()), fastPolling).toBe('ready');
  expect([(await saving.item())?.wholeRevision, sizesOnDisk(saving)]).toEqual([1, [windowBytes + 1000]]);
});

test('a browser that no longer gives sync handles continues a half-saved video in the same files', async () => {
  const saving = await setUpHalfSaved();
  saving.disk.hasSyncHandles = false;
  await saving.start('another tab');
  await waitForStatus(saving, 'ready');
  expect([saving.requestedOffsets, (await saving.item())?.wholeRevision, sizesOnDisk(saving)]).toEqual([[0, windowBytes], 1, [windowBytes + 1000]]);
});

test('a write to a failing disk is tried again later, not immediately', async () => {
  const saving = createSaverSetup();
  saving.disk.isBroken = true;
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'paused background');
  expect(saving.requestedOffsets).toEqual([0]);
  saving.disk.isBroken = false;
  saving.clock.pass(1_000);
  await waitForStatus(saving, 'ready');
});

test('a video removed while it is being written leaves no file', async () => {
  const saving = createSaverSetup();
  saving.archive.video = aVideoFile(2 * windowBytes);
  saving.archive.media = 'hang-later';
  await saving.put();
  await saving.start();
  await expect.poll(async () => (await saving.item())?.savedBytes, fastPolling).toBe(windowBytes);
  expect(sizesOnDisk(saving)).toEqual([windowBytes]);
  await saving.remove();
  await waitForStatus(saving, 'none');
  await expect.poll(() => sizesOnDisk(saving), fastPolling).toEqual([]);
});

test('an update that is paused while it is verified leaves the previous copy in use', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  let proceed = (): void => {};
  saving.disk.readable = new Promise((resolve) => (proceed = resolve));
  await saving.put({ ...(await saving.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await waitForStatus(saving, 'verifying');
  await saving.put({ ...(await saving.item()), status: { state: 'paused', reason: 'user' } }, { isSilent: true });
  proceed();
  await saving.settle();
  expect(await saving.item()).toMatchObject({ wholeRevision: 1, openRevision: 2, status: { reason: 'user' } });
  expect((await saving.ledger.revisionsOf('mara')).map(({ revision }) => revision)).toEqual([1, 2]);
  expect(sizesOnDisk(saving)).toEqual([1000, 1000]);
});

test('an update also fetches the subtitles and pictures of the video again, and keeps the old version of a file that does not arrive', async () => {
  const saving = createSaverSetup();
  const [subtitle, picture] = ['/youtube/fog.en.vtt', '/cache/fog.webp'];
  saving.archive.smallUrls = [subtitle, picture];
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  Object.assign(saving.archive, { video: aVideoFile(1001), validator: '"two"', smallText: 'new', smallStatus: { [picture]: 500 } });
  await saving.put({ ...(await saving.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await expect.poll(async () => (saving.clock.pass(60_000), (await saving.item())?.wholeRevision), fastPolling).toBe(2);
  const texts = [subtitle, picture].map(async (url) => (await saving.ledger.smallFile('mara', url))?.body.text());
  expect([await Promise.all(texts), (await saving.item())?.missingUrls]).toEqual([['new', 'small'], []]);
});

test('an update, even after a pause, ends with the subtitles and pictures that the archive lists now, and the stored playlist of the stream stays', async () => {
  const saving = createSaverSetup();
  const [subtitle, picture] = ['/youtube/fog.en.vtt', '/cache/fog.webp'];
  const url = savedPlaylistAddress(savedAddress({ videoId: 'fog', rendition: 'original', revision: 2 }), mainPlaylistName);
  const readUrls = async (): Promise<string[]> => (await saving.ledger.smallFilesOf('mara', 'fog')).map((file) => file.url);
  saving.archive.smallUrls = [subtitle, picture];
  await saving.put();
  const smallFile = { account: 'mara', videoId: 'fog', url, contentType: 'application/vnd.apple.mpegurl', body: new Blob(['#EXTM3U']) };
  await saving.ledger.commit(await saving.ledger.claim('a test'), { itemKey: ['mara', 'fog', 'original'], smallFile });
  await saving.start();
  await waitForStatus(saving, 'ready');
  Object.assign(saving.archive, { video: aVideoFile(2 * windowBytes), validator: '"two"', media: 'hang-later', smallUrls: [picture] });
  await saving.put({ ...(await saving.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await expect.poll(async () => (await saving.item())?.savedBytes, fastPolling).toBe(windowBytes);
  await saving.applyEvent('pause');
  // The previous copy, which still plays, has its subtitles.
  expect(await readUrls()).toEqual([url, picture, subtitle]);
  saving.archive.media = 'there';
  await saving.applyEvent('resume');
  await expect.poll(async () => (await saving.item())?.wholeRevision, fastPolling).toBe(2);
  expect(await readUrls()).toEqual([url, picture]);
});

test('an update of a file that is gone from the archive is dropped, and the previous copy stays', async () => {
  const saving = createSaverSetup();
  await saving.put();
  await saving.start();
  await waitForStatus(saving, 'ready');
  Object.assign(saving.archive, { video: aVideoFile(2 * windowBytes), validator: '"two"', media: 'hang-later' });
  await saving.put({ ...(await saving.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await expect.poll(async () => (await saving.item())?.savedBytes, fastPolling).toBe(windowBytes);
  saving.archive.media = 'not-found';
  await expect.poll(async () => (saving.clock.pass(stalledAfterMs / 2), saving.statusText()), fastPolling).toBe('gone-at-source');
  expect(await saving.item()).toMatchObject({ wholeRevision: 1, openRevision: null, totalBytes: 1000 });
  expect((await saving.ledger.revisionsOf('mara')).map(({ revision }) => revision)).toEqual([1]);
  expect(sizesOnDisk(saving)).toEqual([1000]);
});

test('a save whose file has moved to another address begins again', async () => {
  const saving = createSaverSetup();
  Object.assign(saving.archive, { video: aVideoFile(windowBytes + 1000), media: 'hang-later' });
  await saving.put();
  await saving.start();
  await expect.poll(async () => (await saving.item())?.savedBytes, fastPolling).toBe(windowBytes);
  await saving.applyEvent('pause');
  Object.assign(saving.archive, { url: '/media/moved.mp4', media: 'there' });
  await saving.applyEvent('resume');
  await waitForStatus(saving, 'ready');
  expect([saving.requestedOffsets, (await saving.item())?.wholeRevision, sizesOnDisk(saving)]).toEqual([[0, 0], 2, [windowBytes + 1000]]);
});

test('five videos that are each paused and resumed five times simultaneously are all complete at the end', async () => {
  const saving = createSaverSetup();
  const videoIds = ['a', 'b', 'c', 'd', 'e'];
  saving.archive.media = 'hang-body';
  for (const [place, videoId] of videoIds.entries()) await saving.put({ videoId, place });
  await saving.start();
  await waitForStatus(saving, 'saving', 'a');
  await Promise.all(
    videoIds.map(async (videoId) => {
      for (let cycle = 0; cycle < 5; cycle += 1) {
        await saving.applyEvent('pause', videoId);
        expect(await saving.statusText(videoId)).toBe('paused user');
        await saving.applyEvent('resume', videoId);
      }
    }),
  );
  saving.archive.media = 'there';
  await saving.applyEvent('pause', 'a');
  await saving.applyEvent('resume', 'a');
  for (const videoId of videoIds) await expect.poll(async () => (saving.clock.pass(stalledAfterMs), saving.statusText(videoId)), fastPolling).toBe('ready');
  expect(sizesOnDisk(saving)).toEqual([1000, 1000, 1000, 1000, 1000]);
  expect(await saving.ledger.revisionsOf('mara')).toHaveLength(5);
});
