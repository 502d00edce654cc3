// A saved copy is compared with the archive's own hashes of the file.
import { expect, test } from 'vitest';
import { failed } from '../../src/lib/result.ts';
import { windowBytes, type Revision, type WindowDigest } from '../../src/saved-media/ledger/rows.ts';
import { compareWithArchive, maxWaitMs } from '../../src/saved-media/saver/compare-with-archive.ts';
import { createDigestSource, type DigestAnswer } from '../../src/network/digest-source.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

const revisionKey = { account: 'a', videoId: 'fog', rendition: 'original', revision: 1 } as const;
const revision: Revision = {
  ...revisionKey,
  url: '/media/fog.mp4',
  validator: '"one"',
  contentType: 'video/mp4',
  totalBytes: windowBytes + 1,
  partBytes: windowBytes,
  committedBytes: windowBytes + 1,
};
const hashes = ['0a'.repeat(32), 'ff'.repeat(32)];
const digests: WindowDigest[] = [10, 255].map((byte, window) => ({ ...revisionKey, window, sha256: new Uint8Array(32).fill(byte).buffer }));
/** When a differing window is fetched again, the archive has replaced the file. */
const refetchPorts = { source: async () => failed({ kind: 'changed' as const }), onFetched() {} };
const archiveDigests = { validator: '"one"', totalBytes: windowBytes + 1, windowBytes, sha256: hashes };

function compare(answers: DigestAnswer[], abortController = new AbortController()) {
  const clock = createManualClock();
  const requests = { count: 0 };
  const digestSource = async (): Promise<DigestAnswer> => {
    requests.count += 1;
    return answers[Math.min(requests.count, answers.length) - 1] ?? { kind: 'none' };
  };
  return { outcome: compareWithArchive(revision, digests, { ...refetchPorts, digestSource, clock }, abortController.signal), clock, requests, abortController };
}

test.each([
  ['a copy with the same hashes is the same', archiveDigests, 'same'],
  ['a copy with another hash of one window differs', { ...archiveDigests, sha256: [hashes[0], 'fe'.repeat(32)] }, 'differs'],
  ['hashes of another version of the file are not compared', { ...archiveDigests, validator: '"two"' }, 'not-compared'],
  ['hashes of a file of another length are not compared', { ...archiveDigests, totalBytes: windowBytes }, 'not-compared'],
  ['hashes of windows of another length are not compared', { ...archiveDigests, windowBytes: 1024 }, 'not-compared'],
  ['hashes of fewer windows are not compared', { ...archiveDigests, sha256: hashes.slice(1) }, 'not-compared'],
] as const)('%s', async (_what, digestList, expected) => {
  expect(await compare([{ kind: 'list', digests: digestList as typeof archiveDigests }]).outcome).toBe(expected);
});

test.each(['unreachable', 'captive', 'forbidden'] as const)('an archive that becomes %s during the comparison gives no result', async (kind) => {
  const digestSource = async (): Promise<DigestAnswer> => ({ kind: 'list', digests: { ...archiveDigests, sha256: ['0b'.repeat(32), 'ff'.repeat(32)] } });
  const ports = { source: async () => failed({ kind }), onFetched() {}, digestSource, clock: createManualClock() };
  expect(await compareWithArchive(revision, digests, ports, new AbortController().signal)).toBe('unavailable');
});

test('the comparison waits for hashes that are being computed, for as long as the archive says', async () => {
  const { outcome, clock, requests } = compare([
    { kind: 'coming', retryAfterMs: 7_000 },
    { kind: 'list', digests: archiveDigests },
  ]);
  await expect.poll(() => requests.count).toBe(1);
  clock.pass(6_999);
  await new Promise((resolve) => setImmediate(resolve));
  expect(requests.count).toBe(1);
  clock.pass(1);
  expect([await outcome, requests.count]).toEqual(['same', 2]);
});

test('the comparison gives up if the hashes take too long to compute', async () => {
  const { outcome, clock, requests } = compare([{ kind: 'coming', retryAfterMs: null }]);
  let hasEnded = false;
  void outcome.then(() => (hasEnded = true));
  await expect.poll(() => (clock.pass(5_000), hasEnded)).toBe(true);
  expect(await outcome).toBe('not-compared');
  expect(requests.count).toBeLessThanOrEqual(maxWaitMs / 5_000 + 1);
});

test('a stopped saver does not wait for the hashes', async () => {
  const { outcome, requests, abortController } = compare([{ kind: 'coming', retryAfterMs: null }]);
  await expect.poll(() => requests.count).toBe(1);
  abortController.abort();
  expect(await outcome).toBe('not-compared');
});

test('the comparison waits no longer than 20 s for a silent archive', async () => {
  const clock = createManualClock();
  const digestSource = (_videoId: string, signal: AbortSignal): Promise<DigestAnswer> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'none' })));
  const outcome = compareWithArchive(revision, digests, { ...refetchPorts, digestSource, clock }, new AbortController().signal);
  clock.pass(20_000);
  expect(await outcome).toBe('not-compared');
});

const wireDigests = { validator: '"one"', total_bytes: windowBytes + 1, window_bytes: windowBytes, sha256: hashes };

test.each([
  ['a list', new Response(JSON.stringify(wireDigests)), { kind: 'list', digests: archiveDigests }],
  ['not ready yet', new Response(null, { status: 202, headers: { 'retry-after': '3' } }), { kind: 'coming', retryAfterMs: 3000 }],
  ['no such call', new Response('<h1>Not Found</h1>', { status: 404 }), { kind: 'none' }],
  ['a portal’s page', new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }), { kind: 'none' }],
  ['another shape', new Response('{"validator": 1}'), { kind: 'none' }],
] as const)('the archive’s answer to the call for hashes is understood: %s', async (_what, answer, expected) => {
  expect(await createDigestSource(async () => answer.clone() as Response)('fog', new AbortController().signal)).toEqual(expected);
});

test('without a network there is no list of hashes', async () => {
  expect(await createDigestSource(() => Promise.reject(new TypeError('offline')))('fog', new AbortController().signal)).toEqual({ kind: 'none' });
});
