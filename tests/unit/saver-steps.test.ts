// The whole saver, in each of these situations: full storage, Wi-Fi, stalls, locked files, updates, and simultaneous events.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { mainPlaylistName, savedAddress, savedPlaylistAddress } from '../../src/contract/saved-address.ts';
import type { DigestAnswer } from '../../src/network/digest-source.ts';
import { windowBytes } from '../../src/saved-media/ledger/rows.ts';
import { reservedBytes } from '../../src/saved-media/quota.ts';
import { stalledAfterMs } from '../../src/saved-media/saver/stall.ts';
import { videoLockName } from '../../src/saved-media/store/video-lock.ts';
import { accountFolderName } from '../../src/saved-media/store/part-files.ts';
import { aVideoFile, createSavedSetup, createSaverSetup, fastPolling, waitForStatus, type SaverSetup } from '../doubles/saver-setup.ts';

const folderOfMara = (): Promise<string> => accountFolderName('mara');
const sizesOnDisk = (setup: SaverSetup): number[] => Object.values(setup.disk.sizes());

test('one of two videos that begin together waits if only one fits, and a smaller third video does not wait', async () => {
  const setup = createSaverSetup();
  await setup.prefer({ budgetBytes: 2500 });
  setup.archive.media = 'hang-body';
  for (const [place, videoId] of ['one', 'two', 'three'].entries()) await setup.put({ videoId, place, totalBytes: videoId === 'three' ? 500 : null });
  setup.archive.video = aVideoFile(2000);
  setup.archive.otherFiles = { three: aVideoFile(500) };
  await setup.start();
  // Once the archive has reported both sizes, only one of the two fits. It may be either.
  await expect
    .poll(async () => [await setup.statusText('one'), await setup.statusText('two'), await setup.statusText('three')].toSorted(), fastPolling)
    .toEqual(['paused storage-full', 'saving', 'saving']);
});

test('a video that did not fit continues when another video is removed', async () => {
  const setup = createSaverSetup();
  await setup.prefer({ budgetBytes: 1500 });
  await setup.put({ videoId: 'one' });
  await setup.start();
  await waitForStatus(setup, 'ready', 'one');
  await setup.put({ videoId: 'two' });
  await waitForStatus(setup, 'paused storage-full', 'two');
  await setup.remove('one');
  await waitForStatus(setup, 'ready', 'two');
});

test('a video that did not fit continues when the budget is raised, or a new start finds space', async () => {
  const setup = createSaverSetup();
  await setup.prefer({ budgetBytes: 999 });
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'paused storage-full');
  await setup.prefer({ budgetBytes: 1000 });
  await waitForStatus(setup, 'ready');
  await setup.prefer({ budgetBytes: null });
  setup.device.space = { quotaBytes: reservedBytes + 100_000, usageBytes: 99_500 };
  await setup.put({ videoId: 'two' });
  await waitForStatus(setup, 'paused storage-full', 'two');
  setup.device.space = { quotaBytes: reservedBytes + 100_000, usageBytes: 0 };
  await setup.start('another tab');
  await waitForStatus(setup, 'ready', 'two');
});

test('on a full disk the saved bytes are kept, and the save continues only when there is more space', async () => {
  const setup = createSaverSetup();
  setup.archive.video = aVideoFile(2 * windowBytes + 1000);
  setup.disk.freeBytes = windowBytes + 5000;
  setup.device.space = { quotaBytes: 2 ** 32, usageBytes: 2 ** 32 - 2 ** 30 };
  await setup.put();
  const saver = await setup.start();
  await waitForStatus(setup, 'paused storage-full');
  expect((await setup.item())?.savedBytes).toBe(windowBytes);
  saver.wake(true);
  await setup.settle();
  expect([await setup.statusText(), setup.requestedOffsets]).toEqual(['paused storage-full', [0]]);
  setup.disk.freeBytes = Infinity;
  setup.device.space = { quotaBytes: 2 ** 32, usageBytes: 0 };
  await setup.prefer({});
  await waitForStatus(setup, 'ready');
  expect(setup.requestedOffsets).toEqual([0, windowBytes]);
});

