// The worker of the device's search: one per page that searches. Called by index-client.ts, with the messages of messages.ts. Its knowledge is stored
// beside the mirror; after being killed it resumes where it was.
import type { SpokenHit } from '../mirror/search-answer.ts';
import { createIndexKeeper, type IndexKeeper } from './index-keeper.ts';
import { createListKeeper, type ListKeeper } from './list-keeper.ts';
import type { FromIndex, ToIndex } from './messages.ts';
import { openMirrorRows, type MirrorRows } from './mirror-rows.ts';
import { readSaved } from './saved-subtitles.ts';
import { createSpokenKeeper, type SpokenKeeper } from './spoken-keeper.ts';

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToIndex>) => void) | null;
  postMessage(message: FromIndex): void;
  close(): void;
}

interface Keepers {
  titles: IndexKeeper;
  spoken: SpokenKeeper;
}

const scope = globalThis as unknown as WorkerScope;
let rows: Promise<MirrorRows | null> = Promise.resolve(null);
let keepers: Promise<Keepers | null> = Promise.resolve(null);
let lists: ListKeeper | null = null;
let newestSpoken = 0;

scope.onmessage = ({ data }) => {
  void answer(data).catch((reason: unknown) => {
    console.warn('The search index failed', reason);
    // The caller waits for an answer.
    if ('number' in data) scope.postMessage({ kind: 'failed', number: data.number });
  });
};

/** Sent before it ends, so that the page starts another worker with the next question: systems close databases in the background. */
function leave(): void {
  scope.postMessage({ kind: 'gone' });
  scope.close();
}

async function answer(message: ToIndex): Promise<void> {
  switch (message.kind) {
    case 'open': {
      rows = openMirrorRows(message.databaseName, leave);
      rows.catch(leave);
      keepers = rows.then((opened) => opened && keepersOf(opened, message.account));
      const opened = await keepers;
      await Promise.all([opened?.titles.look(), opened?.spoken.look()]);
      return;
    }
    case 'changed':
      await (await keepers)?.titles.look();
      return;
    case 'saved-changed':
      await (await keepers)?.spoken.look();
      return;
    case 'search': {
      const hits = (await keepers)?.titles.find(message.query) ?? { videos: [], channels: [], playlists: [] };
      scope.postMessage({ kind: 'hits', number: message.number, hits });
      return;
    }
    case 'list': {
      const opened = await rows.catch(() => null);
      if (opened) lists ??= createListKeeper({ rows: opened, now: () => performance.now() });
      const listed = opened && lists ? await lists.list(message.question).catch(() => null) : null;
      scope.postMessage({ kind: 'listed', number: message.number, listed });
      return;
    }
    case 'search-spoken':
      newestSpoken = message.number;
      scope.postMessage({ kind: 'spoken-hits', number: message.number, hits: await findSpoken(message) });
  }
}

async function findSpoken({ number, query }: Extract<ToIndex, { kind: 'search-spoken' }>): Promise<SpokenHit[] | null> {
  const opened = await keepers;
  if (!opened) return [];
  const isOfChannel = query.channel && query.channel.length > 0 ? opened.titles.videosOfChannel(query.channel) : () => true;
  // If the ledger does not open, the other results are still returned.
  return opened.spoken.find(query, { isOfChannel, isOutdated: () => number !== newestSpoken }).catch((reason: unknown) => {
    console.warn('What is said in saved videos could not be read', reason);
    return [];
  });
}

async function keepersOf(rows: MirrorRows, account: string): Promise<Keepers> {
  const onUpdate = (): void => scope.postMessage({ kind: 'updated' });
  const [titles, spoken] = await Promise.all([
    createIndexKeeper({ rows, onUpdate, breathe }),
    createSpokenKeeper({ rows, readSaved: (work) => readSaved(account, work), onUpdate, breathe }),
  ]);
  return { titles, spoken };
}

/** A message from the page that has arrived meanwhile is handled before this resolves. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
