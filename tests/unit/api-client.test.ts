import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { gateBySignOut } from '../../src/commands/sign-out-gate.ts';
import type { RegistryDatabase } from '../../src/mirror/database.ts';
import { ignored } from '../../src/network/shape.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { createFlushApi } from '../../src/sync/flush-api.ts';
import {
  brokenBody,
  hanging,
  html,
  json,
  opaqueRedirect,
  overHttps,
  refusedConnection,
  scriptFetch,
  truncatedJson,
  type Scripted,
} from '../doubles/fetch-script.ts';
import { aWirePagination, aWirePing, aWireUserConfig, aWireComment, aWireVideo, someAppSettings, wireVideos } from '../builders/mirror-wire.ts';

describe('every outcome is named after the status and shape of the answer', () => {
  const cases: [string, Scripted, object][] = [
    ['a refused connection', refusedConnection, { kind: 'unreachable' }],
    ['an answer that never comes', hanging, { kind: 'unreachable' }],
    ['a portal page with status 200', html(200), { kind: 'captive' }],
    ['a redirect', opaqueRedirect, { kind: 'captive' }],
    ['a page with status 403', html(403), { kind: 'captive' }],
    ['a portal that answers with status 511', html(511), { kind: 'captive' }],
    ['a portal that answers with status 511 over https', overHttps(html(511)), { kind: 'captive' }],
    ['a page with status 200 over https, which no portal can send', overHttps(html(200)), { kind: 'proxy-login' }],
    ['a redirect over https', () => overHttps(new Response(null, { status: 302 }))(), { kind: 'proxy-login' }],
    ['a page with status 403 over https', overHttps(html(403)), { kind: 'proxy-login' }],
    ['a page with status 401', html(401), { kind: 'proxy-login' }],
    ['a 401 without a body', () => new Response(null, { status: 401 }), { kind: 'proxy-login' }],
    ['a 401 with JSON that is not the archive’s', json({ status: 'KO', message: 'Operation failed.' }, 401), { kind: 'proxy-login' }],
    ['a 401 with empty JSON', json({}, 401), { kind: 'proxy-login' }],
    ['a 401 with JSON that is cut off', new Response('{"detail', { status: 401, headers: { 'content-type': 'application/json' } }), { kind: 'proxy-login' }],
    ['a 403 with JSON that is not the archive’s, over https', overHttps(json({ error: 'forbidden' }, 403)), { kind: 'proxy-login' }],
    ['the archive’s 403 over https', overHttps(json({ detail: 'not permitted' }, 403)), { kind: 'forbidden', message: 'not permitted' }],
    ['a 502 page', html(502), { kind: 'server-error', status: 502, retryAfterMs: null }],
    [
      '503 with Retry-After in seconds',
      () => new Response('', { status: 503, headers: { 'retry-after': '7' } }),
      { kind: 'server-error', status: 503, retryAfterMs: 7000 },
    ],
    ['408, a request time-out', json({}, 408), { kind: 'server-error', status: 408, retryAfterMs: null }],
    ['425, too early', json({}, 425), { kind: 'server-error', status: 425, retryAfterMs: null }],
    ['cut-off JSON', truncatedJson(), { kind: 'server-error', status: 200, retryAfterMs: null }],
    ['a connection that breaks in the body', () => brokenBody(), { kind: 'server-error', status: 200, retryAfterMs: null }],
    ['429 without Retry-After', json({}, 429), { kind: 'too-many', retryAfterMs: null }],
    ['429 with Retry-After', json({}, 429, { 'retry-after': '30' }), { kind: 'too-many', retryAfterMs: 30_000 }],
    [
      '400 with a message and an error: the message counts',
      json({ error: 'second', message: 'first' }, 400),
      { kind: 'refused', status: 400, message: 'first' },
    ],
    ['400 with error', json({ error: 'bad page' }, 400), { kind: 'refused', status: 400, message: 'bad page' }],
    ['400 with detail', json({ detail: 'no such sort' }, 400), { kind: 'refused', status: 400, message: 'no such sort' }],
    [
      '400 with nested field errors',
      json({ data: [{}, { youtube_id: ['This field is required.'] }] }, 400),
      { kind: 'refused', status: 400, message: 'This field is required.' },
    ],
    [
      '400 with field errors under the key error',
      json({ error: ['not a valid choice'] }, 400),
      { kind: 'refused', status: 400, message: 'not a valid choice' },
    ],
    ['400 without a message', json({}, 400), { kind: 'refused', status: 400, message: null }],
    ['401 with JSON', json({ detail: 'who?' }, 401), { kind: 'forbidden', message: 'who?' }],
    ['403 with JSON', json({ detail: 'not permitted' }, 403), { kind: 'forbidden', message: 'not permitted' }],
    ['404 with JSON', json({ error: 'video not found' }, 404), { kind: 'not-found', message: 'video not found' }],
    ['404 with a page', html(404), { kind: 'no-such-call' }],
    ['JSON of another shape', json({ data: 'no' }), { kind: 'bad-shape' }],
    ['an array instead of a document', json([]), { kind: 'bad-shape' }],
  ];

  test.each(cases)('%s', async (_name, answer, error) => {
    const { api, script, outcomes } = setup();
    script.on('/api/video/v1/', answer);
    expect(await api.getVideo('v1')).toEqual({ ok: false, error });
    expect(outcomes).toEqual([(error as { kind: string }).kind]);
  });

  test('callAtOnce sends its request before it returns, and only such a request outlives the page', async () => {
    const sentRequests: RequestInit[] = [];
    const recordingFetch = (_input: RequestInfo | URL, init: RequestInit = {}) => Promise.resolve(sentRequests.push(init) && json({ watched: false }));
    const client = createArchiveClient({
      fetch: recordingFetch as typeof fetch,
      readCookie: () => null,
      onOutcome: () => {},
      owner: { userId: 7, archiveId: 'a' },
    });
    const registry = { notes: { get: () => Promise.resolve(undefined) } } as unknown as RegistryDatabase;
    const answer = gateBySignOut(client, registry).callAtOnce('/api/video/v1/progress/', ignored, {
      method: 'POST',
      body: { position: 9 },
      idempotencyKey: 'k',
    });
    expect(sentRequests).toMatchObject([{ keepalive: true, method: 'POST', headers: { 'X-Stowaway-User': '7', 'X-Archive-Id': 'a', 'Idempotency-Key': 'k' } }]);
    await answer;
    await client.call('/api/video/v1/progress/', ignored);
    expect(sentRequests[1]).toMatchObject({ keepalive: false });
  });

  test('a Retry-After header that contains a date is read', async () => {
    const { api, script } = setup();
    vi.setSystemTime(new Date('2026-05-01T12:00:00Z'));
    script.on('/api/video/v1/', json({}, 429, { 'retry-after': 'Fri, 01 May 2026 12:00:20 GMT' }));
    const answer = await api.getVideo('v1');
    vi.useRealTimers();
    expect(answer).toEqual({ ok: false, error: { kind: 'too-many', retryAfterMs: 20_000 } });
  });

  test('a request that its caller aborts reports no outcome', async () => {
    const { api, script, outcomes } = setup({ timeoutMs: 5_000 });
    script.on('/api/video/v1/', hanging);
    const abortController = new AbortController();
    const answer = api.getVideo('v1', abortController.signal);
    abortController.abort();
    expect(await answer).toEqual({ ok: false, error: { kind: 'aborted' } });
    expect(outcomes).toEqual([]);
  });
});

