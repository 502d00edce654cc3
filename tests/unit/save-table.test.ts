// For every row of the state table there is a scenario that triggers it through the user, the archive, the network or the disk.
import { expect, onTestFinished, test } from 'vitest';
import { checkCopies } from '../../src/saved-media/check-copies.ts';
import { revisionKeyOf, windowBytes } from '../../src/saved-media/ledger/rows.ts';
import { saveTable, statusAfter, type SaveEvent, type SaveState } from '../../src/saved-media/ledger/save-states.ts';
import { statusFromSource, type SourceFacts } from '../../src/saved-media/ledger/source-facts.ts';
import { stalledAfterMs } from '../../src/saved-media/saver/stall.ts';
import { aVideoFile, createSaverSetup, type SaverSetup } from '../doubles/saver-setup.ts';

type Pair = `${SaveState} ${SaveEvent}`;
interface Scenario {
  title: string;
  pairs: readonly Pair[];
  run(saving: SaverSetup): Promise<void>;
}

const fastPolling = { interval: 5 };
const waitForStatus = (saving: SaverSetup, status: string, videoId?: string): Promise<void> =>
  expect.poll(() => saving.statusText(videoId), fastPolling).toBe(status);

async function beginWith(saving: SaverSetup, archive: Partial<SaverSetup['archive']>, status: string): Promise<void> {
  Object.assign(saving.archive, archive);
  await saving.put();
  await saving.start();
  await waitForStatus(saving, status);
}

const reachPreparing = (saving: SaverSetup): Promise<void> => beginWith(saving, { details: 'hang' }, 'preparing');
const reachSaving = (saving: SaverSetup): Promise<void> => beginWith(saving, { media: 'hang-body' }, 'saving');
const reachReady = (saving: SaverSetup): Promise<void> => beginWith(saving, {}, 'ready');
function stopReading(saving: SaverSetup): void {
  saving.disk.readable = new Promise((resolve) => onTestFinished(() => resolve()));
}
async function reachVerifying(saving: SaverSetup): Promise<void> {
  stopReading(saving);
  await beginWith(saving, {}, 'verifying');
}
async function putTwoThatHang(saving: SaverSetup): Promise<void> {
  Object.assign(saving.archive, { details: 'hang' });
  await saving.put({ videoId: 'one' });
  await saving.put({ videoId: 'two', place: 1 });
}
async function reachQueuedUpdate(saving: SaverSetup): Promise<void> {
  await putTwoThatHang(saving);
  await waitForStatus(saving, 'preparing', 'two');
}
/** A third video waits behind two that hang. */
async function reachQueued(saving: SaverSetup): Promise<void> {
  await putTwoThatHang(saving);
  await saving.put({ place: 2 });
  await saving.start();
  await waitForStatus(saving, 'preparing', 'two');
  await waitForStatus(saving, 'queued');
}
async function reachPaused(saving: SaverSetup): Promise<void> {
  await beginWith(saving, { media: 'unreachable' }, 'paused offline');
}
async function waitForWifi(saving: SaverSetup): Promise<void> {
  await saving.prefer({ isWifiOnly: true });
  saving.network.change(true);
}
async function reachWaitingForWifi(saving: SaverSetup): Promise<void> {
  await waitForWifi(saving);
  await beginWith(saving, {}, 'waiting-for-wifi');
}
async function recordListed(saving: SaverSetup, source: SourceFacts | null): Promise<void> {
  const item = await saving.item();
  const whole = item && (await saving.ledger.revision(revisionKeyOf({ ...item, revision: item.wholeRevision ?? 0 })));
  if (!item || !whole) throw new Error('nothing is whole');
  await saving.ledger.change([item.account, item.videoId, item.rendition], (row) =>
    row ? { ...row, status: statusFromSource(row.status, whole, source, saving.clock.now()) } : null,
  );
}
async function reachOutdated(saving: SaverSetup): Promise<void> {
  await reachReady(saving);
  await recordListed(saving, { urls: ['/media/fog.mp4'], sizeBytes: 1001, fetchedAtMs: Infinity });
  await waitForStatus(saving, 'outdated');
}
async function reachGoneAtSource(saving: SaverSetup): Promise<void> {
  await reachReady(saving);
  await recordListed(saving, null);
  await waitForStatus(saving, 'gone-at-source');
}
async function restart(saving: SaverSetup): Promise<void> {
  await saving.start('another tab');
}
const filePaths = (saving: SaverSetup): string[] => Object.keys(saving.disk.sizes());

