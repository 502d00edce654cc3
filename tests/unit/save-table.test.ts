// For every row of the state table there is a scenario that triggers it through the user, the archive, the network or the disk.
import { expect, onTestFinished, test } from 'vitest';
import { checkCopies } from '../../src/saved-media/check-copies.ts';
import { revisionKeyOf, windowBytes } from '../../src/saved-media/ledger/rows.ts';
import { saveTable, statusAfter, type SaveEvent, type SaveState } from '../../src/saved-media/ledger/save-states.ts';
import { statusFromSource, type SourceFacts } from '../../src/saved-media/ledger/source-facts.ts';
import { stalledAfterMs } from '../../src/saved-media/saver/stall.ts';
import { aVideoFile, createSaverSetup, fastPolling, waitForStatus, type SaverSetup } from '../doubles/saver-setup.ts';

type Pair = `${SaveState} ${SaveEvent}`;
interface Scenario {
  title: string;
  pairs: readonly Pair[];
  run(setup: SaverSetup): Promise<void>;
}

async function beginWith(setup: SaverSetup, archive: Partial<SaverSetup['archive']>, status: string): Promise<void> {
  Object.assign(setup.archive, archive);
  await setup.put();
  await setup.start();
  await waitForStatus(setup, status);
}

const reachPreparing = (setup: SaverSetup): Promise<void> => beginWith(setup, { details: 'hang' }, 'preparing');
const reachSaving = (setup: SaverSetup): Promise<void> => beginWith(setup, { media: 'hang-body' }, 'saving');
const reachReady = (setup: SaverSetup): Promise<void> => beginWith(setup, {}, 'ready');
function stopReading(setup: SaverSetup): void {
  setup.disk.readable = new Promise((resolve) => onTestFinished(() => resolve()));
}
async function reachVerifying(setup: SaverSetup): Promise<void> {
  stopReading(setup);
  await beginWith(setup, {}, 'verifying');
}
async function putTwoHangingVideos(setup: SaverSetup): Promise<void> {
  Object.assign(setup.archive, { details: 'hang' });
  await setup.put({ videoId: 'one' });
  await setup.put({ videoId: 'two', place: 1 });
}
async function occupyAllSlots(setup: SaverSetup): Promise<void> {
  await putTwoHangingVideos(setup);
  await waitForStatus(setup, 'preparing', 'two');
}
/** A third video waits behind two that hang. */
async function reachQueued(setup: SaverSetup): Promise<void> {
  await putTwoHangingVideos(setup);
  await setup.put({ place: 2 });
  await setup.start();
  await waitForStatus(setup, 'preparing', 'two');
  await waitForStatus(setup, 'queued');
}
async function reachPaused(setup: SaverSetup): Promise<void> {
  await beginWith(setup, { media: 'unreachable' }, 'paused offline');
}
async function requireMissingWifi(setup: SaverSetup): Promise<void> {
  await setup.prefer({ isWifiOnly: true });
  setup.network.change(true);
}
async function reachWaitingForWifi(setup: SaverSetup): Promise<void> {
  await requireMissingWifi(setup);
  await beginWith(setup, {}, 'waiting-for-wifi');
}
async function recordListedSource(setup: SaverSetup, source: SourceFacts | null): Promise<void> {
  const item = await setup.item();
  const copyRevision = item && (await setup.ledger.revision(revisionKeyOf({ ...item, revision: item.wholeRevision ?? 0 })));
  if (!item || !copyRevision) throw new Error('no copy is whole');
  await setup.ledger.change([item.account, item.videoId, item.rendition], (row) =>
    row ? { ...row, status: statusFromSource(row.status, copyRevision, source, setup.clock.now()) } : null,
  );
}
async function reachOutdated(setup: SaverSetup): Promise<void> {
  await reachReady(setup);
  await recordListedSource(setup, { urls: ['/media/fog.mp4'], sizeBytes: 1001, fetchedAtMs: Infinity });
  await waitForStatus(setup, 'outdated');
}
async function reachGoneAtSource(setup: SaverSetup): Promise<void> {
  await reachReady(setup);
  await recordListedSource(setup, null);
  await waitForStatus(setup, 'gone-at-source');
}
async function restart(setup: SaverSetup): Promise<void> {
  await setup.start('another tab');
}
const filePaths = (setup: SaverSetup): string[] => Object.keys(setup.disk.sizes());