describe('a request', () => {
  test('asks for JSON, follows no redirect, and bypasses the HTTP cache', async () => {
    const { api, script, requestInits } = setup();
    script.on('/api/channel/UC1/', json({}));
    await api.getChannel('UC1');
    expect(script.requests[0]?.headers.get('accept')).toBe('application/json');
    expect(requestInits[0]).toMatchObject({ redirect: 'manual', cache: 'no-store', credentials: 'same-origin' });
  });

  test('sends the CSRF header and the idempotency key with a write, and no CSRF header with a read', async () => {
    const { api, script } = setup();
    script.on('POST /api/watched/', new Response(null, { status: 204 }));
    script.on('/api/video/', json({ data: [], paginate: aWirePagination() }));
    expect(await api.setWatched('v1', true, 'key-1')).toEqual({ ok: true, value: undefined });
    await api.listVideos('sort=published&page=1');
    expect(script.requests[0]?.headers.get('x-csrftoken')).toBe('token-of-the-cookie');
    expect(script.requests[0]?.headers.get('idempotency-key')).toBe('key-1');
    expect(script.requests[0]?.body).toEqual({ id: 'v1', is_watched: true });
    expect(script.requests[1]?.headers.get('x-csrftoken')).toBeNull();
    expect(script.requests[1]?.path).toBe('/api/video/?sort=published&page=1');
  });

  test('keeps an id inside its path segment', async () => {
    const { api, script } = setup();
    script.on('/api/video/', json({}));
    await api.getVideo('../user/logout');
    expect(script.requests[0]?.path).toBe('/api/video/..%2Fuser%2Flogout/');
  });
});

