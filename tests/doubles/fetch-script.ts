// A fetch that answers from a script, by path, and records the requests. The functions below make answers, faulty ones included.

/** The real timer, so that a test with fake timers still gets its answers. */
const { setTimeout: realSetTimeout } = globalThis;

export interface RecordedRequest {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

export type Scripted = Response | ((request: RecordedRequest, signal: AbortSignal | null) => Response | Promise<Response>);

export interface FetchScript {
  fetch: typeof fetch;
  requests: RecordedRequest[];
  /**
   * Answers every call whose `METHOD path` begins with `prefix`; the latest of several scripts answers. A path without a method means GET.
   */
  on(prefix: string, answer: Scripted): void;
  /** How many calls have a `METHOD path` that begins with `prefix`. */
  count(prefix: string): number;
  /** The paths of all calls, grouped by round trip: a group begins with a call that is made while no other is open. */
  waves(): string[][];
}

export function scriptFetch({ latencyMs = 0 }: { latencyMs?: number } = {}): FetchScript {
  const scripts: { prefix: string; answer: Scripted }[] = [];
  const requests: RecordedRequest[] = [];
  const waves: string[][] = [];
  let openCount = 0;

  const fetchScripted = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const path = input instanceof Request ? input.url : input.toString();
    const call: RecordedRequest = {
      method: init?.method ?? 'GET',
      path,
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    requests.push(call);
    if (openCount === 0) waves.push([]);
    waves.at(-1)?.push(path);
    openCount += 1;
    try {
      const script = scripts.find(({ prefix }) => `${call.method} ${path}`.startsWith(prefix.includes(' ') ? prefix : `GET ${prefix}`));
      if (!script) throw new TypeError(`No script for ${call.method} ${path}`);
      // Answers arrive in a later turn, as they do from a network.
      await new Promise((resolve) => realSetTimeout(resolve, latencyMs));
      return typeof script.answer === 'function' ? await script.answer(call, init?.signal ?? null) : script.answer.clone();
    } finally {
      openCount -= 1;
    }
  };

  return {
    fetch: fetchScripted as typeof fetch,
    requests,
    on: (prefix, answer) => void scripts.unshift({ prefix, answer }),
    count: (prefix) => requests.filter((call) => `${call.method} ${call.path}`.startsWith(prefix.includes(' ') ? prefix : `GET ${prefix}`)).length,
    waves: () => waves,
  };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

export function html(status = 200): Response {
  return new Response('<!doctype html><title>Sign in to the Wi-Fi</title>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** A response with an https URL; responses created by hand have none. */
export function overHttps(response: Response): () => Response {
  return () => Object.defineProperty(response.clone(), 'url', { value: 'https://archive.example/api/' });
}

/** A body that ends in the middle of its JSON. */
export function truncatedJson(): Response {
  return new Response('{"data": [{"youtube_id": "abc', { status: 200, headers: { 'content-type': 'application/json' } });
}

/** Headers arrive, then the connection breaks. */
export function brokenBody(): Response {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
  return new Response(body, { status: 200, headers: { 'content-type': 'application/json' } });
}

/** What fetch returns for a redirect it was told not to follow. */
export function opaqueRedirect(): Response {
  const response = new Response(null, { status: 200 });
  Object.defineProperties(response, { type: { value: 'opaqueredirect' }, status: { value: 0 } });
  return response;
}

/** Never answers, until the caller gives up. */
export function hanging(_request: RecordedRequest | null, signal: AbortSignal | null): Promise<Response> {
  return new Promise((_resolve, reject) => {
    const giveUp = (): void => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp);
  });
}

export function refusedConnection(): never {
  throw new TypeError('Failed to fetch');
}
