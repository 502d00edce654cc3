import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openImageIndex } from '../../sw/image-index.ts';
import { createImages, recheckAfterMs, type ImageEvent } from '../../sw/images.ts';
import { createMemoryCaches } from '../doubles/memory-caches.ts';

const origin = 'https://archive.example';
const posterUrl = `${origin}/cache/videos/a/poster.jpg`;

const { indexedDB: originalIndexedDB } = globalThis;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterAll(() => {
  globalThis.indexedDB = originalIndexedDB;
});

describe('a picture', () => {
  test('that was shown once is available without the network', async () => {
    const { show, network } = setup();
    await show(posterUrl);
    network.answer = () => Promise.reject(new TypeError('no network'));
    expect(await (await show(posterUrl)).text()).toBe('picture 1');
  });

  test('is shown from the archive while the browser cannot read its caches', async () => {
    const unreadable = (): Promise<never> => Promise.reject(new DOMException('of the test', 'UnknownError'));
    const { show } = setup({ caches: { ...createMemoryCaches(), open: unreadable, match: unreadable } });
    expect(await (await show(posterUrl)).text()).toBe('picture 1');
  });

  test('is revalidated with the ETag of the stored picture', async () => {
    const { show, network, clock } = setup();
    await show(posterUrl);
    clock.ms += recheckAfterMs + 1;
    network.answer = async () => new Response(null, { status: 304 });
    await show(posterUrl);
    expect(network.calls.at(-1)?.headers).toEqual({ 'if-none-match': '"1"' });
  });

  test.each([
    [
      'the date of the stored picture, if the picture has no ETag',
      { 'last-modified': 'Thu, 01 Jan 2026 08:00:00 GMT' },
      { 'if-modified-since': 'Thu, 01 Jan 2026 08:00:00 GMT' },
    ],
    ['no condition, if the picture has neither', {}, {}],
  ])('is revalidated with %s', async (_what, headers: Record<string, string>, conditions) => {
    const { show, network, clock } = setup();
    network.answer = async () => new Response('old', { headers: { 'content-type': 'image/jpeg', ...headers } });
    await show(posterUrl);
    clock.ms += recheckAfterMs + 1;
    await show(posterUrl);
    expect(network.calls.map((call) => call.headers)).toEqual([undefined, conditions]);
  });

  test('is not revalidated within ten minutes, even after an answer that nothing changed', async () => {
    const { show, network, clock } = setup();
    await show(posterUrl);
    await show(posterUrl);
    expect(network.calls).toHaveLength(1);
    clock.ms += recheckAfterMs + 1;
    network.answer = async () => new Response(null, { status: 304 });
    await show(posterUrl);
    await show(posterUrl);
    expect(network.calls).toHaveLength(2);
  });

  test('is revalidated when the clock was set back', async () => {
    const { show, network, clock } = setup();
    await show(posterUrl);
    clock.ms -= 86_400_000;
    await show(posterUrl);
    expect(network.calls).toHaveLength(2);
  });

  test('that changed under its address is shown once more in its old form, and then in its new form', async () => {
    const { show, clock } = setup();
    await show(posterUrl);
    clock.ms += recheckAfterMs + 1;
    expect(await (await show(posterUrl)).text()).toBe('picture 1');
    expect(await (await show(posterUrl)).text()).toBe('picture 2');
  });

  test('that twenty cards show is revalidated once', async () => {
    const { images, network, clock, event } = setup();
    const firstEvent = event(posterUrl);
    await images.answer(firstEvent);
    await firstEvent.settled();
    clock.ms += recheckAfterMs + 1;
    const events = Array.from({ length: 20 }, () => event(posterUrl));
    await Promise.all(events.map((imageEvent) => images.answer(imageEvent)));
    await Promise.all(events.map((imageEvent) => imageEvent.settled()));
    expect(network.calls).toHaveLength(2);
  });
});

const inWidth = (width: number): string => `${posterUrl}?width=${width}`;
const away = (): Promise<Response> => Promise.reject(new TypeError('no network'));

