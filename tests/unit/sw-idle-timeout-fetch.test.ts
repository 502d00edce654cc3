import { expect, onTestFinished, test, vi } from 'vitest';
import { createIdleTimeoutFetch, idleTimeoutMs } from '../../sw/idle-timeout-fetch.ts';
import { createManualClock } from '../doubles/manual-clock.ts';

const picture = (name: string): Request => new Request(`https://archive.example/cache/${name}.jpg`);

test('the request for a picture is given up when the server stays silent', async () => {
  const { server, clock, outcomeOf } = setup();
  const readOutcome = outcomeOf(server.fetch(picture('a')));
  clock.pass(idleTimeoutMs - 1);
  expect(await readOutcome()).toBe('waits');
  clock.pass(1);
  expect(await readOutcome()).toBe('given up');
});

test('on a slow line, a picture that waits for a connection keeps waiting while other pictures arrive', async () => {
  const { server, clock, answer, outcomeOf } = setup();
  const readOutcome = outcomeOf(server.fetch(picture('behind')));
  const firstAnswer = server.fetch(picture('first'));
  clock.pass(idleTimeoutMs - 1);
  answer('first');
  let endBody: (blob: string) => void = () => undefined;
  await firstAnswer;
  const bodyRead = server.trackBody(new Promise<string>((resolve) => (endBody = resolve)));
  clock.pass(4 * idleTimeoutMs);
  expect(await readOutcome()).toBe('waits');
  endBody('all of it');
  await bodyRead;
  clock.pass(idleTimeoutMs - 1);
  expect(await readOutcome()).toBe('waits');
  clock.pass(1);
  expect(await readOutcome()).toBe('given up');
});

test('a picture that stops midway does not keep other pictures waiting forever', async () => {
  const { server, clock, outcomeOf } = setup();
  const readOutcome = outcomeOf(server.fetch(picture('behind')));
  void server.trackBody(new Promise(() => undefined));
  clock.pass(30_000);
  expect(await readOutcome()).toBe('waits');
  clock.pass(40_000);
  expect(await readOutcome()).toBe('given up');
});

test.each([-3_600_000, 3_600_000])('a silent server is noticed on time even if the clock jumps by %i ms', async (jumpMs) => {
  const { server, clock, answer, outcomeOf } = setup();
  const readOutcome = outcomeOf(server.fetch(picture('behind')));
  const firstAnswer = server.fetch(picture('first'));
  clock.pass(idleTimeoutMs - 1);
  answer('first');
  await firstAnswer;
  clock.adjust(jumpMs);
  clock.pass(idleTimeoutMs - 1);
  expect(await readOutcome()).toBe('waits');
  clock.pass(1);
  expect(await readOutcome()).toBe('given up');
});

test('the request for a picture that nobody waits for any more is aborted', async () => {
  const { server, outcomeOf } = setup();
  const abortController = new AbortController();
  const readOutcome = outcomeOf(server.fetch(new Request(picture('a'), { signal: abortController.signal })));
  abortController.abort();
  expect(await readOutcome()).toBe('given up');
});

function setup() {
  const clock = createManualClock();
  const nowSpy = vi.spyOn(performance, 'now').mockImplementation(clock.passedMs);
  onTestFinished(() => nowSpy.mockRestore());
  const pendingRequests = new Map<string, (answer: Response) => void>();
  const server = createIdleTimeoutFetch({
    clock,
    fetch: (input, init) =>
      new Promise((resolve, reject) => {
        pendingRequests.set((input as Request).url, resolve);
        init?.signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
      }),
  });
  function outcomeOf(request: Promise<Response>): () => Promise<string> {
    let outcome = 'waits';
    request.then(
      () => (outcome = 'answered'),
      () => (outcome = 'given up'),
    );
    return async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return outcome;
    };
  }
  const answer = (name: string): void => pendingRequests.get(picture(name).url)?.(new Response('picture'));
  return { server, clock, answer, outcomeOf };
}
