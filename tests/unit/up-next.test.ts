// What plays after this: the rules as tables, and that they hold over a reload and in two tabs.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import { nextVideo, nothingNext, previousOfRun, restOfRun, runOf, shown, shuffled, type UpNext } from '../../src/lib/up-next.ts';
import { clearQueue, endRun, moveInQueue, noteShown, queueVideo, setAutoplay, setLooped, startRun, unqueue } from '../../src/mutations/up-next.ts';
import { openMirrorDatabase, openRegistryDatabase, type Mirror } from '../../src/mirror/database.ts';
import { createHandClock } from '../doubles/hand-clock.ts';

const video = (videoId: string) => ({ videoId, title: `Title of ${videoId}` });
const origin = { kind: 'playlist', id: 'PLx', name: 'North Sea' } as const;
const three = ['a', 'b', 'c'].map(video);
const always = () => true;

const withQueue = (...ids: string[]): UpNext => ({ ...nothingNext, queue: ids.map((id) => ({ entryId: `entry ${id}`, ...video(id) })) });
const withRun = (at: number, isLooped = false): UpNext => ({ ...nothingNext, run: { ...runOf(origin, three, false, Math.random), at, isLooped } });

describe('what plays next', () => {
  const cases: [string, UpNext, string, string | null, string | null][] = [
    ['nothing was asked for', nothingNext, 'a', null, null],
    ['the queue comes before the playlist that is played through', { ...withRun(0), queue: withQueue('z').queue }, 'a', null, 'z'],
    ['the playlist goes on', withRun(0), 'a', null, 'b'],
    ['it goes on after a video of the queue that is not in it', withRun(1), 'z', null, 'c'],
    ['it ends', withRun(2), 'c', null, null],
    ['with loop it begins again', withRun(2, true), 'c', null, 'a'],
    ['autoplay comes last', { ...withRun(0), autoplayPlaylistId: 'PLy' }, 'a', 'y', 'b'],
    ['autoplay alone', nothingNext, 'a', 'y', 'y'],
  ];
  it.each(cases)('%s', (_, upNext, videoId, autoplay, expected) => {
    expect(nextVideo(upNext, { videoId, autoplay: autoplay === null ? null : video(autoplay), isPlayable: always })?.videoId ?? null).toBe(expected);
  });

  it('prefers what plays now while the archive is away, and says so when nothing does', () => {
    const upNext = withQueue('x', 'y');
    expect(nextVideo(upNext, { videoId: 'a', autoplay: null, isPlayable: (id) => id === 'y' })).toMatchObject({ videoId: 'y', isAway: false });
    expect(nextVideo(upNext, { videoId: 'a', autoplay: null, isPlayable: () => false })).toMatchObject({ videoId: 'x', isAway: true });
  });

  it('plays every video of a shuffled playlist once, and the chosen one first', () => {
    const run = runOf(origin, three, true, () => 0, 'b');
    expect(run.order.map((index) => three[index]?.videoId)[0]).toBe('b');
    expect(
      restOfRun(run, 'b')
        .map(({ videoId }) => videoId)
        .sort(),
    ).toEqual(['a', 'c']);
  });

  it('keeps the present video when shuffle is turned on and off again', () => {
    const present = { ...runOf(origin, three, false, Math.random), at: 1 };
    const mixed = shuffled(present, true, () => 0);
    expect(mixed.videos[mixed.order[mixed.at] ?? -1]?.videoId).toBe('b');
    expect(shuffled(mixed, false, Math.random)).toEqual(present);
  });

  it('knows the one before, around the corner only with loop', () => {
    expect(previousOfRun(withRun(1).run, 'b')?.videoId).toBe('a');
    expect(previousOfRun(withRun(0).run, 'a')).toBeNull();
    expect(previousOfRun(withRun(0, true).run, 'a')?.videoId).toBe('c');
  });
});

describe('a video is shown', () => {
  it('leaves the queue and keeps the run that it stands beside', () => {
    const before = { ...withRun(0), queue: withQueue('z', 'y').queue };
    const after = shown(before, video('z'));
    expect(after.queue.map(({ videoId }) => videoId)).toEqual(['y']);
    expect(after.run).toEqual(before.run);
    expect(after.history[0]).toEqual(video('z'));
  });

  it('ends a run that it is not part of, but not when it is only shown again after a reload', () => {
    expect(shown(withRun(1), video('elsewhere')).run).toBeNull();
    const again = { ...withRun(1), history: [video('elsewhere')] };
    expect(shown(again, video('elsewhere'))).toBe(again);
  });

  it('moves the run to it', () => {
    expect(shown(withRun(0), video('c')).run?.at).toBe(2);
  });
});

describe('kept on the device', () => {
  const opened: { close(): void }[] = [];
  afterEach(() => opened.splice(0).forEach((db) => db.close()));

  it('is the same in another tab and after a reload, and two tabs lose nothing of each other', async () => {
    const name = `up-next-${crypto.randomUUID()}`;
    const [here, there] = [setup(name), setup(name)];
    await Promise.all([queueVideo(here, video('x'), 'last'), queueVideo(there, video('y'), 'last')]);
    expect((await read(here)).queue).toHaveLength(2);
    await queueVideo(there, video('z'), 'first');
    expect((await read(setup(name))).queue[0]?.videoId).toBe('z');
  });

  it('can be put in order, taken out, emptied, and all of it back again', async () => {
    const mirror = setup();
    for (const { videoId } of three) await queueVideo(mirror, video(videoId), 'last');
    const ids = async () => (await read(mirror)).queue.map(({ videoId }) => videoId);
    const entry = async (at: number) => (await read(mirror)).queue[at]?.entryId ?? '';
    await moveInQueue(mirror, await entry(2), 0);
    expect(await ids()).toEqual(['c', 'a', 'b']);
    const back = await unqueue(mirror, await entry(1));
    expect(await ids()).toEqual(['c', 'b']);
    await back();
    expect(await ids()).toEqual(['c', 'a', 'b']);
    const all = await clearQueue(mirror);
    expect(await ids()).toEqual([]);
    await all();
    expect(await ids()).toEqual(['c', 'a', 'b']);
  });

  it('plays a playlist through, and remembers what was played', async () => {
    const mirror = setup();
    expect(await startRun(mirror, { origin, videos: [], isShuffled: true })).toBeNull();
    expect(await startRun(mirror, { origin, videos: three, isShuffled: false, firstId: 'b' })).toBe('b');
    await setLooped(mirror, true);
    await setAutoplay(mirror, 'PLx');
    await noteShown(mirror, video('b'));
    await noteShown(mirror, video('c'));
    const kept = await read(mirror);
    expect(nextVideo(kept, { videoId: 'c', autoplay: null, isPlayable: always })?.videoId).toBe('a');
    expect(kept.history.map(({ videoId }) => videoId)).toEqual(['c', 'b']);
    expect(kept.autoplayPlaylistId).toBe('PLx');
    const undo = await endRun(mirror);
    expect((await read(mirror)).run).toBeNull();
    await undo();
    expect((await read(mirror)).run?.isLooped).toBe(true);
  });

  function setup(name = `up-next-${crypto.randomUUID()}`): Mirror {
    const db = openMirrorDatabase(name);
    const registry = openRegistryDatabase(`registry-${crypto.randomUUID()}`);
    opened.push(db, registry);
    return { db, registry, accountKey: 'here', clock: createHandClock(), newKey: () => crypto.randomUUID() };
  }
  async function read(mirror: Mirror): Promise<UpNext> {
    const row = await mirror.db.documents.get('up-next');
    return row?.key === 'up-next' ? row.value : nothingNext;
  }
});
