// Requests that no client sends, and comments that no site has. Each such request is refused with a message and changes nothing; none
// causes a server error.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createImporter } from '../../server/library/import-pass.ts';
import type { WireComment } from '../../src/contract/names.ts';
import { anInfo } from '../builders/library-folder.ts';
import { anMp4 } from '../builders/library-media.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids, makeLibrary } from '../builders/server-library.ts';
import { aComment, aVideo } from '../builders/server-records.ts';
import type { ApiSession } from '../builders/server-session.ts';

const chainVideoId = 'replyChain1';
const chainLength = 20_000;

let server: ServerArchive;
let device: ApiSession;
let headerLines: string[];
beforeAll(async () => {
  server = await startServerArchive({
    async fill(root, catalogue) {
      const comments = Array.from({ length: chainLength }, (_, index) => ({ id: `c${index}`, parent: index === 0 ? 'root' : `c${index - 1}`, text: 'and' }));
      const base = path.join(root, `Chain [${chainVideoId}]`);
      await writeFile(`${base}.info.json`, JSON.stringify(anInfo({ id: chainVideoId, title: 'Chain', comments })));
      await writeFile(`${base}.mp4`, anMp4({}));
      // The chain passes through the importer. The generated library is added afterwards, because its files are not real videos.
      await createImporter({ root, catalogue, log: () => undefined, recheckDelayMs: 0 }).run(new AbortController().signal);
      await makeLibrary(root, catalogue);
    },
  });
  device = await server.login();
  const { sessionid, csrftoken } = device.cookies;
  headerLines = [
    `Host: 127.0.0.1:${server.port}`,
    `Cookie: sessionid=${sessionid}; csrftoken=${csrftoken}`,
    `X-CSRFToken: ${csrftoken}`,
    'Content-Type: application/json',
    'Connection: close',
  ];
});
afterAll(async () => {
  expect(server.logLines).toEqual([]);
  await server.stop();
});

/** The rows of people and settings, as JSON. */
function peopleAndSettings(): string {
  const tables = ['account', 'position', 'playlist', 'playlist_entry', 'archive', 'schedule', 'task_notification', 'api_token', 'first_answer'];
  return JSON.stringify(tables.map((table) => server.archive.database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()));
}

/** Sends the lines and the body unchanged. `afterwards`: what happens to the connection. Resolves to the whole response. */
async function sendRaw(lines: string[], body: string, afterwards: 'waits' | 'ends' | 'breaks' = 'waits'): Promise<{ status: number; body: string }> {
  const socket = net.connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => void (text += chunk));
  // The server may close before it has read everything.
  socket.on('error', () => undefined);
  const closeEvent = once(socket, 'close');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  if (afterwards === 'ends') socket.end();
  if (afterwards === 'breaks') setImmediate(() => socket.resetAndDestroy());
  socket.once('end', () => socket.end());
  await closeEvent;
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), body: text.slice(text.indexOf('\r\n\r\n') + 4) };
}

