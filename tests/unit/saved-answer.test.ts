// A player's request for a saved video is answered from the device and, while the video is being saved, also from the archive (RFC 9110
// §14).
import { expect, test } from 'vitest';
import { answerVideo, answerHead } from '../../src/saved-media/ranges/answer.ts';
import type { AnswerPorts } from '../../src/saved-media/ranges/answer.ts';
import { aRevision } from '../builders/saved-items.ts';

const media = Uint8Array.from({ length: 1000 }, (_, index) => index & 255);

/** A slice of a file. As in a browser, its bytes are read only when its stream is read, and cannot be read once the file has changed. */
class FileSlice extends Blob {
  constructor(
    bytes: Uint8Array<ArrayBuffer>,
    private readonly file: { isWritten: boolean },
  ) {
    super([bytes]);
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = super.stream().getReader();
    return new ReadableStream(
      {
        pull: async (controller) => {
          if (this.file.isWritten) throw new DOMException('The file has changed', 'NotReadableError');
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
      },
      { highWaterMark: 0 },
    );
  }
}

function setUp(overrides: Parameters<typeof aRevision>[0] = {}, answerOfArchive: (headers: Headers) => Response = () => Response.error()) {
  const archiveRequests: Headers[] = [];
  const revision = aRevision(overrides);
  const files = { areGone: false, isWritten: false };
  const ports: AnswerPorts = {
    async read(_row, first, end) {
      if (files.areGone) throw new DOMException('gone', 'NotFoundError');
      return new FileSlice(media.slice(first, end), files);
    },
    async fetch(_url, init) {
      const headers = new Headers(init?.headers);
      archiveRequests.push(headers);
      return answerOfArchive(headers);
    },
  };
  const address = 'http://here/_saved/fog/original/1';
  const requestVideo = (range?: string) => answerVideo(new Request(address, range === undefined ? {} : { headers: { range } }), revision, ports);
  const requestHead = () => answerHead(new Request(address, { method: 'HEAD' }), revision, ports);
  return { requestVideo, requestHead, archiveRequests, files };
}

const bytesOf = async (answer: Response): Promise<number[]> => [...new Uint8Array(await answer.arrayBuffer())];

test('a complete video is answered whole or in ranges, and never from the archive', async () => {
  const { requestVideo, archiveRequests } = setUp();
  const wholeAnswer = await requestVideo();
  expect([wholeAnswer.status, wholeAnswer.headers.get('content-length'), wholeAnswer.headers.get('accept-ranges')]).toEqual([200, '1000', 'bytes']);
  expect(await bytesOf(wholeAnswer)).toEqual([...media]);
  const partAnswer = await requestVideo('bytes=10-19');
  expect([partAnswer.status, partAnswer.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
  expect(await bytesOf(partAnswer)).toEqual([...media.subarray(10, 20)]);
  expect(archiveRequests).toEqual([]);
});

test('a range beyond the end is refused, and the refusal states the length', async () => {
  const answer = await setUp().requestVideo('bytes=1000-');
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
});

test('for a video being saved, complete parts come from the device, and the answer ends where those parts end', async () => {
  const { requestVideo, archiveRequests } = setUp({ committedBytes: 900 });
  const answer = await requestVideo('bytes=700-899');
  expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 700-799/1000']);
  expect(archiveRequests).toEqual([]);
});

test('committed bytes of the part being written also come from the device, as a copy that survives the next write', async () => {
  const { requestVideo, archiveRequests, files } = setUp({ committedBytes: 900 });
  const answer = await requestVideo('bytes=800-999');
  files.isWritten = true;
  expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 800-899/1000']);
  expect(await bytesOf(answer)).toEqual([...media.subarray(800, 900)]);
  expect(archiveRequests).toEqual([]);
});

test('bytes that are not on the device come from the archive, but only from the same version of the file', async () => {
  const rangeAnswer = { status: 206, headers: { 'content-range': 'bytes 900-999/1000' } };
  const { requestVideo, archiveRequests } = setUp({ committedBytes: 900 }, () => new Response(media.subarray(900), rangeAnswer));
  const answer = await requestVideo('bytes=900-999');
  expect(await bytesOf(answer)).toEqual([...media.subarray(900)]);
  expect([answer.headers.get('content-range'), answer.headers.get('content-type')]).toEqual(['bytes 900-999/1000', 'video/mp4']);
  expect([archiveRequests[0]?.get('range'), archiveRequests[0]?.get('if-range')]).toEqual(['bytes=900-999', '"one"']);
});

test('for a video being saved, unreadable bytes come from the archive, and unreadable bytes of a complete video are a failure', async () => {
  const rangeAnswer = { status: 206, headers: { 'content-range': 'bytes 100-199/1000' } };
  const partialVideo = setUp({ committedBytes: 900 }, () => new Response(media.subarray(100, 200), rangeAnswer));
  partialVideo.files.areGone = true;
  expect(await bytesOf(await partialVideo.requestVideo('bytes=100-199'))).toEqual([...media.subarray(100, 200)]);
  const completeVideo = setUp();
  completeVideo.files.areGone = true;
  await expect(completeVideo.requestVideo('bytes=100-199')).rejects.toThrow('gone');
});

test('the files of a complete video decide whether it can be played, and the archive decides for an incomplete one', async () => {
  const completeVideo = setUp();
  expect([(await completeVideo.requestHead()).status, completeVideo.archiveRequests.length]).toEqual([200, 0]);
  completeVideo.files.areGone = true;
  await expect(completeVideo.requestHead()).rejects.toThrow('gone');
  const sameHeaders = { 'content-length': '1000', etag: '"one"' };
  expect((await setUp({ committedBytes: 900 }, () => new Response(null, { headers: sameHeaders })).requestHead()).status).toBe(200);
  expect((await setUp({ committedBytes: 900 }, () => new Response(null, { status: 403 })).requestHead()).status).toBe(403);
  expect((await setUp({ committedBytes: 900 }).requestHead()).type).toBe('error');
});

test.each([
  ['of another length', { 'content-length': '1200', etag: '"one"' }],
  ['with another ETag', { 'content-length': '1000', etag: '"two"' }],
  ['without an ETag', { 'content-length': '1000' }, null],
])('a file %s at the archive cannot continue the saved bytes', async (_what, headers, validator: string | null = '"one"') => {
  expect((await setUp({ committedBytes: 900, validator }, () => new Response(null, { headers })).requestHead()).status).toBe(404);
});

test.each([
  ['the whole of another file', () => new Response('other', { status: 200 })],
  ['another length', () => new Response('x', { status: 206, headers: { 'content-range': 'bytes 900-999/1200' } })],
  ['another ETag', () => new Response('x', { status: 206, headers: { 'content-range': 'bytes 900-999/1000', etag: '"two"' } })],
  ['an answer that no validator can check', () => new Response('x', { status: 206, headers: { 'content-range': 'bytes 900-999/1000' } }), null],
])('the response is an error when the archive sends %s', async (_what, answer, validator: string | null = '"one"') => {
  expect((await setUp({ committedBytes: 900, validator }, answer).requestVideo('bytes=900-999')).type).toBe('error');
});