test('"Use this network once" applies until the connection changes', async () => {
  const setup = createSaverSetup();
  await setup.prefer({ isWifiOnly: true });
  setup.network.change(true);
  setup.archive.media = 'hang-body';
  await setup.put();
  const saver = await setup.start();
  await waitForStatus(setup, 'waiting-for-wifi');
  saver.useNetworkOnce();
  await waitForStatus(setup, 'saving');
  setup.network.changeSpeed();
  await setup.settle();
  expect(await setup.statusText()).toBe('saving');
  setup.network.change(true);
  await waitForStatus(setup, 'waiting-for-wifi');
});

test('"Use this network once" applies even if it is pressed while the saver compares the ledger with the files', async () => {
  const setup = createSaverSetup();
  await setup.prefer({ isWifiOnly: true });
  setup.network.change(true);
  await setup.put({ status: { state: 'waiting-for-wifi', reason: null } });
  let finishComparing = (): void => {};
  const saver = await setup.start('a tab', undefined, new Promise((resolve) => (finishComparing = resolve)));
  saver.useNetworkOnce();
  expect(await setup.statusText()).toBe('waiting-for-wifi');
  finishComparing();
  await waitForStatus(setup, 'ready');
});

test('while all saves are paused, no save begins; afterwards all saves continue except those that a person paused individually', async () => {
  const setup = createSaverSetup();
  setup.archive.media = 'hang-body';
  await setup.put({ videoId: 'one' });
  await setup.start();
  await waitForStatus(setup, 'saving', 'one');
  await setup.prefer({ isPaused: true });
  await waitForStatus(setup, 'paused background', 'one');
  await setup.put({ videoId: 'two', place: 1 });
  await setup.put({ videoId: 'three', status: { state: 'paused', reason: 'user' } });
  setup.archive.media = 'there';
  await setup.settle();
  expect(await setup.statusText('two')).toBe('queued');
  await setup.prefer({ isPaused: false });
  await waitForStatus(setup, 'ready', 'one');
  await waitForStatus(setup, 'ready', 'two');
  expect(await setup.statusText('three')).toBe('paused user');
});

test.each(['hang', 'hang-body'] as const)('a connection that repeatedly brings no bytes counts as lost, and the save is paused (%s)', async (media) => {
  const setup = createSaverSetup();
  setup.archive.media = media;
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'saving');
  const seenStatuses: string[] = [];
  await expect
    .poll(async () => (setup.clock.pass(stalledAfterMs / 2), seenStatuses.push(await setup.statusText()), seenStatuses.at(-1)), fastPolling)
    .toBe('paused offline');
  expect(seenStatuses).toContain('saving slow');
  expect(setup.requestedOffsets).toEqual([0, 0, 0, 0]);
});

test.each(['captive', 'unreachable'] as const)(
  'after a stall, the file is requested again only once the archive has answered for its video (%s)',
  async (failure) => {
    const setup = createSaverSetup();
    Object.assign(setup.archive, { video: aVideoFile(windowBytes + 1000), media: 'hang-later' });
    await setup.put();
    await setup.start();
    await expect.poll(async () => (await setup.item())?.savedBytes, fastPolling).toBe(windowBytes);
    Object.assign(setup.archive, { media: 'there', details: failure });
    await expect.poll(async () => (setup.clock.pass(stalledAfterMs / 2), setup.statusText()), fastPolling).toBe('paused offline');
    expect(setup.requestedOffsets).toEqual([0]);
    setup.archive.details = 'there';
    await expect.poll(async () => (setup.clock.pass(60_000), setup.statusText()), fastPolling).toBe('ready');
    expect(setup.requestedOffsets).toEqual([0, windowBytes]);
  },
);

