import { expect, onTestFinished, test } from 'vitest';
import { ClaimLost, openLedger, type Ledger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, revisionKeyOf } from '../../src/saved-media/ledger/rows.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';

let databases = 0;

function newLedger(): Ledger {
  const ledger = openLedger(`ledger-of-test-${++databases}`);
  onTestFinished(() => ledger.close());
  return ledger;
}

const fog = itemKeyOf(aSavedItem());
const digest = { account: 'mara', videoId: 'fog', rendition: 'original' as const, revision: 1, window: 0, sha256: new ArrayBuffer(32) };

async function withFog(): Promise<Ledger> {
  const ledger = newLedger();
  await ledger.change(fog, () => aSavedItem());
  return ledger;
}

test('one transaction keeps what was saved, and says so in the item', async () => {
  const ledger = await withFog();
  const claim = await ledger.claim('one tab');
  await ledger.commit(claim, { of: fog, revision: aRevision(), digest, item: (row) => ({ ...row, savedBytes: 1000 }) });
  expect(await ledger.revision(revisionKeyOf(aRevision()))).toEqual(aRevision());
  expect(await ledger.digestsOf(revisionKeyOf(aRevision()))).toEqual([digest]);
  expect((await ledger.item(fog))?.savedBytes).toBe(1000);
});

test('what comes under an older claim is refused whole', async () => {
  const ledger = await withFog();
  const old = await ledger.claim('one tab');
  await ledger.claim('another');
  await expect(ledger.commit(old, { of: fog, revision: aRevision(), item: (row) => ({ ...row, savedBytes: 1 }) })).rejects.toBeInstanceOf(ClaimLost);
  expect(await ledger.revision(revisionKeyOf(aRevision()))).toBeUndefined();
  expect((await ledger.item(fog))?.savedBytes).toBe(0);
});

test('nothing comes back of a video that was removed meanwhile', async () => {
  const ledger = await withFog();
  const claim = await ledger.claim('one tab');
  await ledger.commit(claim, { of: fog, revision: aRevision() });
  expect(await ledger.forget(fog)).toEqual([aRevision()]);
  await ledger.commit(claim, { of: fog, revision: aRevision({ revision: 2 }), digest, item: (row) => row });
  expect(await ledger.itemsOf('mara')).toEqual([]);
  expect(await ledger.revisionsOf('mara')).toEqual([]);
  expect(await ledger.digestsOf(revisionKeyOf(aRevision()))).toEqual([]);
});

test('a picture that two videos share goes with the second', async () => {
  const ledger = await withFog();
  const tug = itemKeyOf(aSavedItem({ videoId: 'tug' }));
  await ledger.change(tug, () => aSavedItem({ videoId: 'tug' }));
  const claim = await ledger.claim('one tab');
  const picture = { account: 'mara', url: '/cache/harbour.webp', contentType: 'image/webp', body: new Blob(['harbour']) };
  await ledger.commit(claim, { of: fog, smallFile: { ...picture, videoId: 'fog' } });
  await ledger.commit(claim, { of: tug, smallFile: { ...picture, videoId: 'tug' } });
  await ledger.forget(fog);
  expect((await ledger.smallFile('mara', picture.url))?.videoId).toBe('tug');
  await ledger.forget(tug);
  expect(await ledger.smallFile('mara', picture.url)).toBeUndefined();
});

test('accounts see nothing of each other', async () => {
  const ledger = await withFog();
  const others = aSavedItem({ account: 'mar' });
  await ledger.change(itemKeyOf(others), () => others);
  expect(await ledger.itemsOf('mara')).toEqual([aSavedItem()]);
  expect(await ledger.itemsOf('mar')).toEqual([others]);
});