const progressLine = `POST /api/video/${ids.dawn}/progress/ HTTP/1.1`;
const positionBody = JSON.stringify({ position: 30 });
const refusals: [description: string, send: () => ReturnType<typeof sendRaw>, status: number, message: RegExp][] = [
  [
    'a body that is shorter than its Content-Length',
    () => sendRaw([progressLine, ...headerLines, `Content-Length: ${positionBody.length + 10}`], positionBody, 'ends'),
    400,
    /does not match its Content-Length|not a valid HTTP request/,
  ],
  [
    'a chunked body that ends in the middle of a chunk',
    () => sendRaw([progressLine, ...headerLines, 'Transfer-Encoding: chunked'], `ff\r\n${positionBody}`, 'ends'),
    400,
    /does not match its Content-Length|not a valid HTTP request/,
  ],
  ['truncated JSON', () => sendRaw([progressLine, ...headerLines, 'Content-Length: 13'], positionBody.slice(0, 13)), 400, /JSON parse error/],
  [
    'JSON nested 100 000 levels deep',
    () => sendRaw([progressLine, ...headerLines, 'Content-Length: 200013'], `{"position":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    400,
    /nested more than 50 levels deep/,
  ],
  [
    'a cookie file of 1 MiB',
    async () => {
      const body = JSON.stringify({ cookie: 'x'.repeat(1024 * 1024) });
      return sendRaw(['PUT /api/appsettings/cookie/ HTTP/1.1', ...headerLines, `Content-Length: ${body.length}`], body);
    },
    413,
    /at most 256 KiB/,
  ],
  [
    'a header with cookies of 1 MiB',
    () => sendRaw(['GET /api/ping/ HTTP/1.1', 'Host: a', `Cookie: sessionid=${'x'.repeat(1024 * 1024)}`, 'Connection: close'], ''),
    431,
    /at most 16 KiB, cookies included/,
  ],
  ['a request that is not HTTP', () => sendRaw(['\u0016\u0003\u0001 hello'], ''), 400, /not a valid HTTP request/],
  [
    'a notification address with a space',
    async () => {
      const body = JSON.stringify({ task_name: 'check_reindex', url: 'tgram://a b; rm -rf /' });
      return sendRaw(['POST /api/task/notification/test/ HTTP/1.1', ...headerLines, `Content-Length: ${body.length}`], body);
    },
    400,
    /This is not a notification address/,
  ],
];
test.each(refusals)('%s is refused with a message and changes nothing', async (_description, send, status, message) => {
  const stateBefore = peopleAndSettings();
  const answer = await send();
  expect([answer.status, answer.body]).toEqual([status, expect.stringMatching(message)]);
  expect(() => JSON.parse(answer.body) as unknown).not.toThrow();
  expect(peopleAndSettings()).toBe(stateBefore);
});

test('a request whose sender disconnects in the middle of the body changes nothing, and the server keeps running', async () => {
  const stateBefore = peopleAndSettings();
  for (const sentPart of [positionBody.slice(0, 5), positionBody])
    await sendRaw([progressLine, ...headerLines, `Content-Length: ${positionBody.length + 10}`], sentPart, 'breaks');
  expect((await device.call('/api/ping/')).status).toBe(200);
  expect(peopleAndSettings()).toBe(stateBefore);
});

test(`an answer contains a chain of ${chainLength} replies completely, nested at most 50 levels deep`, async () => {
  const threads = await device.json<WireComment[]>(`/api/video/${chainVideoId}/comment/`);
  const seenIds: string[] = [];
  let deepestLevel = 0;
  const unreadComments = threads.map((comment) => ({ comment, level: 1 }));
  for (let unreadComment = unreadComments.pop(); unreadComment; unreadComment = unreadComments.pop()) {
    const { comment, level } = unreadComment;
    seenIds.push(comment.comment_id);
    deepestLevel = Math.max(deepestLevel, level);
    for (const reply of comment.comment_replies ?? []) unreadComments.push({ comment: reply, level: level + 1 });
  }
  expect([threads.length, new Set(seenIds).size, seenIds.length, deepestLevel]).toEqual([1, chainLength, chainLength, 50]);
});

test('a comment with an absurdly late time gets the latest possible date', async () => {
  const lateComment = aComment({ commentId: 'late', timestamp: Number.MAX_SAFE_INTEGER });
  server.catalogue.putVideos([aVideo({ videoId: 'endOfTime01', channelId: ids.harbour, comments: [lateComment] })]);
  expect(await device.json<WireComment[]>('/api/video/endOfTime01/comment/')).toMatchObject([{ comment_time_text: '9999-12-31 23:59' }]);
});

test('an answer leaves out comments that reply to themselves or to each other in a circle', async () => {
  const circle = [aComment({ commentId: 'a', parentId: 'b' }), aComment({ commentId: 'b', parentId: 'a' }), aComment({ commentId: 's', parentId: 's' })];
  server.catalogue.putVideos([aVideo({ videoId: 'circleOfTwo', channelId: ids.harbour, comments: [...circle, aComment({ commentId: 'plain' })] })]);
  const threads = await device.json<WireComment[]>('/api/video/circleOfTwo/comment/');
  expect(threads.map(({ comment_id }) => comment_id)).toEqual(['plain']);
});
