// The task that adds links starts the downloads that it has added, and reports them, even when it ends early.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createArchive, type Archive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createFailure, type FailureKind } from '../../server/downloader/failures.ts';
import type { SourceClient } from '../../server/downloader/source-client.ts';
import type { Extraction } from '../../server/downloader/yt-dlp.ts';
import { extractDownload, waitingLinksInput, type ExtractInput } from '../../server/tasks/extract-download.ts';
import type { TaskEnd } from '../../server/tasks/tasks.ts';

let archive: Archive;
let answers: Map<string, Extraction>;
let startCount: number;
let startError: Error | null;
/** Aborting this controller simulates a shutdown. */
let shutdown: AbortController;
/** The input that the next run of an interrupted task gets. */
let storedInput: ExtractInput | null;
let onLookUp: (address: string) => void;
beforeEach(() => {
  archive = createArchive(openDatabase(':memory:'));
  answers = new Map();
  startCount = 0;
  startError = null;
  shutdown = new AbortController();
  storedInput = null;
  onLookUp = () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  archive.database.close();
});

const pier = (name: string): string => `https://pier.example/${name}`;
const aFailure = (kind: FailureKind): Extraction => ({ ok: false, failure: createFailure(kind, `${kind}, says yt-dlp`) });
const aVideo = (url: string): Extraction => ({ ok: true, info: { id: url.split('/').at(-1), title: url, extractor: 'example', webpage_url: url } });
const aListing = (...urls: string[]): Extraction => ({
  ok: true,
  info: { _type: 'playlist', id: 'list', extractor: 'example', entries: urls.map((url) => ({ _type: 'url', id: url.split('/').at(-1), url, title: url })) },
});
const queuedTitles = (): string[] =>
  (archive.database.prepare('SELECT title FROM download ORDER BY title').all() as { title: string }[]).map(({ title }) => title);

function startDownloads(): void {
  startCount += 1;
  if (startError !== null) throw startError;
}

function addLinks(written: string[], isAutoStart = true): Promise<TaskEnd> {
  return runTask({ written, isFlat: false, options: { status: 'pending', isAutoStart, isForced: false } });
}

async function runTask(input: ExtractInput): Promise<TaskEnd> {
  const sourceClient: SourceClient = {
    state: () => Promise.resolve({ kind: 'ready', program: '', version: '', hasJsRuntime: false }),
    extract(address) {
      onLookUp(address);
      return Promise.resolve(answers.get(address) ?? aFailure('gone'));
    },
    pause: () => Promise.resolve(),
    withCredentials: () => Promise.reject(new Error('not used to add links')),
  };
  const kind = extractDownload({ archive, sourceClient, startDownloads });
  storedInput = input;
  const { signal } = shutdown;
  const checkpoint = (progress: unknown): void => void (storedInput = progress as ExtractInput);
  return kind.run(input, { update: () => undefined, checkpoint, signal, shutdownSignal: signal });
}

/** Stops the server while this address is looked up, and runs the task again, as the next start does. */
async function interruptAt(address: string, input: ExtractInput, betweenRuns: () => void): Promise<TaskEnd> {
  onLookUp = (lookedUpAddress) => {
    if (lookedUpAddress === address) shutdown.abort();
  };
  await runTask(input);
  expect(startCount).toBe(0);
  betweenRuns();
  [shutdown, onLookUp] = [new AbortController(), () => undefined];
  return runTask(storedInput ?? input);
}

/** Makes adding the video with this title fail. */
function failAt(title: string, error: Error): void {
  const addOriginal = archive.downloads.add.bind(archive.downloads);
  vi.spyOn(archive.downloads, 'add').mockImplementation((entry, options) => {
    if (entry.title === title) throw error;
    return addOriginal(entry, options);
  });
}

test('videos that a list added before yt-dlp disappeared are started, and only the other links are reported as not added', async () => {
  answers.set(pier('walks'), aListing(pier('first'), pier('second')));
  answers.set(pier('first'), aVideo(pier('first')));
  answers.set(pier('second'), aFailure('no-program'));
  expect(await addLinks([pier('walks'), pier('third')])).toEqual({
    level: 'error',
    lines: ['no-program, says yt-dlp', '1 added to the queue.', `Added in part: ${pier('walks')}.`, `Not added: ${pier('third')}.`],
  });
  expect([queuedTitles(), startCount]).toEqual([[pier('first')], 1]);
});