test('a video whose file is held open elsewhere is saved as a new revision, without sync handles', async () => {
  const setup = createSaverSetup();
  const length = windowBytes + 1000;
  setup.archive.video = aVideoFile(length);
  setup.archive.media = 'hang-body';
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'saving');
  await setup.applyEvent('pause');
  await waitForStatus(setup, 'paused user');
  // This creates the folder of the first revision, with a part that a previous worker still has open.
  const { root } = setup.disk;
  const folder = await (
    await (await root.getDirectoryHandle('saved', { create: true })).getDirectoryHandle(await folderOfMara(), { create: true })
  ).getDirectoryHandle('fog.original.1', { create: true });
  await folder.getFileHandle('00000', { create: true });
  const [path = ''] = Object.keys(setup.disk.sizes());
  const release = setup.disk.lock(path);
  setup.archive.media = 'there';
  await setup.applyEvent('resume');
  await expect.poll(async () => (setup.clock.pass(250), setup.statusText()), fastPolling).toBe('ready');
  expect(await setup.item()).toMatchObject({ wholeRevision: 2 });
  expect(await setup.ledger.revisionsOf('mara')).toMatchObject([{ revision: 2, partBytes: windowBytes }]);
  release();
  await setup.start('another tab');
  expect(sizesOnDisk(setup)).toEqual([windowBytes, 1000]);
});

const digestsOf = (media: Uint8Array): DigestAnswer => ({
  kind: 'list',
  digests: { validator: '"one"', totalBytes: 1000, windowBytes, sha256: [createHash('sha256').update(media).digest('hex')] },
});

test('a copy is compared with the archive’s own hashes, and a copy that differs is rejected', async () => {
  const setup = createSaverSetup();
  setup.archive.digests = digestsOf(setup.archive.video);
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'ready');
  expect(await setup.ledger.revisionsOf('mara')).toMatchObject([{ isCompared: true }]);
  // Each copy is requested once, and its differing window once more.
  setup.archive.isAltered = (request) => request % 2 === 0;
  await setup.put({ videoId: 'two' });
  await waitForStatus(setup, 'failed unverified', 'two');
  expect(setup.requestedOffsets).toHaveLength(1 + 5 * 2);
});

test('a wrong list of hashes does not fail a copy if the differing window has the same bytes when fetched again', async () => {
  const setup = createSaverSetup();
  setup.archive.digests = digestsOf(aVideoFile(999));
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'ready');
  expect(await setup.ledger.revisionsOf('mara')).toMatchObject([{ isCompared: false }]);
  expect(setup.requestedOffsets).toEqual([0, 0]);
});

test('a web page with the type of a video is not saved, and leaves no file', async () => {
  const setup = createSaverSetup();
  setup.archive.video = new TextEncoder().encode('<!doctype html><title>Sign in</title>');
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'failed unverified');
  expect([setup.requestedOffsets, await setup.ledger.revisionsOf('mara')]).toEqual([[0, 0, 0, 0, 0], []]);
  await expect.poll(() => sizesOnDisk(setup), fastPolling).toEqual([]); // files are deleted after their row
});

test('when a browser supports sync handles but grants none, the video is saved without them', async () => {
  const setup = createSaverSetup();
  setup.disk.hasSyncHandles = false;
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'ready');
  expect(await setup.ledger.revisionsOf('mara')).toMatchObject([{ partBytes: windowBytes }]);
});

/** Saves one window of a video, and stops the saver. */
async function setUpHalfSaved(): Promise<SaverSetup> {
  const setup = createSaverSetup();
  Object.assign(setup.archive, { video: aVideoFile(windowBytes + 1000), media: 'hang-later' });
  await setup.put();
  const saver = await setup.start();
  await expect.poll(async () => (await setup.item())?.savedBytes, fastPolling).toBe(windowBytes);
  await saver.stop();
  setup.archive.media = 'there';
  return setup;
}