test('the picture that was saved with a video is shown unless the archive sends one, and before a narrower one', async () => {
  const { show, network } = setup();
  const savedText = async (url: string): Promise<string> => (await show(url, async () => new Response('saved'))).text();
  expect(await savedText(inWidth(540))).toBe('picture 1');
  network.answer = away;
  expect([await savedText(inWidth(540)), await savedText(inWidth(960))]).toEqual(['picture 1', 'saved']);
  for (const status of [200, 404, 502]) {
    network.answer = async () => new Response('page', { status, headers: { 'content-type': 'text/html' } });
    expect(await savedText(inWidth(960))).toBe('saved');
  }
  expect(await (await show(`${origin}/cache/videos/other.jpg`)).text(), 'neither kept nor saved').toBe('page');
});

describe('a picture that is kept in another size', () => {
  test('is shown without the network in any size, the nearest wider one first', async () => {
    const { show, network } = setup();
    await show(inWidth(540));
    await show(inWidth(1440));
    network.answer = away;
    const shownText = async (url: string): Promise<string> => (await show(url)).text();
    expect(await shownText(inWidth(240))).toBe('picture 1');
    expect(await shownText(inWidth(960))).toBe('picture 2');
    expect(await shownText(posterUrl), 'the original').toBe('picture 2');
    await expect(show(`${posterUrl}?width=700`)).rejects.toThrow('no network');
  });

  test('and narrower gives way to the archive’s, and is shown if the archive answers with something else', async () => {
    const { images, show, network } = setup();
    await images.showArchive('lighthouse');
    await show(inWidth(540));
    expect(await (await show(inWidth(960))).text()).toBe('picture 2');
    network.answer = async () => new Response('<title>Sign in</title>', { headers: { 'content-type': 'text/html' } });
    expect(await (await show(posterUrl)).text()).toBe('picture 2');
    network.answer = async () => new Response('other', { headers: { 'content-type': 'image/jpeg', 'x-archive-id': 'harbour' } });
    expect(await (await show(posterUrl)).text()).toBe('picture 2');
  });

  test('and wider is enough, and is revalidated under its own address', async () => {
    const { show, network, clock } = setup();
    await show(inWidth(960));
    expect(await (await show(inWidth(540))).text()).toBe('picture 1');
    expect(network.calls).toHaveLength(1);
    clock.ms += recheckAfterMs + 1;
    await show(inWidth(540));
    expect(network.calls.at(-1)).toEqual({ url: inWidth(960), headers: { 'if-none-match': '"1"' } });
    expect(await (await show(inWidth(540))).text()).toBe('picture 2');
  });

  test('as an original, by an earlier version, is shown at once and replaced by the width that cards ask for', async () => {
    const { show, network, caches } = setup();
    await show(posterUrl);
    network.answer = away;
    expect(await (await show(inWidth(540))).text()).toBe('picture 1');
    network.answer = async () => new Response('small', { headers: { 'content-type': 'image/webp' } });
    expect(await (await show(inWidth(540))).text()).toBe('picture 1');
    expect(caches.addresses('stowaway-images-unnamed')).toEqual([posterUrl, inWidth(540)]);
    expect(await (await show(inWidth(540))).text()).toBe('small');
    expect(network.calls).toHaveLength(3);
  });
});