test('links wait while the system cannot start yt-dlp, and add no video again that they have already added', async () => {
  answers.set(pier('walks'), aListing(pier('first'), pier('second')));
  answers.set(pier('first'), aVideo(pier('first')));
  answers.set(pier('second'), aFailure('no-start'));
  expect(await addLinks([pier('walks'), pier('third')])).toEqual({
    level: 'error',
    lines: ['no-start, says yt-dlp', '1 added to the queue.', `Not reached yet; retried automatically: ${pier('walks')}, ${pier('third')}.`],
  });
  expect(startCount).toBe(1);
  const readWaitingLinks = () => archive.waitingLinks.list().map(({ text, options: { broughtBefore } }) => [text, broughtBefore?.length ?? 0]);
  expect(readWaitingLinks()).toEqual([
    [pier('walks'), 1],
    [pier('third'), 0],
  ]);
  // The next try fails in the same way, so the links keep waiting.
  archive.waitingLinks.shorten(0);
  await runTask(waitingLinksInput);
  expect(readWaitingLinks()).toHaveLength(2);
  archive.database.exec('DELETE FROM download');
  for (const name of ['second', 'third']) answers.set(pier(name), aVideo(pier(name)));
  archive.waitingLinks.shorten(0);
  await runTask(waitingLinksInput);
  expect([readWaitingLinks(), queuedTitles()]).toEqual([[], [pier('second'), pier('third')]]);
});

const fullDisk = Object.assign(new Error('database or disk is full'), { errcode: 13 });

const busyDatabase = Object.assign(new Error('database is locked'), { errcode: 5 });

test('links that cannot be stored for a later try, because the disk is full, are reported as not added', async () => {
  for (const name of ['first', 'second', 'third']) answers.set(pier(name), aFailure('no-start'));
  const keepOriginal = archive.waitingLinks.keep.bind(archive.waitingLinks);
  vi.spyOn(archive.waitingLinks, 'keep').mockImplementation((link) => {
    if (link.text === pier('second')) throw fullDisk;
    keepOriginal(link);
  });
  expect(await addLinks([pier('first'), pier('second'), pier('third')])).toEqual({
    level: 'error',
    lines: ['no-start, says yt-dlp', `Not reached yet; retried automatically: ${pier('first')}.`, `Not added: ${pier('second')}, ${pier('third')}.`],
  });
  expect(archive.waitingLinks.list().map(({ text }) => text)).toEqual([pier('first')]);
});

test('a waiting link that is forced and flat adds no video twice, even if its next try ends because yt-dlp cannot be started', async () => {
  answers.set(pier('channel'), aFailure('unreachable'));
  await runTask({ written: [pier('channel')], isFlat: true, options: { status: 'pending', isAutoStart: false, isForced: true } });
  const tab = (name: string): Record<string, unknown> => ({ _type: 'playlist', id: name, url: pier(name), title: name });
  const tabs: Extraction = { ok: true, info: { _type: 'playlist', id: 'channel', extractor: 'example', entries: [tab('videos'), tab('streams')] } };
  answers.set(pier('channel'), tabs);
  answers.set(pier('videos'), aListing(pier('first')));
  answers.set(pier('streams'), aFailure('no-start'));
  archive.waitingLinks.shorten(0);
  await runTask(waitingLinksInput);
  expect(queuedTitles()).toEqual([pier('first')]);
  archive.database.exec('DELETE FROM download');
  answers.set(pier('streams'), aListing(pier('second')));
  archive.waitingLinks.shorten(0);
  await runTask(waitingLinksInput);
  expect([queuedTitles(), archive.waitingLinks.list()]).toEqual([[pier('second')], []]);
});

test.each([
  ['a full disk', fullDisk, 'The disk is full.'],
  ['a write of another program', busyDatabase, 'Another program is writing to the database.'],
  ['any other error', new Error('odd'), null],
])('a video that was added before a failure (%s) is started', async (_reason, error, reportedReason) => {
  for (const name of ['first', 'second']) answers.set(pier(name), aVideo(pier(name)));
  failAt(pier('second'), error);
  const outcome = await addLinks([pier('first'), pier('second')]).catch((thrown: unknown) => thrown);
  expect([queuedTitles(), startCount]).toEqual([[pier('first')], 1]);
  if (reportedReason === null) expect(outcome).toBe(error);
  else expect(outcome).toEqual({ level: 'error', lines: [reportedReason, '1 added to the queue.', `Not added: ${pier('second')}.`] });
});

