// The task that adds links starts and reports what it has added, even when it ends early.
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
let starts: number;
let startError: Error | null;
/** Aborting this controller simulates a shutdown. */
let shutdown: AbortController;
/** The input that the next run of an interrupted task gets. */
let storedInput: ExtractInput | null;
let onLookUp: (address: string) => void;
beforeEach(() => {
  archive = createArchive(openDatabase(':memory:'));
  answers = new Map();
  starts = 0;
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
const failed = (kind: FailureKind): Extraction => ({ ok: false, failure: createFailure(kind, `${kind}, says yt-dlp`) });
const video = (url: string): Extraction => ({ ok: true, info: { id: url.split('/').at(-1), title: url, extractor: 'example', webpage_url: url } });
const listing = (...urls: string[]): Extraction => ({
  ok: true,
  info: { _type: 'playlist', id: 'list', extractor: 'example', entries: urls.map((url) => ({ _type: 'url', id: url.split('/').at(-1), url, title: url })) },
});
const queue = (): string[] => (archive.database.prepare('SELECT title FROM download ORDER BY title').all() as { title: string }[]).map(({ title }) => title);

function startDownloads(): void {
  starts += 1;
  if (startError !== null) throw startError;
}

function add(written: string[], isAutoStart = true): Promise<TaskEnd> {
  return run({ written, isFlat: false, options: { status: 'pending', isAutoStart, isForced: false } });
}

async function run(input: ExtractInput): Promise<TaskEnd> {
  const sourceClient: SourceClient = {
    state: () => Promise.resolve({ kind: 'ready', program: '', version: '', hasJsRuntime: false }),
    extract(address) {
      onLookUp(address);
      return Promise.resolve(answers.get(address) ?? failed('gone'));
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
  onLookUp = (each) => {
    if (each === address) shutdown.abort();
  };
  await run(input);
  expect(starts).toBe(0);
  betweenRuns();
  [shutdown, onLookUp] = [new AbortController(), () => undefined];
  return run(storedInput ?? input);
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
  answers.set(pier('walks'), listing(pier('first'), pier('second')));
  answers.set(pier('first'), video(pier('first')));
  answers.set(pier('second'), failed('no-program'));
  expect(await add([pier('walks'), pier('third')])).toEqual({
    level: 'error',
    lines: ['no-program, says yt-dlp', '1 added to the queue.', `Added in part: ${pier('walks')}.`, `Not added: ${pier('third')}.`],
  });
  expect([queue(), starts]).toEqual([[pier('first')], 1]);
});

test('links for which the system cannot start yt-dlp at the moment wait, and nothing that was added for them is added again', async () => {
  answers.set(pier('walks'), listing(pier('first'), pier('second')));
  answers.set(pier('first'), video(pier('first')));
  answers.set(pier('second'), failed('no-start'));
  expect(await add([pier('walks'), pier('third')])).toEqual({
    level: 'error',
    lines: ['no-start, says yt-dlp', '1 added to the queue.', `Not reached yet, tried again automatically: ${pier('walks')}, ${pier('third')}.`],
  });
  expect(starts).toBe(1);
  const waiting = () => archive.waitingLinks.list().map(({ text, options: { broughtBefore } }) => [text, broughtBefore?.length ?? 0]);
  expect(waiting()).toEqual([
    [pier('walks'), 1],
    [pier('third'), 0],
  ]);
  // The next try fails in the same way, so the links keep waiting.
  archive.waitingLinks.shorten(0);
  await run(waitingLinksInput);
  expect(waiting()).toHaveLength(2);
  archive.database.exec('DELETE FROM download');
  for (const name of ['second', 'third']) answers.set(pier(name), video(pier(name)));
  archive.waitingLinks.shorten(0);
  await run(waitingLinksInput);
  expect([waiting(), queue()]).toEqual([[], [pier('second'), pier('third')]]);
});

const fullDisk = Object.assign(new Error('database or disk is full'), { errcode: 13 });

const busyDatabase = Object.assign(new Error('database is locked'), { errcode: 5 });

test('links that cannot wait, because the disk is full just then, are reported as not added', async () => {
  for (const name of ['first', 'second', 'third']) answers.set(pier(name), failed('no-start'));
  const keep = archive.waitingLinks.keep.bind(archive.waitingLinks);
  vi.spyOn(archive.waitingLinks, 'keep').mockImplementation((link) => {
    if (link.text === pier('second')) throw fullDisk;
    keep(link);
  });
  expect(await add([pier('first'), pier('second'), pier('third')])).toEqual({
    level: 'error',
    lines: ['no-start, says yt-dlp', `Not reached yet, tried again automatically: ${pier('first')}.`, `Not added: ${pier('second')}, ${pier('third')}.`],
  });
  expect(archive.waitingLinks.list().map(({ text }) => text)).toEqual([pier('first')]);
});

test('a waiting link whose next try ends because yt-dlp cannot be started adds nothing again, even by force and from its list alone', async () => {
  answers.set(pier('channel'), failed('unreachable'));
  await run({ written: [pier('channel')], isFlat: true, options: { status: 'pending', isAutoStart: false, isForced: true } });
  const tab = (name: string): Record<string, unknown> => ({ _type: 'playlist', id: name, url: pier(name), title: name });
  const tabs: Extraction = { ok: true, info: { _type: 'playlist', id: 'channel', extractor: 'example', entries: [tab('videos'), tab('streams')] } };
  answers.set(pier('channel'), tabs);
  answers.set(pier('videos'), listing(pier('first')));
  answers.set(pier('streams'), failed('no-start'));
  archive.waitingLinks.shorten(0);
  await run(waitingLinksInput);
  expect(queue()).toEqual([pier('first')]);
  archive.database.exec('DELETE FROM download');
  answers.set(pier('streams'), listing(pier('second')));
  archive.waitingLinks.shorten(0);
  await run(waitingLinksInput);
  expect([queue(), archive.waitingLinks.list()]).toEqual([[pier('second')], []]);
});

test.each([
  ['a full disk', fullDisk, 'The disk is full.'],
  ['a write of another program', busyDatabase, 'Another program is writing into the database.'],
  ['any other error', new Error('odd'), null],
])('a video added before %s is started', async (_reason, error, reportedReason) => {
  for (const name of ['first', 'second']) answers.set(pier(name), video(pier(name)));
  failAt(pier('second'), error);
  const outcome = await add([pier('first'), pier('second')]).catch((thrown: unknown) => thrown);
  expect([queue(), starts]).toEqual([[pier('first')], 1]);
  if (reportedReason === null) expect(outcome).toBe(error);
  else expect(outcome).toEqual({ level: 'error', lines: [reportedReason, '1 added to the queue.', `Not added: ${pier('second')}.`] });
});

test('a full disk does not hide which of the earlier links were refused, and which are tried again', async () => {
  answers.set(pier('away'), failed('unreachable'));
  answers.set('https://quay.example/second', video('https://quay.example/second'));
  failAt('https://quay.example/second', fullDisk);
  const { lines } = await add(['nonsense', pier('away'), 'https://quay.example/second']);
  expect([lines[0], ...lines.slice(-3)]).toEqual([
    'The disk is full.',
    `Not reached yet, tried again automatically: ${pier('away')}.`,
    '“nonsense” is neither a link nor an id.',
    'Not added: https://quay.example/second.',
  ]);
});

test.each([
  ['the disk is too full', fullDisk, 'The disk is full.'],
  ['another program is writing into the database', busyDatabase, 'Another program is writing into the database.'],
])('even if %s, so that downloads cannot be started, the report says how many links were added and which were not', async (_reason, error, reportedReason) => {
  answers.set(pier('first'), video(pier('first')));
  answers.set(pier('second'), video(pier('second')));
  failAt(pier('second'), error);
  startError = error;
  expect(await add([pier('first'), pier('second')])).toMatchObject({ lines: [reportedReason, '1 added to the queue.', `Not added: ${pier('second')}.`] });
  expect(starts).toBe(1);
  answers.set(pier('third'), video(pier('third')));
  expect(await add([pier('third'), 'nonsense'])).toMatchObject({ lines: ['1 added to the queue.', '“nonsense” is neither a link nor an id.'] });
});

test('nothing is started if nothing was added, or if the links were added without a start', async () => {
  answers.set(pier('first'), failed('no-program'));
  expect(await add([pier('first')])).toEqual({ level: 'error', lines: ['no-program, says yt-dlp', `Not added: ${pier('first')}.`] });
  answers.set(pier('first'), video(pier('first')));
  answers.set(pier('second'), failed('no-program'));
  await add([pier('first'), pier('second')], false);
  expect([queue(), starts]).toEqual([[pier('first')], 0]);
});

test('a list that moved a queued video up counts as an answer of its site, even if the rest of it was not reached', async () => {
  answers.set(pier('first'), video(pier('first')));
  await add([pier('first')], false);
  answers.set(pier('walks'), listing(pier('first'), pier('second')));
  answers.set(pier('second'), failed('unreachable'));
  answers.set(pier('third'), video(pier('third')));
  expect(await add([pier('walks'), pier('third')])).toMatchObject({
    lines: expect.arrayContaining(['1 added to the queue, 1 moved to the front.']) as string[],
  });
  expect(queue()).toEqual([pier('first'), pier('third')]);
});

test('a video that an interrupted run added is started by the next run of the task', async () => {
  for (const name of ['first', 'second']) answers.set(pier(name), video(pier(name)));
  answers.set(pier('second'), failed('stopped'));
  const options = { status: 'pending', isAutoStart: true, isForced: false } as const;
  await interruptAt(pier('second'), { written: [pier('first'), pier('second')], isFlat: false, options }, () => answers.set(pier('second'), failed('gone')));
  expect([queue(), starts]).toEqual([[pier('first')], 1]);
});

test('a forced list that was interrupted adds nothing again that a person has removed since, and starts the videos that are still there', async () => {
  answers.set(pier('walks'), listing(pier('first'), pier('second'), pier('third')));
  for (const name of ['alone', 'first', 'second']) answers.set(pier(name), video(pier(name)));
  answers.set(pier('third'), failed('stopped'));
  const options = { status: 'pending', isAutoStart: true, isForced: true } as const;
  await interruptAt(pier('third'), { written: [pier('alone'), pier('walks')], isFlat: false, options }, () => {
    archive.database.prepare('DELETE FROM download WHERE title IN (?, ?)').run(pier('alone'), pier('first'));
    answers.set(pier('third'), failed('unreachable'));
  });
  expect([queue(), starts]).toEqual([[pier('second')], 1]);
  // The rest of the list waits for its site, together with the ids of the videos that were added before.
  expect(archive.waitingLinks.list().map(({ text, options: { broughtBefore } }) => [text, broughtBefore?.length])).toEqual([[pier('walks'), 3]]);
});