describe('ping', () => {
  test('returns the archive id and the start time of the server', async () => {
    const { api, script, startTimestamps } = setup();
    script.on('/api/ping/', json(aWirePing(), 200, { 'x-archive-id': 'archive-7', 'x-start-timestamp': '1770000000' }));
    const answer = await api.ping();
    expect(answer).toMatchObject({ ok: true, value: { user: 1, archiveId: 'archive-7', startTimestamp: '1770000000' } });
    expect(startTimestamps).toEqual(['1770000000']);
  });

  test('treats JSON without a pong as a portal', async () => {
    const { api, script, outcomes } = setup();
    script.on('/api/ping/', json({ status: 'please sign in' }));
    expect(await api.ping()).toEqual({ ok: false, error: { kind: 'captive' } });
    expect(outcomes).toEqual(['captive']);
  });

  test('gives up after its time limit', async () => {
    const { api, script } = setup();
    script.on('/api/ping/', hanging);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let hasEnded = false;
    const answer = api.ping(10).finally(() => (hasEnded = true));
    await vi.advanceTimersByTimeAsync(9);
    expect(hasEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ ok: false, error: { kind: 'unreachable' } });
  });
});

describe('a request that takes longer than a ping may take', () => {
  test('is reported as slow once, and continues', async () => {
    vi.useFakeTimers();
    try {
      let respond: (response: Response) => void = () => {};
      const response = new Promise<Response>((resolve) => (respond = resolve));
      let slowReportCount = 0;
      const client = createArchiveClient({ fetch: () => response, readCookie: () => null, onOutcome: () => {}, onSlow: () => (slowReportCount += 1) });
      const slowAnswer = createFlushApi(client).getVideo('v1');
      await vi.advanceTimersByTimeAsync(3_999);
      expect(slowReportCount).toBe(0);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(slowReportCount).toBe(1);
      respond(json(aWireVideo()));
      expect(await slowAnswer).toMatchObject({ ok: true });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('answers of older and newer servers', () => {
  test('a 404 for comments means that there are none', async () => {
    const { api, script } = setup();
    script.on('/api/video/v1/comment/', json({ error: 'comments not found' }, 404));
    expect(await api.listComments('v1')).toEqual({ ok: true, value: [] });
  });

  test('an empty continue list may be a bare array', async () => {
    const { api, script } = setup();
    script.on('/api/video/', json([]));
    expect(await api.listVideos('watch=continue')).toEqual({ ok: true, value: { data: [], paginate: null } });
  });

  test('a bare array that is not empty is not a list page', async () => {
    const { api, script } = setup();
    script.on('/api/video/', json([aWireVideo()]));
    expect(await api.listVideos('watch=continue')).toEqual({ ok: false, error: { kind: 'bad-shape' } });
  });

  test('a field that the server’s release does not send gets its default value', async () => {
    const { api, script } = setup();
    const { tags: _tags, sponsorblock: _sponsorblock, comment_count: _count, description: _description, ...olderVideo } = aWireVideo();
    script.on('/api/video/v1/', json({ ...olderVideo, stats: {}, streams: null }));
    const answer = await api.getVideo('v1');
    expect(answer).toMatchObject({
      ok: true,
      value: { tags: [], sponsorblock: null, comment_count: null, description: null, streams: [], stats: { view_count: 0 } },
    });
  });

  test('comments of older servers may lack replies', async () => {
    const { api, script } = setup();
    const { comment_replies: _replies, ...reply } = aWireComment({ comment_id: 'c2' });
    script.on('/api/video/v1/comment/', json([aWireComment({ comment_replies: [reply] })]));
    const answer = await api.listComments('v1');
    expect(answer.ok && answer.value[0]?.comment_replies?.[0]).toMatchObject({ comment_id: 'c2', comment_replies: [] });
  });

  test('settings keep every key that was sent, and gain no key that only other releases send', async () => {
    const { api, script } = setup();
    script.on('/api/user/me/', json({ ...aWireUserConfig(), a_key_of_tomorrow: 1 }));
    script.on('/api/appsettings/config/', json({ ...someAppSettings(), downloads: { potoken: false } }));
    const config = await api.getUserConfig();
    const settings = await api.getAppSettings();
    expect(config.ok && 'hide_watched_channel' in config.value).toBe(false);
    expect(config.ok && config.value).toHaveProperty('a_key_of_tomorrow', 1);
    expect(settings.ok && settings.value.downloads).toEqual({ potoken: false });
  });
});

describe('the fields that the mirror relies on', () => {
  const { player, channel, ...video } = aWireVideo();
  test.each<[string, object]>([
    ['no id', { ...video, player, channel, youtube_id: '' }],
    ['an id that is a number', { ...video, player, channel, youtube_id: 7 }],
    ['no title', { ...video, player, channel, title: null }],
    ['no player', { ...video, channel }],
    ['watched as text', { ...video, channel, player: { ...player, watched: 'no' } }],
    ['no watched mark', { ...video, channel, player: { duration: 10 } }],
    ['a position that is text', { ...video, channel, player: { ...player, position: '12:00' } }],
    ['no duration', { ...video, channel, player: { watched: false } }],
    ['a channel without id', { ...video, player, channel: { ...channel, channel_id: null } }],
    ['no date', { ...video, player, channel, published: undefined }],
    ['no media', { ...video, player, channel, media_url: null }],
  ])('a video with %s is refused, and so is a list that contains it', async (_name, brokenVideo) => {
    const { api, script } = setup();
    script.on('/api/video/v1/', json(brokenVideo));
    script.on('/api/video/?', json({ data: [aWireVideo(), brokenVideo], paginate: aWirePagination() }));
    expect(await api.getVideo('v1')).toEqual({ ok: false, error: { kind: 'bad-shape' } });
    expect(await api.listVideos('page=1')).toEqual({ ok: false, error: { kind: 'bad-shape' } });
  });

  test.each([null, 0, -5, '12'])('a page size of %j is refused, because it becomes part of the key of every stored list', async (page_size) => {
    const { api, script } = setup();
    script.on('/api/user/me/', json({ ...aWireUserConfig(), page_size }));
    expect(await api.getUserConfig()).toEqual({ ok: false, error: { kind: 'bad-shape' } });
  });
});

describe('a randomly changed answer', () => {
  test('is refused unless it still has the right shape', async () => {
    const goodAnswer = { data: wireVideos(2), paginate: aWirePagination() };
    const junkValue = fc.oneof(
      fc.constant(null),
      fc.constant(undefined),
      fc.boolean(),
      fc.integer(),
      fc.string(),
      fc.constant([]),
      fc.constant({}),
      fc.constant([[null]]),
    );
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), fc.array(junkValue, { minLength: 1, maxLength: 3 }), async (picks, values) => {
        const changedAnswer = values.reduce<unknown>((document, value) => replaceSomewhere(document, value, picks), structuredClone(goodAnswer));
        const { api, script } = setup();
        script.on('/api/video/', json(changedAnswer ?? null));
        const answer = await api.listVideos('page=1');
        if (!answer.ok) expect(answer.error).toEqual({ kind: 'bad-shape' });
        for (const video of answer.ok ? answer.value.data : []) {
          expect(typeof video.youtube_id === 'string' && video.youtube_id !== '').toBe(true);
          expect([
            typeof video.title,
            typeof video.player.watched,
            typeof video.player.duration,
            typeof video.channel.channel_id,
            typeof video.published,
          ]).toEqual(['string', 'boolean', 'number', 'string', 'string']);
          expect(['number', 'undefined']).toContain(typeof video.player.position);
          expect([video.tags, video.streams, video.subtitles, video.playlist].every(Array.isArray)).toBe(true);
          expect(video.description === null || typeof video.description === 'string').toBe(true);
        }
        if (answer.ok && answer.value.paginate) expect(answer.value.paginate.page_size).toBeGreaterThanOrEqual(1);
      }),
      { seed: 20_260_301, numRuns: 300 },
    );
  });
});

/** Replaces one value at a random place in the document. */
function replaceSomewhere(document: unknown, value: unknown, picks: fc.Stream<number>): unknown {
  const pick = picks.next().value as number;
  if (typeof document !== 'object' || document === null) return value;
  const keys = Object.keys(document);
  if (keys.length === 0 || pick % 7 === 0) return value;
  const key = keys[pick % keys.length] as keyof typeof document;
  (document as Record<string, unknown>)[key] = replaceSomewhere(document[key], value, picks);
  return document;
}

function setup({ timeoutMs = 20 }: { timeoutMs?: number } = {}) {
  const script = scriptFetch();
  const outcomes: string[] = [];
  const startTimestamps: string[] = [];
  const requestInits: (RequestInit | undefined)[] = [];
  const client = createArchiveClient({
    fetch: (input, init) => {
      requestInits.push(init);
      return script.fetch(input, init);
    },
    readCookie: (name) => (name === 'csrftoken' ? 'token-of-the-cookie' : null),
    onOutcome: (outcome) => outcomes.push(outcome),
    onStartTimestamp: (value) => startTimestamps.push(value),
    timeoutMs,
  });
  return { api: createFlushApi(client), script, outcomes, startTimestamps, requestInits };
}

describe('a client of one account', () => {
  function clientOfAccount(answerHeaders: Record<string, string>) {
    const script = scriptFetch();
    const outcomes: string[] = [];
    const server = { namesUser: false };
    script.on('/api/', json(aWireUserConfig(), 200, answerHeaders));
    const client = createArchiveClient({
      fetch: script.fetch,
      readCookie: () => null,
      onOutcome: (outcome) => outcomes.push(outcome),
      owner: { userId: 7, archiveId: 'a' },
      server,
    });
    return { client, script, outcomes, server };
  }

  test('names the person and the archive that a request is meant for', async () => {
    const { client, script, server } = clientOfAccount({ 'x-stowaway-user': '7', 'x-archive-id': 'a' });
    expect((await client.getUserConfig()).ok).toBe(true);
    expect(Object.fromEntries(script.requests[0]?.headers ?? [])).toMatchObject({ 'x-stowaway-user': '7', 'x-archive-id': 'a' });
    expect(server.namesUser).toBe(true);
  });

  test.each([
    ['another person', { 'x-stowaway-user': '8', 'x-archive-id': 'a' }],
    ['another archive', { 'x-stowaway-user': '7', 'x-archive-id': 'b' }],
  ])('rejects an answer meant for %s', async (_who, headers) => {
    const { client, outcomes } = clientOfAccount(headers);
    expect(await client.getUserConfig()).toEqual({ ok: false, error: { kind: 'other-account' } });
    expect(outcomes).toEqual(['other-account']);
  });

  test('names no person when it pings or logs out', async () => {
    const { client, script } = clientOfAccount({ 'x-stowaway-user': '8' });
    await client.ping();
    await client.logout();
    expect(script.requests.map(({ headers }) => headers.has('x-stowaway-user'))).toEqual([false, false]);
  });
});