describe('an answer that is not stored', () => {
  const answerCases: [what: string, answer: () => Response][] = [
    ['a portal’s page', () => new Response('<title>Sign in</title>', { headers: { 'content-type': 'text/html' } })],
    ['a picture with an error status', () => new Response('x', { status: 403, headers: { 'content-type': 'image/png' } })],
    ['a part of a picture', () => new Response('x', { status: 206, headers: { 'content-type': 'image/png' } })],
    ['an answer without a type', () => new Response(new Uint8Array([1]))],
    ['an opaque answer', () => Object.defineProperty(new Response('x', { headers: { 'content-type': 'image/png' } }), 'type', { value: 'opaque' })],
  ];
  test.each(answerCases)('may be %s', async (_what, answer) => {
    const { show, network, caches } = setup();
    network.answer = async () => answer();
    await show(posterUrl);
    expect(network.calls).toHaveLength(1);
    expect(caches.addresses('stowaway-images-unnamed')).toEqual([]);
  });

  test('does not replace a stored picture, for instance if the answer is a 403 after a logout', async () => {
    const { show, network, clock } = setup();
    await show(posterUrl);
    clock.ms += recheckAfterMs + 1;
    network.answer = async () => new Response('{}', { status: 403, headers: { 'content-type': 'application/json' } });
    await show(posterUrl);
    expect(network.calls).toHaveLength(2);
    expect(await (await show(posterUrl)).text()).toBe('picture 1');
  });
});

describe('two archives at one address', () => {
  test('never see each other’s pictures', async () => {
    const { images, show } = setup();
    await images.showArchive('lighthouse');
    expect(await (await show(posterUrl)).text()).toBe('picture 1');
    await images.showArchive('harbour');
    expect(await (await show(posterUrl)).text()).toBe('picture 2');
    await images.showArchive('lighthouse');
    expect(await (await show(posterUrl)).text()).toBe('picture 1');
  });

  test('stay apart across a restart of the worker', async () => {
    const { images, network, caches, clock } = setup();
    await images.showArchive('lighthouse');
    const restartedWorker = setup({ caches, clock });
    await restartedWorker.show(posterUrl);
    expect(caches.addresses('stowaway-images-lighthouse')).toEqual([posterUrl]);
    expect(network.calls).toHaveLength(0);
  });

  test('keep the pictures of a copy that was moved from another id, even across a restart, and accept new pictures of the new id only', async () => {
    const { images, show, network, caches, clock } = setup();
    await images.showArchive(null);
    await show(posterUrl);
    await images.showArchive('harbour', null);
    expect(await (await show(posterUrl)).text()).toBe('picture 1');
    const restartedWorker = setup({ caches, clock });
    expect(await (await restartedWorker.show(posterUrl)).text()).toBe('picture 1');
    const otherPosterUrl = `${origin}/cache/videos/b/poster.jpg`;
    restartedWorker.network.answer = async () => new Response('other', { headers: { 'content-type': 'image/jpeg', 'x-archive-id': 'lighthouse' } });
    expect((await restartedWorker.show(otherPosterUrl)).type).toBe('error');
    restartedWorker.network.answer = async () => new Response('new', { headers: { 'content-type': 'image/jpeg', 'x-archive-id': 'harbour' } });
    expect(await (await restartedWorker.show(otherPosterUrl)).text()).toBe('new');
    expect(caches.addresses('stowaway-images-unnamed')).toEqual([posterUrl, otherPosterUrl]);
    expect(network.calls).toHaveLength(1);
  });

  test('show no picture of one archive while the copy of the other archive is viewed', async () => {
    const { images, show, network, caches } = setup();
    await images.showArchive('lighthouse');
    network.answer = async () => new Response('other', { headers: { 'content-type': 'image/jpeg', 'x-archive-id': 'harbour' } });
    expect((await show(posterUrl)).type).toBe('error');
    expect(caches.addresses('stowaway-images-lighthouse')).toEqual([]);
  });
});