test('the report of a full disk also names the earlier links that were refused, and those that are tried again', async () => {
  answers.set(pier('away'), aFailure('unreachable'));
  answers.set('https://quay.example/second', aVideo('https://quay.example/second'));
  failAt('https://quay.example/second', fullDisk);
  const { lines } = await addLinks(['nonsense', pier('away'), 'https://quay.example/second']);
  expect([lines[0], ...lines.slice(-3)]).toEqual([
    'The disk is full.',
    `Not reached yet; retried automatically: ${pier('away')}.`,
    '“nonsense” is neither a link nor an id.',
    'Not added: https://quay.example/second.',
  ]);
});

test.each([
  ['the disk is too full', fullDisk, 'The disk is full.'],
  ['another program is writing to the database', busyDatabase, 'Another program is writing to the database.'],
])('the report says how many links were added, and which were not, even if downloads cannot be started because %s', async (_reason, error, reportedReason) => {
  answers.set(pier('first'), aVideo(pier('first')));
  answers.set(pier('second'), aVideo(pier('second')));
  failAt(pier('second'), error);
  startError = error;
  expect(await addLinks([pier('first'), pier('second')])).toMatchObject({ lines: [reportedReason, '1 added to the queue.', `Not added: ${pier('second')}.`] });
  expect(startCount).toBe(1);
  answers.set(pier('third'), aVideo(pier('third')));
  expect(await addLinks([pier('third'), 'nonsense'])).toMatchObject({ lines: ['1 added to the queue.', '“nonsense” is neither a link nor an id.'] });
});

test('no download starts if nothing was added, or if the links were added without an automatic start', async () => {
  answers.set(pier('first'), aFailure('no-program'));
  expect(await addLinks([pier('first')])).toEqual({ level: 'error', lines: ['no-program, says yt-dlp', `Not added: ${pier('first')}.`] });
  answers.set(pier('first'), aVideo(pier('first')));
  answers.set(pier('second'), aFailure('no-program'));
  await addLinks([pier('first'), pier('second')], false);
  expect([queuedTitles(), startCount]).toEqual([[pier('first')], 0]);
});

test('a list that moved a queued video to the front counts as an answer from its site, even if the rest of the list was not reached', async () => {
  answers.set(pier('first'), aVideo(pier('first')));
  await addLinks([pier('first')], false);
  answers.set(pier('walks'), aListing(pier('first'), pier('second')));
  answers.set(pier('second'), aFailure('unreachable'));
  answers.set(pier('third'), aVideo(pier('third')));
  expect(await addLinks([pier('walks'), pier('third')])).toMatchObject({
    lines: expect.arrayContaining(['1 added to the queue, 1 moved to the front.']) as string[],
  });
  expect(queuedTitles()).toEqual([pier('first'), pier('third')]);
});

test('a video that an interrupted run added is started by the next run of the task', async () => {
  for (const name of ['first', 'second']) answers.set(pier(name), aVideo(pier(name)));
  answers.set(pier('second'), aFailure('stopped'));
  const options = { status: 'pending', isAutoStart: true, isForced: false } as const;
  await interruptAt(pier('second'), { written: [pier('first'), pier('second')], isFlat: false, options }, () => answers.set(pier('second'), aFailure('gone')));
  expect([queuedTitles(), startCount]).toEqual([[pier('first')], 1]);
});

test('an interrupted forced list adds no video again that a person has removed since, and starts the videos that are still queued', async () => {
  answers.set(pier('walks'), aListing(pier('first'), pier('second'), pier('third')));
  for (const name of ['alone', 'first', 'second']) answers.set(pier(name), aVideo(pier(name)));
  answers.set(pier('third'), aFailure('stopped'));
  const options = { status: 'pending', isAutoStart: true, isForced: true } as const;
  await interruptAt(pier('third'), { written: [pier('alone'), pier('walks')], isFlat: false, options }, () => {
    archive.database.prepare('DELETE FROM download WHERE title IN (?, ?)').run(pier('alone'), pier('first'));
    answers.set(pier('third'), aFailure('unreachable'));
  });
  expect([queuedTitles(), startCount]).toEqual([[pier('second')], 1]);
  // The rest of the list waits for its site, together with the ids of the videos that were added before.
  expect(archive.waitingLinks.list().map(({ text, options: { broughtBefore } }) => [text, broughtBefore?.length])).toEqual([[pier('walks'), 3]]);
});