test('a half-saved video whose file is held open elsewhere loses no bytes and is tried again later', async () => {
  const setup = await setUpHalfSaved();
  const [path = ''] = Object.keys(setup.disk.sizes());
  const release = setup.disk.lock(path);
  await setup.start('another tab');
  await expect
    .poll(async () => (setup.clock.pass(250), [await setup.statusText(), setup.requestedOffsets]), fastPolling)
    .toEqual(['paused background', [0, windowBytes]]);
  expect(await setup.item()).toMatchObject({ openRevision: 1, savedBytes: windowBytes });
  release();
  await expect.poll(async () => (setup.clock.pass(1_000), setup.statusText()), fastPolling).toBe('ready');
  expect([(await setup.item())?.wholeRevision, sizesOnDisk(setup)]).toEqual([1, [windowBytes + 1000]]);
});

test('a browser that no longer gives sync handles continues a half-saved video in the same files', async () => {
  const setup = await setUpHalfSaved();
  setup.disk.hasSyncHandles = false;
  await setup.start('another tab');
  await waitForStatus(setup, 'ready');
  expect([setup.requestedOffsets, (await setup.item())?.wholeRevision, sizesOnDisk(setup)]).toEqual([[0, windowBytes], 1, [windowBytes + 1000]]);
});

test('a write to a failing disk is tried again later, not immediately', async () => {
  const setup = createSaverSetup();
  setup.disk.isBroken = true;
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'paused background');
  expect(setup.requestedOffsets).toEqual([0]);
  setup.disk.isBroken = false;
  setup.clock.pass(1_000);
  await waitForStatus(setup, 'ready');
});

test('a video removed while it is being written leaves no file', async () => {
  const setup = createSaverSetup();
  setup.archive.video = aVideoFile(2 * windowBytes);
  setup.archive.media = 'hang-later';
  await setup.put();
  await setup.start();
  await expect.poll(async () => (await setup.item())?.savedBytes, fastPolling).toBe(windowBytes);
  expect(sizesOnDisk(setup)).toEqual([windowBytes]);
  await setup.remove();
  await waitForStatus(setup, 'none');
  await expect.poll(() => sizesOnDisk(setup), fastPolling).toEqual([]);
});

