// Sends one request to an external service. Bodies are JSON; time and size are limited. Never throws. Error messages contain neither the
// address nor the headers, because both may contain secrets.
export type FetchResult =
  /** `body` is undefined if the service did not send JSON. */
  { kind: 'answered'; status: number; body: unknown } | { kind: 'away'; message: string };

export interface FetchJsonOptions {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  timeoutMs?: number;
}

/** A slower service counts as unreachable, because a person or a download is waiting. */
const defaultTimeoutMs = 10_000;
/** The segments of all videos whose hashes share the first four digits take about 50 kB. */
const maxBytes = 4 * 1024 * 1024;

export async function fetchJson(url: URL, { method = 'GET', headers = {}, body, timeoutMs = defaultTimeoutMs }: FetchJsonOptions = {}): Promise<FetchResult> {
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // Redirects are not followed, because the request, which may contain our key, is only for the configured host.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readText(answer);
    if (text === null) return { kind: 'away', message: 'the answer is too large' };
    return { kind: 'answered', status: answer.status, body: parseJson(text) };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return { kind: 'away', message: isTimeout ? `no answer within ${timeoutMs / 1000} seconds` : 'it cannot be reached' };
  }
}

/** Returns null if the answer is too large. */
async function readText(answer: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // not JSON, which the caller reports
  }
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function asFinite(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
