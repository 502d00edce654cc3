import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noServiceAddresses, readServiceAddresses } from '../../server/external-services/addresses.ts';
import { fetchJson } from '../../server/external-services/fetch-json.ts';
import { fetchVotes } from '../../server/external-services/dislikes.ts';
import { createExternalServices } from '../../server/external-services/external-services.ts';
import { createReleases } from '../../server/external-services/releases.ts';
import { fetchSegments } from '../../server/external-services/sponsor-block.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { startExternalService, type ExternalService } from '../doubles/external-service.ts';
import { logInto } from '../doubles/log.ts';

const videoId = 'mapBorder_1';

let service: ExternalService;
beforeEach(async () => {
  service = await startExternalService('/below/');
});
afterEach(() => service.stop());

describe('skip segments', () => {
  const aSegment = { UUID: 'u1', category: 'sponsor', actionType: 'skip', segment: [3, 9.5], votes: 4, locked: 1, videoDuration: 60 };

  test('are requested by the first four digits of the hashed id, and only the segments of this video are used', async () => {
    service.answer = {
      status: 200,
      body: [
        { videoID: 'another-one', segments: [{ ...aSegment, UUID: 'not ours' }] },
        { videoID: videoId, segments: [aSegment, { ...aSegment, UUID: 'u2', category: 'intro', votes: -1, locked: 0 }] },
      ],
    };
    expect(await fetchSegments(service.url, videoId)).toEqual({
      kind: 'found',
      value: [
        { uuid: 'u1', category: 'sponsor', actionType: 'skip', startSeconds: 3, endSeconds: 9.5, votes: 4, isLocked: true },
        { uuid: 'u2', category: 'intro', actionType: 'none', startSeconds: 3, endSeconds: 9.5, votes: -1, isLocked: false },
      ],
    });
    const path = service.requests[0]?.path ?? '';
    const hash = createHash('sha256').update(videoId).digest('hex');
    expect(path).toMatch(new RegExp(`^/below/api/skipSegments/${hash.slice(0, 4)}\\?categories=`));
    expect(path).not.toContain(videoId);
    expect(path).not.toContain(hash.slice(0, 5));
  });

  test('of a video that nobody marked are an empty list', async () => {
    service.answer = { status: 404, body: 'Not Found' };
    expect(await fetchSegments(service.url, videoId)).toEqual({ kind: 'found', value: [] });
    service.answer = { status: 200, body: [{ videoID: 'another-one', segments: [aSegment] }] };
    expect(await fetchSegments(service.url, videoId)).toEqual({ kind: 'found', value: [] });
  });

  test('that are invalid are left out, and valid segments of the same answer are kept', async () => {
    const invalidSegments = [
      null,
      {},
      { ...aSegment, segment: 'all' },
      { ...aSegment, segment: [9, 3] },
      { ...aSegment, segment: [-1, 3] },
      { ...aSegment, UUID: 7 },
    ];
    service.answer = { status: 200, body: [{ videoID: videoId, segments: [...invalidSegments, aSegment] }] };
    const answer = await fetchSegments(service.url, videoId);
    expect(answer.kind === 'found' && answer.value.map(({ uuid }) => uuid)).toEqual(['u1']);
  });

  test('are off without an address, and a failing service gives a message, never an error', async () => {
    expect(await fetchSegments(null, videoId)).toEqual({ kind: 'off' });
    for (const answer of [
      { status: 500, body: 'oops' },
      { status: 200, body: '<html>sign in</html>' },
      { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } },
    ]) {
      service.answer = answer;
      expect(await fetchSegments(service.url, videoId)).toEqual({ kind: 'failed', message: `SponsorBlock answered with ${answer.status}.` });
    }
    await service.stop();
    expect(await fetchSegments(service.url, videoId)).toEqual({ kind: 'failed', message: 'SponsorBlock: it cannot be reached.' });
  });
});