describe('the store', () => {
  test('removes the pictures whose last check is longest ago when there are too many', async () => {
    const { show, caches, clock } = setup({ limits: { count: 20, bytes: 1_000_000 } });
    for (let pictureNumber = 0; pictureNumber < 21; pictureNumber += 1) {
      clock.ms += 1;
      await show(`${origin}/cache/videos/${pictureNumber}.jpg`);
    }
    const keptAddresses = caches.addresses('stowaway-images-unnamed');
    expect(keptAddresses).toHaveLength(19);
    expect(keptAddresses).not.toContain(`${origin}/cache/videos/0.jpg`);
    expect(keptAddresses).toContain(`${origin}/cache/videos/20.jpg`);
  });

  test('is bounded by bytes too', async () => {
    const { show, caches } = setup({ limits: { count: 100, bytes: 50 } });
    for (let pictureNumber = 0; pictureNumber < 10; pictureNumber += 1) await show(`${origin}/cache/videos/${pictureNumber}.jpg`);
    // The first nine pictures have nine bytes each, and the last has ten.
    expect(caches.addresses('stowaway-images-unnamed')).toHaveLength(5);
  });

  test('is empty after "clear this device", for every archive', async () => {
    const { images, show, caches } = setup();
    await show(posterUrl);
    await images.showArchive('harbour');
    await show(posterUrl);
    const keptCaches = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith('stowaway-images'));
    expect((await keptCaches()).length).toBeGreaterThan(1);
    await images.clear();
    expect(await keptCaches()).toEqual([]);
  });

  test('agrees with its records after a sweep, which removes pictures that belong to no copy and rows without a picture, and counts uncounted pictures', async () => {
    const { images, show, caches, clock } = setup({ limits: { count: 3, bytes: 1_000_000 } });
    await images.showArchive('gone');
    await show(posterUrl);
    await images.showArchive('harbour');
    await show(posterUrl);
    await show(`${origin}/cache/videos/b.jpg`);
    clock.ms += 1;
    expect(await images.sweep(['harbour', 'gone']), 'nothing is wrong').toBe(0);
    const cache = await caches.open('stowaway-images-harbour');
    await cache.delete(posterUrl);
    await cache.put(`${origin}/cache/videos/uncounted.jpg`, new Response('a picture'));
    // The four corrections are the other archive's picture and its row, the row without a picture, and the picture without a row.
    expect(await images.sweep(['harbour'])).toBe(4);
    expect(await caches.keys()).toEqual(['stowaway-images-harbour']);
    expect(await images.sweep(['harbour'])).toBe(0);
    for (const name of ['c', 'd']) await show(`${origin}/cache/videos/${name}.jpg`);
    expect(caches.addresses('stowaway-images-harbour'), 'the uncounted picture is evicted first').not.toContain(`${origin}/cache/videos/uncounted.jpg`);
  });

  test('that cannot be opened still lets pictures through', async () => {
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('private window', 'SecurityError');
      },
    } as unknown as IDBFactory;
    const { show } = setup();
    expect(await (await show(posterUrl)).text()).toBe('picture 1');
  });
});

interface TestEvent extends ImageEvent {
  settled(): Promise<void>;
}

function setup(overrides: { caches?: ReturnType<typeof createMemoryCaches>; clock?: { ms: number }; limits?: { count: number; bytes: number } } = {}) {
  const caches = overrides.caches ?? createMemoryCaches();
  const clock = overrides.clock ?? { ms: Date.parse('2026-01-01') };
  let pictureCount = 0;
  const network = {
    calls: [] as { url: string; headers: unknown }[],
    answer: async (): Promise<Response> => {
      pictureCount += 1;
      return new Response(`picture ${pictureCount}`, { headers: { 'content-type': 'image/jpeg', etag: `"${pictureCount}"` } });
    },
  };
  const images = createImages({
    index: openImageIndex(),
    caches,
    fetch: (input, init) => {
      network.calls.push({ url: input instanceof Request ? input.url : String(input as string), headers: init?.headers });
      return network.answer();
    },
    clock: { now: () => clock.ms, after: () => () => undefined },
    ...(overrides.limits ? { limits: overrides.limits } : {}),
  });

  function event(url: string): TestEvent {
    const promises: Promise<unknown>[] = [];
    return {
      request: new Request(url),
      waitUntil: (promise: Promise<unknown>) => void promises.push(promise),
      settled: async () => void (await Promise.all(promises)),
    };
  }

  async function show(url: string, findSaved?: () => Promise<Response | undefined>): Promise<Response> {
    const fetchEvent = event(url);
    const answer = await images.answer(fetchEvent, findSaved);
    await fetchEvent.settled();
    return answer;
  }

  return { images, caches, clock, network, event, show };
}