const scenarios: Scenario[] = [
  {
    title: 'a video is saved from the first byte to the final check',
    pairs: ['queued slot-free', 'preparing small-files-saved', 'saving all-bytes-saved', 'verifying verified'],
    run: reachReady,
  },
  {
    title: 'a connection that stalls for a while continues',
    pairs: ['saving stalled', 'saving bytes-arrived'],
    async run(saving) {
      await reachSaving(saving);
      await expect.poll(() => saving.requestedOffsets.length, fastPolling).toBe(1);
      saving.archive.media = 'there';
      await expect.poll(() => (saving.clock.pass(stalledAfterMs / 2), saving.statusText()), fastPolling).toBe('ready');
    },
  },
  {
    title: 'a disk that stores other bytes than were written ends the save after five tries',
    pairs: ['verifying differs', 'verifying differs-too-often'],
    async run(saving) {
      saving.disk.isRotten = true;
      await beginWith(saving, {}, 'failed unverified');
      await expect.poll(() => [filePaths(saving), saving.requestedOffsets.length], fastPolling).toEqual([[], 5]);
    },
  },
  ...(
    [
      ['queued', reachQueued],
      ['waiting-for-wifi', reachWaitingForWifi],
      ['preparing', reachPreparing],
      ['saving', reachSaving],
      ['verifying', reachVerifying],
      ['paused', reachPaused],
    ] as const
  ).map(([state, reach]): Scenario => ({
    title: `a person can pause a video that is ${state}`,
    pairs: [`${state} pause`],
    async run(saving) {
      await reach(saving);
      await saving.applyEvent('pause');
      await waitForStatus(saving, 'paused user');
    },
  })),
  {
    title: 'a person can resume a paused video',
    pairs: ['paused resume'],
    async run(saving) {
      await reachSaving(saving);
      await saving.applyEvent('pause');
      saving.archive.media = 'there';
      await saving.applyEvent('resume');
      await waitForStatus(saving, 'ready');
    },
  },
  ...(
    [
      ['preparing', reachPreparing],
      ['saving', reachSaving],
      ['verifying', reachVerifying],
    ] as const
  ).map(([state, reach]): Scenario => ({
    title: `a pause of everything pauses a video that is ${state}`,
    pairs: [`${state} interrupted`],
    async run(saving) {
      await reach(saving);
      await saving.prefer({ isPaused: true });
      await waitForStatus(saving, 'paused background');
    },
  })),
  ...(
    [
      ['preparing', 'details'],
      ['saving', 'media'],
    ] as const
  ).flatMap(([state, failingCall]): Scenario[] => [
    {
      title: `without a network, a video that is ${state} is paused`,
      pairs: [`${state} network-lost`],
      run: (saving) => beginWith(saving, { [failingCall]: 'unreachable' }, 'paused offline'),
    },
    {
      title: `a video that is ${state} fails if the archive has no such file`,
      pairs: [`${state} not-found`],
      run: (saving) => beginWith(saving, { [failingCall]: 'not-found' }, 'failed not-found'),
    },
    {
      title: `a video that is ${state} fails if this device cannot play it, and not a byte of it is kept`,
      pairs: [`${state} unplayable`],
      async run(saving) {
        await beginWith(saving, { [failingCall]: 'unplayable' }, 'failed unplayable');
        expect(filePaths(saving)).toEqual([]);
      },
    },
    {
      title: `the copy stays if the file disappears while a newer one is ${state}`,
      pairs: [`${state} source-gone`],
      async run(saving) {
        await reachOutdated(saving);
        saving.archive[failingCall] = 'not-found';
        await saving.applyEvent('update');
        await waitForStatus(saving, 'gone-at-source');
        await expect.poll(async () => [(await saving.item())?.wholeRevision, filePaths(saving).length], fastPolling).toEqual([1, 1]);
      },
    },
    {
      title: `on a metered network, a video that is ${state} waits for Wi-Fi`,
      pairs: [`${state} metered`],
      async run(saving) {
        await saving.prefer({ isWifiOnly: true });
        await (state === 'preparing' ? reachPreparing : reachSaving)(saving);
        saving.network.change(true);
        await waitForStatus(saving, 'waiting-for-wifi');
      },
    },
  ]),
  {
    title: 'after the end of the session, a video that begins is paused',
    pairs: ['preparing signed-out'],
    run: (saving) => beginWith(saving, { details: 'forbidden' }, 'paused signed-out'),
  },
  {
    title: 'a video that is known not to fit does not begin',
    pairs: ['queued storage-full'],
    async run(saving) {
      await saving.prefer({ budgetBytes: 999 });
      await saving.put({ totalBytes: 1000 });
      await saving.start();
      await waitForStatus(saving, 'paused storage-full');
      expect(saving.requestedOffsets).toEqual([]);
    },
  },
  {
    title: 'a save without space for its small files is paused',
    pairs: ['preparing storage-full'],
    async run(saving) {
      saving.archive.smallUrls = ['/cache/fog.webp'];
      saving.archive.isLedgerFull = true;
      await beginWith(saving, {}, 'paused storage-full');
    },
  },
  {
    title: 'a video that does not fit is paused as soon as the archive reports its size',
    pairs: ['saving storage-full'],
    async run(saving) {
      await saving.prefer({ budgetBytes: 999 });
      await beginWith(saving, {}, 'paused storage-full');
      expect(filePaths(saving)).toEqual([]);
    },
  },
  {
    title: 'a save without space for the last write to the ledger is paused',
    pairs: ['verifying storage-full'],
    async run(saving) {
      const { commit } = saving.ledger;
      saving.ledger.commit = async (claim, rows) => {
        if (rows.revision?.isCompared !== undefined) throw new DOMException('of the test', 'QuotaExceededError');
        return commit(claim, rows);
      };
      await beginWith(saving, {}, 'paused storage-full');
    },
  },
  {
    title: 'a video waits for Wi-Fi before it begins, and is then saved',
    pairs: ['queued metered', 'waiting-for-wifi obstacle-gone'],
    async run(saving) {
      await reachWaitingForWifi(saving);
      saving.network.change(false);
      await waitForStatus(saving, 'ready');
    },
  },
  {
    title: 'a save continues when the archive is back',
    pairs: ['paused obstacle-gone'],
    async run(saving) {
      await saving.put();
      saving.archive.media = 'unreachable';
      const saver = await saving.start();
      await waitForStatus(saving, 'paused offline');
      saving.archive.media = 'there';
      saver.wake(true);
      await waitForStatus(saving, 'ready');
    },
  },
  {
    title: 'a person can retry a failed save',
    pairs: ['failed try-again'],
    async run(saving) {
      await beginWith(saving, { details: 'not-found' }, 'failed not-found');
      saving.archive.details = 'there';
      await saving.applyEvent('try-again');
      await waitForStatus(saving, 'ready');
    },
  },
  {
    title: 'another file at the archive is fetched when a person asks for it, and replaces the copy once it is complete',
    pairs: ['ready source-changed', 'outdated update'],
    async run(saving) {
      await reachOutdated(saving);
      Object.assign(saving.archive, { video: aVideoFile(1001), validator: '"two"', listedBytes: 1001 });
      await saving.applyEvent('update');
      await waitForStatus(saving, 'ready');
      expect(await saving.item()).toMatchObject({ wholeRevision: 2, openRevision: null, totalBytes: 1001 });
      expect((await saving.ledger.revisionsOf('mara')).map(({ revision }) => revision)).toEqual([2]);
      await expect.poll(() => Object.values(saving.disk.sizes()), fastPolling).toEqual([1001]);
    },
  },
  ...(
    [
      ['queued', reachQueuedUpdate],
      ['waiting-for-wifi', waitForWifi],
      ['preparing', (saving) => void Object.assign(saving.archive, { details: 'hang' })],
      ['saving', (saving) => void Object.assign(saving.archive, { media: 'hang-later' })],
      ['verifying', stopReading],
      ['paused', (saving) => void Object.assign(saving.archive, { media: 'unreachable' })],
      ['failed', (saving) => void Object.assign(saving.archive, { media: 'unplayable' })],
    ] as const satisfies [SaveState, (saving: SaverSetup) => Promise<void> | void][]
  ).map(([state, prepare]): Scenario => ({
    title: `an update that is ${state} can be cancelled, and the previous copy stays`,
    pairs: [`${state} cancel-update`],
    async run(saving) {
      await reachOutdated(saving);
      Object.assign(saving.archive, { video: aVideoFile(2 * windowBytes), validator: '"two"' });
      await prepare(saving);
      await saving.applyEvent('update');
      await expect.poll(async () => (await saving.item())?.status.state, fastPolling).toBe(state);
      await saving.applyEvent('cancel-update');
      const copy = { status: { state: 'outdated' }, wholeRevision: 1, openRevision: null, totalBytes: 1000, savedBytes: 1000 };
      await expect.poll(() => saving.item(), fastPolling).toMatchObject(copy);
      await expect.poll(() => Object.values(saving.disk.sizes()), fastPolling).toEqual([1000]);
    },
  })),
  {
    title: 'a copy whose file disappears and returns at the archive is ready again',
    pairs: ['ready source-gone', 'gone-at-source source-back'],
    async run(saving) {
      await reachGoneAtSource(saving);
      await recordListed(saving, { urls: ['/media/fog.mp4'], sizeBytes: 1000, fetchedAtMs: Infinity });
      await waitForStatus(saving, 'ready');
    },
  },
  {
    title: 'a copy whose file has changed is gone at its source when the file disappears',
    pairs: ['outdated source-gone'],
    async run(saving) {
      await reachOutdated(saving);
      await recordListed(saving, null);
      await waitForStatus(saving, 'gone-at-source');
    },
  },
  ...(
    [
      ['ready', reachReady],
      ['outdated', reachOutdated],
      ['gone-at-source', reachGoneAtSource],
    ] as const
  ).map(([state, reach]): Scenario => ({
    title: `a copy that is ${state} fails if the system has removed its files, and can be saved again`,
    pairs: [`${state} taken-away`],
    async run(saving) {
      await reach(saving);
      for (const path of filePaths(saving)) saving.disk.remove(path);
      await restart(saving);
      await waitForStatus(saving, 'failed taken-away');
      await saving.applyEvent('try-again');
      await waitForStatus(saving, 'ready');
    },
  })),
  ...(
    [
      ['ready', reachReady],
      ['outdated', reachOutdated],
      ['gone-at-source', reachGoneAtSource],
    ] as const
  ).map(([state, reach]): Scenario => ({
    title: `a check that finds other bytes in a copy that is ${state} removes it, and it can be saved again`,
    pairs: [`${state} found-damaged`],
    async run(saving) {
      await reach(saving);
      saving.disk.isRotten = true;
      expect(await checkSavedCopies(saving)).toEqual({ checkedCount: 1, unreadCount: 0, damagedIds: ['fog'], keptIds: [] });
      expect([await saving.statusText(), saving.disk.sizes(), await saving.ledger.revisionsOf('mara')]).toEqual(['failed damaged', {}, []]);
      saving.disk.isRotten = false;
      await saving.applyEvent('try-again');
      await waitForStatus(saving, 'ready');
      expect(await checkSavedCopies(saving)).toEqual({ checkedCount: 1, unreadCount: 0, damagedIds: [], keptIds: [] });
    },
  })),
];

const checkSavedCopies = ({ ledger, disk }: SaverSetup) =>
  checkCopies('mara', { ledger, root: disk.root, onProgress() {}, onDamaged: async () => {}, isAtArchive: async () => true }, new AbortController().signal);

test.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('%s', async (_what, { pairs, run }) => {
  const saving = createSaverSetup();
  await run(saving);
  for (const pair of pairs) {
    const [state, event] = pair.split(' ') as [SaveState, SaveEvent];
    const expected = { state, to: statusAfter({ state, reason: null } as never, event) };
    expect(saving.steps.map(({ from, to }) => ({ state: from.state, to }))).toContainEqual(expected);
  }
});

test('every row of the table is triggered by some scenario', () => {
  const rows = saveTable.flatMap(({ from, event }) => from.map((state): Pair => `${state} ${event}`));
  expect(scenarios.flatMap(({ pairs }) => pairs).toSorted()).toEqual(rows.toSorted());
});