const scenarios: Scenario[] = [
  {
    title: 'a video is saved from the first byte to the final check',
    pairs: ['queued slot-free', 'preparing small-files-saved', 'saving all-bytes-saved', 'verifying verified'],
    run: reachReady,
  },
  {
    title: 'a connection that stalls for a while continues',
    pairs: ['saving stalled', 'saving bytes-arrived'],
    async run(setup) {
      await reachSaving(setup);
      await expect.poll(() => setup.requestedOffsets.length, fastPolling).toBe(1);
      setup.archive.media = 'there';
      await expect.poll(() => (setup.clock.pass(stalledAfterMs / 2), setup.statusText()), fastPolling).toBe('ready');
    },
  },
  {
    title: 'a disk that stores other bytes than were written ends the save after five tries',
    pairs: ['verifying differs', 'verifying differs-too-often'],
    async run(setup) {
      setup.disk.isRotten = true;
      await beginWith(setup, {}, 'failed unverified');
      await expect.poll(() => [filePaths(setup), setup.requestedOffsets.length], fastPolling).toEqual([[], 5]);
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
  ).map(([state, reachState]): Scenario => ({
    title: `a person can pause a video that is ${state}`,
    pairs: [`${state} pause`],
    async run(setup) {
      await reachState(setup);
      await setup.applyEvent('pause');
      await waitForStatus(setup, 'paused user');
    },
  })),
  {
    title: 'a person can resume a paused video',
    pairs: ['paused resume'],
    async run(setup) {
      await reachSaving(setup);
      await setup.applyEvent('pause');
      setup.archive.media = 'there';
      await setup.applyEvent('resume');
      await waitForStatus(setup, 'ready');
    },
  },
  ...(
    [
      ['preparing', reachPreparing],
      ['saving', reachSaving],
      ['verifying', reachVerifying],
    ] as const
  ).map(([state, reachState]): Scenario => ({
    title: `a pause of everything pauses a video that is ${state}`,
    pairs: [`${state} interrupted`],
    async run(setup) {
      await reachState(setup);
      await setup.prefer({ isPaused: true });
      await waitForStatus(setup, 'paused background');
    },
  })),
  {
    title: 'a video fails if the server does not say how large its file is, until the user tries again',
    pairs: ['saving no-length'],
    async run(setup) {
      await beginWith(setup, { media: 'no-length' }, 'failed no-length');
      setup.archive.media = 'there';
      await setup.applyEvent('try-again');
      await waitForStatus(setup, 'ready');
    },
  },
  ...(
    [
      ['preparing', 'details'],
      ['saving', 'media'],
    ] as const
  ).flatMap(([state, failingCall]): Scenario[] => [
    {
      title: `without a network, a video that is ${state} is paused`,
      pairs: [`${state} network-lost`],
      run: (setup) => beginWith(setup, { [failingCall]: 'unreachable' }, 'paused offline'),
    },
    {
      title: `a video that is ${state} fails if the archive has no such file`,
      pairs: [`${state} not-found`],
      run: (setup) => beginWith(setup, { [failingCall]: 'not-found' }, 'failed not-found'),
    },
    {
      title: `a video that is ${state} fails if this device cannot play it, and none of its bytes are kept`,
      pairs: [`${state} unplayable`],
      async run(setup) {
        await beginWith(setup, { [failingCall]: 'unplayable' }, 'failed unplayable');
        expect(filePaths(setup)).toEqual([]);
      },
    },
    {
      title: `the copy stays if the file disappears while a newer file is ${state}`,
      pairs: [`${state} source-gone`],
      async run(setup) {
        await reachOutdated(setup);
        setup.archive[failingCall] = 'not-found';
        await setup.applyEvent('update');
        await waitForStatus(setup, 'gone-at-source');
        await expect.poll(async () => [(await setup.item())?.wholeRevision, filePaths(setup).length], fastPolling).toEqual([1, 1]);
      },
    },
    {
      title: `on a metered network, a video that is ${state} waits for Wi-Fi`,
      pairs: [`${state} metered`],
      async run(setup) {
        await setup.prefer({ isWifiOnly: true });
        await (state === 'preparing' ? reachPreparing : reachSaving)(setup);
        setup.network.change(true);
        await waitForStatus(setup, 'waiting-for-wifi');
      },
    },
  ]),
  {
    title: 'a video whose save begins after the end of the session is paused',
    pairs: ['preparing signed-out'],
    run: (setup) => beginWith(setup, { details: 'forbidden' }, 'paused signed-out'),
  },
  {
    title: 'a video that is known not to fit does not begin',
    pairs: ['queued storage-full'],
    async run(setup) {
      await setup.prefer({ budgetBytes: 999 });
      await setup.put({ totalBytes: 1000 });
      await setup.start();
      await waitForStatus(setup, 'paused storage-full');
      expect(setup.requestedOffsets).toEqual([]);
    },
  },
  {
    title: 'a save without space for its small files is paused',
    pairs: ['preparing storage-full'],
    async run(setup) {
      setup.archive.smallUrls = ['/cache/fog.webp'];
      setup.archive.isLedgerFull = true;
      await beginWith(setup, {}, 'paused storage-full');
    },
  },
  {
    title: 'a video that does not fit is paused as soon as the archive reports its size',
    pairs: ['saving storage-full'],
    async run(setup) {
      await setup.prefer({ budgetBytes: 999 });
      await beginWith(setup, {}, 'paused storage-full');
      expect(filePaths(setup)).toEqual([]);
    },
  },
  {
    title: 'a save without space for the last write to the ledger is paused',
    pairs: ['verifying storage-full'],
    async run(setup) {
      const { commit } = setup.ledger;
      setup.ledger.commit = async (claim, rows) => {
        if (rows.revision?.isCompared !== undefined) throw new DOMException('of the test', 'QuotaExceededError');
        return commit(claim, rows);
      };
      await beginWith(setup, {}, 'paused storage-full');
    },
  },
  {
    title: 'a video waits for Wi-Fi before it begins, and is then saved',
    pairs: ['queued metered', 'waiting-for-wifi obstacle-gone'],
    async run(setup) {
      await reachWaitingForWifi(setup);
      setup.network.change(false);
      await waitForStatus(setup, 'ready');
    },
  },
  {
    title: 'a save continues when the archive is back',
    pairs: ['paused obstacle-gone'],
    async run(setup) {
      await setup.put();
      setup.archive.media = 'unreachable';
      const saver = await setup.start();
      await waitForStatus(setup, 'paused offline');
      setup.archive.media = 'there';
      saver.wake(true);
      await waitForStatus(setup, 'ready');
    },
  },
  {
    title: 'a person can retry a failed save',
    pairs: ['failed try-again'],
    async run(setup) {
      await beginWith(setup, { details: 'not-found' }, 'failed not-found');
      setup.archive.details = 'there';
      await setup.applyEvent('try-again');
      await waitForStatus(setup, 'ready');
    },
  },
  {
    title: 'a changed file at the archive is fetched when a person asks for it, and replaces the copy once the new file is complete',
    pairs: ['ready source-changed', 'outdated update'],
    async run(setup) {
      await reachOutdated(setup);
      Object.assign(setup.archive, { video: aVideoFile(1001), validator: '"two"', listedBytes: 1001 });
      await setup.applyEvent('update');
      await waitForStatus(setup, 'ready');
      expect(await setup.item()).toMatchObject({ wholeRevision: 2, openRevision: null, totalBytes: 1001 });
      expect((await setup.ledger.revisionsOf('mara')).map(({ revision }) => revision)).toEqual([2]);
      await expect.poll(() => Object.values(setup.disk.sizes()), fastPolling).toEqual([1001]);
    },
  },
  ...(
    [
      ['queued', occupyAllSlots],
      ['waiting-for-wifi', requireMissingWifi],
      ['preparing', (setup) => void Object.assign(setup.archive, { details: 'hang' })],
      ['saving', (setup) => void Object.assign(setup.archive, { media: 'hang-later' })],
      ['verifying', stopReading],
      // The user pauses this update, because the saver may at any time resume an update that it paused itself.
      ['paused', (setup) => void Object.assign(setup.archive, { media: 'hang-later' }), 'pause'],
      ['failed', (setup) => void Object.assign(setup.archive, { media: 'unplayable' })],
    ] as const satisfies [SaveState, (setup: SaverSetup) => Promise<void> | void, SaveEvent?][]
  ).map(([state, prepare, press]): Scenario => ({
    title: `an update that is ${state} can be cancelled, and the previous copy stays`,
    pairs: [`${state} cancel-update`],
    async run(setup) {
      await reachOutdated(setup);
      Object.assign(setup.archive, { video: aVideoFile(2 * windowBytes), validator: '"two"' });
      await prepare(setup);
      await setup.applyEvent('update');
      if (press) {
        await waitForStatus(setup, 'saving');
        await setup.applyEvent(press);
      }
      await expect.poll(async () => (await setup.item())?.status.state, fastPolling).toBe(state);
      await setup.applyEvent('cancel-update');
      const expectedCopy = { status: { state: 'outdated' }, wholeRevision: 1, openRevision: null, totalBytes: 1000, savedBytes: 1000 };
      await expect.poll(() => setup.item(), fastPolling).toMatchObject(expectedCopy);
      await expect.poll(() => Object.values(setup.disk.sizes()), fastPolling).toEqual([1000]);
    },
  })),
  {
    title: 'a copy whose file disappears and returns at the archive is ready again',
    pairs: ['ready source-gone', 'gone-at-source source-back'],
    async run(setup) {
      await reachGoneAtSource(setup);
      await recordListedSource(setup, { urls: ['/media/fog.mp4'], sizeBytes: 1000, fetchedAtMs: Infinity });
      await waitForStatus(setup, 'ready');
    },
  },
  {
    title: 'a copy whose file has changed is gone at its source when the file disappears',
    pairs: ['outdated source-gone'],
    async run(setup) {
      await reachOutdated(setup);
      await recordListedSource(setup, null);
      await waitForStatus(setup, 'gone-at-source');
    },
  },
  ...(
    [
      ['ready', reachReady],
      ['outdated', reachOutdated],
      ['gone-at-source', reachGoneAtSource],
    ] as const
  ).map(([state, reachState]): Scenario => ({
    title: `a copy that is ${state} fails if the system has removed its files, and can be saved again`,
    pairs: [`${state} taken-away`],
    async run(setup) {
      await reachState(setup);
      for (const path of filePaths(setup)) setup.disk.remove(path);
      await restart(setup);
      await waitForStatus(setup, 'failed taken-away');
      await setup.applyEvent('try-again');
      await waitForStatus(setup, 'ready');
    },
  })),
  ...(
    [
      ['ready', reachReady],
      ['outdated', reachOutdated],
      ['gone-at-source', reachGoneAtSource],
    ] as const
  ).map(([state, reachState]): Scenario => ({
    title: `a check that finds other bytes in a copy that is ${state} removes the copy, and the video can be saved again`,
    pairs: [`${state} found-damaged`],
    async run(setup) {
      await reachState(setup);
      setup.disk.isRotten = true;
      expect(await checkSavedCopies(setup)).toEqual({ checkedCount: 1, unreadCount: 0, damagedIds: ['fog'], keptIds: [] });
      expect([await setup.statusText(), setup.disk.sizes(), await setup.ledger.revisionsOf('mara')]).toEqual(['failed damaged', {}, []]);
      setup.disk.isRotten = false;
      await setup.applyEvent('try-again');
      await waitForStatus(setup, 'ready');
      expect(await checkSavedCopies(setup)).toEqual({ checkedCount: 1, unreadCount: 0, damagedIds: [], keptIds: [] });
    },
  })),
];

const checkSavedCopies = ({ ledger, disk }: SaverSetup) =>
  checkCopies('mara', { ledger, root: disk.root, onProgress() {}, onDamaged: async () => {}, isAtArchive: async () => true }, new AbortController().signal);

test.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('%s', async (_what, { pairs, run }) => {
  const setup = createSaverSetup();
  await run(setup);
  for (const pair of pairs) {
    const [state, event] = pair.split(' ') as [SaveState, SaveEvent];
    const expectedStep = { state, to: statusAfter({ state, reason: null } as never, event) };
    expect(setup.steps.map(({ from, to }) => ({ state: from.state, to }))).toContainEqual(expectedStep);
  }
});

test('every row of the table is triggered by some scenario', () => {
  const rows = saveTable.flatMap(({ from, event }) => from.map((state): Pair => `${state} ${event}`));
  expect(scenarios.flatMap(({ pairs }) => pairs).toSorted()).toEqual(rows.toSorted());
});