describe('dislikes', () => {
  test('come with likes and the rating; counts are whole numbers, and the rating is at most 5', async () => {
    service.answer = { status: 200, body: { id: videoId, likes: 31, dislikes: 12.4, rating: 9, viewCount: 80 } };
    expect(await fetchVotes(service.url, videoId)).toEqual({ kind: 'found', value: { dislikeCount: 12, likeCount: 31, averageRating: 5 } });
    expect(service.requests[0]?.path).toBe(`/below/votes?videoId=${videoId}`);
  });

  test('of a video that the service does not know are null; a service that is off is distinguished from one that fails', async () => {
    expect(await fetchVotes(service.url, videoId)).toEqual({ kind: 'found', value: null });
    expect(await fetchVotes(null, videoId)).toEqual({ kind: 'off' });
    service.answer = { status: 200, body: { dislikes: 'many' } };
    expect(await fetchVotes(service.url, videoId)).toMatchObject({ kind: 'failed' });
  });
});

test('a look-up that is switched on without an address is reported once', async () => {
  const logLines: string[] = [];
  const { lookUpSegments } = createExternalServices(noServiceAddresses, {
    database: openDatabase(':memory:'),
    ownVersion: '1.0.0',
    log: logInto(logLines),
  });
  expect([await lookUpSegments(videoId), await lookUpSegments(videoId)]).toEqual([{ kind: 'off' }, { kind: 'off' }]);
  expect(logLines).toEqual(['SponsorBlock is switched on in the settings, but STOWAWAY_SPONSORBLOCK_URL is not set, so it is not queried.']);
});

describe('every request to an external service', () => {
  test('ends when no answer comes in time, and when the answer is too large', async () => {
    service.answer = null;
    expect(await fetchJson(service.url, { timeoutMs: 50 })).toEqual({ kind: 'away', message: 'no answer within 0.05 seconds' });
    service.answer = { status: 200, body: JSON.stringify('x'.repeat(5 * 1024 * 1024)) };
    expect(await fetchJson(service.url)).toMatchObject({ kind: 'away' });
  });
});

describe('the newest release', () => {
  const database = openDatabase(':memory:');
  beforeEach(() => database.exec('DELETE FROM archive'));
  const releasesFor = (ownVersion: string, address: URL | null = service.url) => createReleases(database, address, ownVersion);

  test('is reported if it is newer than this server, and is called breaking by the rules of semantic versioning', async () => {
    const releaseCases: [ownVersion: string, tag: string, expected: unknown][] = [
      ['1.2.3', 'v1.2.4', { status: true, version: 'v1.2.4', is_breaking: false }],
      ['1.2.3', '1.10.0', { status: true, version: 'v1.10.0', is_breaking: false }],
      ['1.2.3', 'v2.0.0', { status: true, version: 'v2.0.0', is_breaking: true }],
      ['0.2.3', 'v0.3.0', { status: true, version: 'v0.3.0', is_breaking: true }],
      ['1.2.3', 'v1.2.3', null],
      ['1.2.3', 'v1.1.9', null],
    ];
    for (const [ownVersion, tag, expected] of releaseCases) {
      database.exec('DELETE FROM archive');
      service.answer = { status: 200, body: { tag_name: tag } };
      const releases = releasesFor(ownVersion);
      expect(releases.availableUpdate()).toBeNull();
      await releases.check();
      expect([ownVersion, tag, releases.availableUpdate()]).toEqual([ownVersion, tag, expected]);
    }
  });

  test('is not checked without an address, and an answer without a release changes nothing', async () => {
    expect(await releasesFor('1.0.0', null).check()).toEqual({ kind: 'off' });
    const releases = releasesFor('1.0.0');
    service.answer = { status: 200, body: { tag_name: 'v1.1.0' } };
    await releases.check();
    for (const body of [{ tag_name: 'v1.2.0-beta' }, {}, 'nonsense', { tag_name: 7 }]) {
      service.answer = { status: 200, body };
      expect(await releases.check()).toMatchObject({ kind: 'failed' });
    }
    expect(releases.availableUpdate()).toMatchObject({ version: 'v1.1.0' });
  });
});

test('an invalid address is reported before the server starts', () => {
  expect(readServiceAddresses({ STOWAWAY_DISLIKES_URL: 'votes.example' })).toEqual({
    problem: { variable: 'STOWAWAY_DISLIKES_URL', text: 'votes.example' },
  });
  expect(readServiceAddresses({ STOWAWAY_DISLIKES_URL: 'file:///etc/passwd' })).toHaveProperty('problem');
  expect(readServiceAddresses({ STOWAWAY_SPONSORBLOCK_URL: '' })).toEqual({ sponsorBlock: null, dislikes: null, membership: null, releases: null });
});
