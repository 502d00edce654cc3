import { expect, test } from 'vitest';
import { createByteSource, type FileState } from '../../src/network/byte-source.ts';

const state: FileState = { totalBytes: 1000, validator: '"one"', contentType: 'video/mp4' };
const fileHeaders = { 'content-type': 'video/mp4', etag: '"one"' };
const neverAborted = new AbortController().signal;

function request(answer: Response | Error, offset = 400, knownState: FileState | null = state) {
  const sentHeaders: Headers[] = [];
  const source = createByteSource(async (_url, init) => {
    sentHeaders.push(new Headers(init?.headers));
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { answer: source('/media/film.mp4', { offset, state: knownState }, neverAborted), sentHeaders };
}

test('a resumed transfer asks for the rest of the same file', async () => {
  const { answer, sentHeaders } = request(new Response('x', { status: 206, headers: { ...fileHeaders, 'content-range': 'bytes 400-999/1000' } }));
  expect(await answer).toMatchObject({ ok: true, value: { totalBytes: 1000, validator: '"one"' } });
  expect([sentHeaders[0]?.get('range'), sentHeaders[0]?.get('if-range')]).toEqual(['bytes=400-', '"one"']);
});

test('a transfer from the start accepts the whole file only if the answer states its length', async () => {
  const wholeFileHeaders = { ...fileHeaders, 'content-length': '1000' };
  expect(await request(new Response('x', { headers: wholeFileHeaders }), 0, null).answer).toMatchObject({ ok: true, value: { totalBytes: 1000 } });
  expect(await request(new Response('x', { headers: fileHeaders }), 0, null).answer).toEqual({ ok: false, error: { kind: 'no-length' } });
  expect(await request(new Response('x', { headers: { ...wholeFileHeaders, 'content-encoding': 'gzip' } }), 0, null).answer).toEqual({
    ok: false,
    error: { kind: 'no-length' },
  });
});

test('a weak ETag does not identify bytes, so the date is the validator', async () => {
  const headers = { 'content-type': 'video/mp4', etag: 'W/"one"', 'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT', 'content-range': 'bytes 0-999/1000' };
  const { answer } = request(new Response('x', { status: 206, headers }), 0, null);
  expect(await answer).toMatchObject({ value: { validator: 'Mon, 02 Nov 2026 10:00:00 GMT' } });
});

test.each([
  ['with 416', new Response(null, { status: 416, headers: { 'content-range': 'bytes */0' } })],
  ['with an empty body', new Response('', { headers: { ...fileHeaders, 'content-length': '0' } })],
])('an empty file, answered %s, counts as missing', async (_how, answer) => {
  expect(await request(answer, 0, null).answer).toEqual({ ok: false, error: { kind: 'not-found' } });
});

test.each([
  ['a file that has changed since the transfer began', new Response('x', { headers: { ...fileHeaders, etag: '"two"', 'content-length': '900' } }), 'changed'],
  ['the whole of the same file', new Response('x', { headers: { ...fileHeaders, 'content-length': '1000' } }), 'no-ranges'],
  ['another length of the file', new Response('x', { status: 206, headers: { ...fileHeaders, 'content-range': 'bytes 400-1199/1200' } }), 'changed'],
  ['another ETag', new Response('x', { status: 206, headers: { ...fileHeaders, etag: '"two"', 'content-range': 'bytes 400-999/1000' } }), 'changed'],
  ['another start of the range', new Response('x', { status: 206, headers: { ...fileHeaders, 'content-range': 'bytes 0-999/1000' } }), 'no-ranges'],
  ['an unknown length of the file', new Response('x', { status: 206, headers: { ...fileHeaders, 'content-range': 'bytes 400-999/*' } }), 'no-ranges'],
  ['a 416, because the file is now shorter', new Response(null, { status: 416 }), 'changed'],
  ['a portal’s page', new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'captive'],
  ['a redirect', new Response(null, { status: 302 }), 'captive'],
  ['a 404', new Response('no', { status: 404 }), 'not-found'],
  ['a 403, because the session has ended', new Response('no', { status: 403 }), 'forbidden'],
  ['a proxy’s error', new Response('<html>', { status: 502 }), 'server-error'],
  ['a failed connection', new TypeError('failed to fetch'), 'unreachable'],
])('nothing is appended when the archive answers with %s', async (_what, answer, kind) => {
  expect(await request(answer).answer).toMatchObject({ ok: false, error: { kind } });
});

test.each([
  ['is longer', { 'content-length': '1200' }],
  ['has another ETag', { 'content-length': '1000', etag: '"two"' }],
])('a save that has begun but has no byte yet is not filled from a file that %s', async (_what, headers) => {
  expect(await request(new Response('x', { headers: { ...fileHeaders, ...headers } }), 0).answer).toEqual({ ok: false, error: { kind: 'changed' } });
});
