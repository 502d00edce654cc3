// What a player's request for a saved film is answered (RFC 9110 §14), from the device and, while it is being saved, from the archive.
import { expect, test } from 'vitest';
import { answerFilm } from '../../src/saved-media/ranges/answer.ts';
import { aRevision } from '../builders/saved-items.ts';

const film = Uint8Array.from({ length: 1000 }, (_, at) => at & 255);

function setUp(own: Parameters<typeof aRevision>[0] = {}, fromArchive: (headers: Headers) => Response = () => Response.error()) {
  const asked: Headers[] = [];
  const revision = aRevision(own);
  const ask = (range?: string) =>
    answerFilm(new Request('http://here/_saved/fog/original/1', range === undefined ? {} : { headers: { range } }), revision, {
      read: async (_row, first, end) => new Blob([film.subarray(first, end)]),
      async fetch(_url, init) {
        const headers = new Headers(init?.headers);
        asked.push(headers);
        return fromArchive(headers);
      },
    });
  return { ask, asked };
}

const bytesOf = async (answer: Response): Promise<number[]> => [...new Uint8Array(await answer.arrayBuffer())];

test('a whole film is answered whole, in parts, and never from the archive', async () => {
  const { ask, asked } = setUp();
  const whole = await ask();
  expect([whole.status, whole.headers.get('content-length'), whole.headers.get('accept-ranges')]).toEqual([200, '1000', 'bytes']);
  expect(await bytesOf(whole)).toEqual([...film]);
  const part = await ask('bytes=10-19');
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
  expect(await bytesOf(part)).toEqual([...film.subarray(10, 20)]);
  expect(asked).toEqual([]);
});

test('what lies outside is refused, with the length', async () => {
  const answer = await setUp().ask('bytes=1000-');
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
});

test('of a film that is being saved closed parts come from here, and the answer ends where they do', async () => {
  const { ask, asked } = setUp({ committedBytes: 900 });
  const answer = await ask('bytes=700-899');
  expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 700-799/1000']);
  expect(asked).toEqual([]);
});

test('what is not here comes from the archive, of the same state of the file only', async () => {
  const rest = { status: 206, headers: { 'content-range': 'bytes 800-999/1000' } };
  const { ask, asked } = setUp({ committedBytes: 900 }, () => new Response(film.subarray(800), rest));
  const answer = await ask('bytes=800-999');
  expect(await bytesOf(answer)).toEqual([...film.subarray(800)]);
  expect([asked[0]?.get('range'), asked[0]?.get('if-range')]).toEqual(['bytes=800-999', '"one"']);
});

test.each([
  ['the whole of another file', () => new Response('other', { status: 200 })],
  ['another length', () => new Response('x', { status: 206, headers: { 'content-range': 'bytes 800-999/1200' } })],
])('%s is an error, not a picture in pieces', async (_what, answer) => {
  expect((await setUp({ committedBytes: 900 }, answer).ask('bytes=800-999')).type).toBe('error');
});