test('an update that is paused while it is verified leaves the previous copy in use', async () => {
  const setup = await createSavedSetup();
  let proceed = (): void => {};
  setup.disk.readable = new Promise((resolve) => (proceed = resolve));
  await setup.put({ ...(await setup.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await waitForStatus(setup, 'verifying');
  await setup.put({ ...(await setup.item()), status: { state: 'paused', reason: 'user' } }, { isSilent: true });
  proceed();
  await setup.settle();
  expect(await setup.item()).toMatchObject({ wholeRevision: 1, openRevision: 2, status: { reason: 'user' } });
  expect((await setup.ledger.revisionsOf('mara')).map(({ revision }) => revision)).toEqual([1, 2]);
  expect(sizesOnDisk(setup)).toEqual([1000, 1000]);
});

test('an update that is complete while the previous copy plays deletes that copy when playback ends', async () => {
  const setup = await createSavedSetup();
  let endPlayback = (): void => {};
  const playback = setup.locks.run(videoLockName({ account: 'mara', videoId: 'fog' }), () => new Promise<void>((resolve) => (endPlayback = resolve)));
  const revisions = async (): Promise<number[]> => (await setup.ledger.revisionsOf('mara')).map(({ revision }) => revision);
  Object.assign(setup.archive, { video: aVideoFile(1001), validator: '"two"' });
  await setup.put({ ...(await setup.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await expect.poll(async () => (await setup.item())?.wholeRevision, fastPolling).toBe(2);
  await setup.settle();
  expect([await revisions(), sizesOnDisk(setup)]).toEqual([
    [1, 2],
    [1000, 1001],
  ]);
  endPlayback();
  await playback;
  await expect.poll(() => sizesOnDisk(setup), fastPolling).toEqual([1001]);
  expect(await revisions()).toEqual([2]);
});

test('an update also fetches the subtitles and pictures of the video again, and keeps the old version of a file that does not arrive', async () => {
  const setup = createSaverSetup();
  const [subtitle, picture] = ['/youtube/fog.en.vtt', '/cache/fog.webp'];
  setup.archive.smallUrls = [subtitle, picture];
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'ready');
  Object.assign(setup.archive, { video: aVideoFile(1001), validator: '"two"', smallText: 'new', smallStatus: { [picture]: 500 } });
  await setup.put({ ...(await setup.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await expect.poll(async () => (setup.clock.pass(60_000), (await setup.item())?.wholeRevision), fastPolling).toBe(2);
  await expect.poll(async () => (setup.clock.pass(60_000), (await setup.item())?.areSmallFilesDue), fastPolling).toBe(false);
  const texts = [subtitle, picture].map(async (url) => (await setup.ledger.smallFile('mara', url))?.body.text());
  expect([await Promise.all(texts), (await setup.item())?.missingUrls]).toEqual([['new', 'small'], []]);
});

test.each([
  ['before its media file is complete', 'saving'],
  ['while its bytes are checked', 'verifying'],
] as const)('an update that is cancelled %s leaves the subtitles and pictures of the copy that plays', async (_description, status) => {
  const setup = createSaverSetup();
  const [subtitle, picture] = ['/youtube/fog.en.vtt', '/cache/fog.webp'];
  setup.archive.smallUrls = [subtitle];
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'ready');
  const changesForUpdate = { video: aVideoFile(windowBytes + 1000), validator: '"two"', smallText: 'new', smallUrls: [subtitle, picture] };
  Object.assign(setup.archive, changesForUpdate, { media: status === 'saving' ? 'hang-later' : 'there' });
  let proceed = (): void => {};
  if (status === 'verifying') setup.disk.readable = new Promise((resolve) => (proceed = resolve));
  await setup.put({ ...(await setup.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await expect.poll(async () => (await setup.item())?.savedBytes, fastPolling).toBeGreaterThanOrEqual(windowBytes);
  await waitForStatus(setup, status);
  await setup.applyEvent('cancel-update');
  proceed();
  await expect.poll(async () => (await setup.item())?.openRevision, fastPolling).toBeNull();
  const files = await setup.ledger.smallFilesOf('mara', 'fog');
  expect(await Promise.all(files.map(async ({ url, body }) => [url, await body.text()]))).toEqual([[subtitle, 'small']]);
});

test('the subtitles and pictures of a complete copy are not requested again while the session has ended', async () => {
  const setup = createSaverSetup();
  Object.assign(setup.archive, { details: 'forbidden', smallUrls: ['/youtube/fog.en.vtt'] });
  await setup.put({ status: { state: 'ready', reason: null }, wholeRevision: 1, totalBytes: 1000, savedBytes: 1000, areSmallFilesDue: true });
  const saver = await setup.start();
  await expect.poll(() => setup.requestCounts.details, fastPolling).toBe(1);
  for (let round = 0; round < 5; round += 1) {
    setup.clock.pass(3_600_000);
    await setup.settle();
  }
  expect(setup.requestCounts.details).toBe(1);
  setup.archive.details = 'there';
  saver.wake(true);
  await expect.poll(async () => (await setup.item())?.areSmallFilesDue, fastPolling).toBe(false);
});

test('the subtitles and pictures of a copy that were lost with the ledger are fetched again, and the copy stays as it is', async () => {
  const setup = createSaverSetup();
  const [subtitle, picture] = ['/youtube/fog.en.vtt', '/cache/fog.webp'];
  Object.assign(setup.archive, { details: 'unreachable', smallUrls: [subtitle, picture], smallStatus: { [picture]: 500 } });
  await setup.put({ status: { state: 'ready', reason: null }, wholeRevision: 1, totalBytes: 1000, savedBytes: 1000, areSmallFilesDue: true });
  await setup.start();
  await setup.settle();
  expect(await setup.item()).toMatchObject({ status: { state: 'ready' }, areSmallFilesDue: true });
  setup.archive.details = 'there';
  await expect.poll(async () => (setup.clock.pass(60_000), (await setup.item())?.areSmallFilesDue), fastPolling).toBe(false);
  expect((await setup.ledger.smallFilesOf('mara', 'fog')).map(({ url }) => url)).toEqual([subtitle]);
  expect(await setup.item()).toMatchObject({ status: { state: 'ready' }, wholeRevision: 1, missingUrls: [picture] });
  expect(setup.requestedOffsets).toEqual([]);
});

test('with “Save on Wi-Fi only”, the subtitles and pictures that a copy lacks are no longer fetched once the network is metered', async () => {
  const setup = createSaverSetup();
  setup.archive.details = 'hang';
  await setup.put({ status: { state: 'ready', reason: null }, wholeRevision: 1, totalBytes: 1000, savedBytes: 1000, areSmallFilesDue: true });
  await setup.prefer({ isWifiOnly: true });
  await setup.start();
  await expect.poll(() => setup.requestCounts.details, fastPolling).toBe(1);
  setup.network.change(true);
  await setup.settle();
  setup.archive.details = 'there';
  setup.network.change(false);
  await expect.poll(async () => (await setup.item())?.areSmallFilesDue, fastPolling).toBe(false);
});

test('without space for small files that were lost, the saver waits before it tries again', async () => {
  const setup = createSaverSetup();
  Object.assign(setup.archive, { smallUrls: ['/youtube/fog.en.vtt'], isLedgerFull: true });
  await setup.put({ status: { state: 'ready', reason: null }, wholeRevision: 1, totalBytes: 1000, savedBytes: 1000, areSmallFilesDue: true });
  await setup.start();
  await expect.poll(() => setup.requestCounts.smallFiles, fastPolling).toBe(1);
  for (let round = 0; round < 5; round += 1) await setup.settle();
  expect(setup.requestCounts.smallFiles).toBe(1);
  setup.archive.isLedgerFull = false;
  await expect.poll(async () => (setup.clock.pass(60_000), (await setup.item())?.areSmallFilesDue), fastPolling).toBe(false);
});

test('an update, even after a pause, ends with the subtitles and pictures that the archive lists now, and the stored playlist of the stream stays', async () => {
  const setup = createSaverSetup();
  const [subtitle, picture] = ['/youtube/fog.en.vtt', '/cache/fog.webp'];
  const url = savedPlaylistAddress(savedAddress({ videoId: 'fog', rendition: 'original', revision: 2 }), mainPlaylistName);
  const readUrls = async (): Promise<string[]> => (await setup.ledger.smallFilesOf('mara', 'fog')).map((file) => file.url);
  setup.archive.smallUrls = [subtitle, picture];
  await setup.put();
  const smallFile = { account: 'mara', videoId: 'fog', url, contentType: 'application/vnd.apple.mpegurl', body: new Blob(['#EXTM3U']) };
  await setup.ledger.commit(await setup.ledger.claim('a test'), { itemKey: ['mara', 'fog', 'original'], smallFile });
  await setup.start();
  await waitForStatus(setup, 'ready');
  Object.assign(setup.archive, { video: aVideoFile(2 * windowBytes), validator: '"two"', media: 'hang-later', smallUrls: [picture] });
  await setup.put({ ...(await setup.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await expect.poll(async () => (await setup.item())?.savedBytes, fastPolling).toBe(windowBytes);
  await setup.applyEvent('pause');
  // The previous copy, which still plays, has its subtitles.
  expect(await readUrls()).toEqual([url, picture, subtitle]);
  setup.archive.media = 'there';
  await setup.applyEvent('resume');
  await expect.poll(async () => (await setup.item())?.wholeRevision, fastPolling).toBe(2);
  await expect.poll(readUrls, fastPolling).toEqual([url, picture]);
});

test('the subtitles of the copy before an update stay until those of the new copy are fetched', async () => {
  const setup = createSaverSetup();
  const [formerSubtitle, subtitle] = ['/youtube/fog.en.vtt', '/youtube/fog.en-GB.vtt'];
  const readUrls = async (): Promise<string[]> => (await setup.ledger.smallFilesOf('mara', 'fog')).map((file) => file.url);
  setup.archive.smallUrls = [formerSubtitle];
  await setup.put();
  await setup.start();
  await waitForStatus(setup, 'ready');
  Object.assign(setup.archive, { video: aVideoFile(1001), validator: '"two"', smallUrls: [subtitle], smallStatus: { [subtitle]: 500 } });
  await setup.put({ ...(await setup.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await expect.poll(async () => (await setup.item())?.wholeRevision, fastPolling).toBe(2);
  await setup.settle();
  expect(await readUrls()).toEqual([formerSubtitle]);
  setup.archive.smallStatus = {};
  await expect.poll(async () => (setup.clock.pass(60_000), await readUrls()), fastPolling).toEqual([subtitle]);
});

test('an update of a file that is gone from the archive is dropped, and the previous copy stays', async () => {
  const setup = await createSavedSetup();
  Object.assign(setup.archive, { video: aVideoFile(2 * windowBytes), validator: '"two"', media: 'hang-later' });
  await setup.put({ ...(await setup.item()), status: { state: 'queued', reason: null }, savedBytes: 0 });
  await expect.poll(async () => (await setup.item())?.savedBytes, fastPolling).toBe(windowBytes);
  setup.archive.media = 'not-found';
  await expect.poll(async () => (setup.clock.pass(stalledAfterMs / 2), setup.statusText()), fastPolling).toBe('gone-at-source');
  expect(await setup.item()).toMatchObject({ wholeRevision: 1, openRevision: null, totalBytes: 1000 });
  expect((await setup.ledger.revisionsOf('mara')).map(({ revision }) => revision)).toEqual([1]);
  expect(sizesOnDisk(setup)).toEqual([1000]);
});

test('a save whose file has moved to another address begins again', async () => {
  const setup = createSaverSetup();
  Object.assign(setup.archive, { video: aVideoFile(windowBytes + 1000), media: 'hang-later' });
  await setup.put();
  await setup.start();
  await expect.poll(async () => (await setup.item())?.savedBytes, fastPolling).toBe(windowBytes);
  await setup.applyEvent('pause');
  Object.assign(setup.archive, { url: '/media/moved.mp4', media: 'there' });
  await setup.applyEvent('resume');
  await waitForStatus(setup, 'ready');
  expect([setup.requestedOffsets, (await setup.item())?.wholeRevision, sizesOnDisk(setup)]).toEqual([[0, 0], 2, [windowBytes + 1000]]);
});

test('five videos that are each paused and resumed five times simultaneously are all complete at the end', async () => {
  const setup = createSaverSetup();
  const videoIds = ['a', 'b', 'c', 'd', 'e'];
  setup.archive.media = 'hang-body';
  for (const [place, videoId] of videoIds.entries()) await setup.put({ videoId, place });
  await setup.start();
  await waitForStatus(setup, 'saving', 'a');
  await Promise.all(
    videoIds.map(async (videoId) => {
      for (let cycle = 0; cycle < 5; cycle += 1) {
        await setup.applyEvent('pause', videoId);
        expect(await setup.statusText(videoId)).toBe('paused user');
        await setup.applyEvent('resume', videoId);
      }
    }),
  );
  setup.archive.media = 'there';
  await setup.applyEvent('pause', 'a');
  await setup.applyEvent('resume', 'a');
  for (const videoId of videoIds) await expect.poll(async () => (setup.clock.pass(stalledAfterMs), setup.statusText(videoId)), fastPolling).toBe('ready');
  expect(sizesOnDisk(setup)).toEqual([1000, 1000, 1000, 1000, 1000]);
  expect(await setup.ledger.revisionsOf('mara')).toHaveLength(5);
});
