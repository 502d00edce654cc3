// Every request of every tab, from sending it to reading its answer. Nothing moves by itself: the scheduler decides which request reaches
// the archive, which answer reaches its tab, and what goes wrong with either.
import { html, json, opaqueRedirect, refusedConnection, truncatedJson } from '../../doubles/fetch-script.ts';
import type { HttpRequest } from './archive.ts';

/** What can go wrong with a request. The names of faults that strike after the archive has acted on the request end in `-after`. */
export const fates = [
  'drop',
  'drop-after',
  'bad-gateway',
  'bad-gateway-after',
  'cut-off-after',
  'html',
  'html-after',
  'portal',
  'proxy',
  'proxy-after',
  'unauthorised',
  'forbidden',
  'busy',
  'not-there',
  'key-taken',
  'twice',
] as const;
export type Fate = 'none' | (typeof fates)[number];

export interface Sender {
  device: number;
  isAlive(): boolean;
  isFrozen(): boolean;
  /** Calls back immediately, or when the tab thaws; never if it was killed. */
  whenAwake(callback: () => void): void;
  cookie(): string | null;
  setCookie(cookie: string | null): void;
  handle(request: HttpRequest, device: number, isDeliveredTwice: boolean): Promise<{ response: Response; cookie?: string | null }>;
}

interface PendingMessage {
  sender: Sender;
  request: HttpRequest;
  /** The request has reached the archive, which takes a turn of the loop to answer. */
  hasReachedArchive: boolean;
  /** Null until the archive has answered. */
  answer: (() => Response) | null;
  cookie?: string | null;
  settle: (answer: () => Response) => void;
}

export interface Refusal {
  key: string;
  fate: Fate;
}

export interface Network {
  fetchOf(sender: Sender): typeof fetch;
  /** Moves one waiting message a step further; `which` selects it. */
  move(which: number, fateOf: (isWrite: boolean) => Fate): void;
  waitingCount(): number;
  /** Closes the connections of a killed tab, so its requests that have not reached the archive never will. */
  close(sender: Sender): void;
  /** Every sent request, in order. */
  sentRequests: { request: HttpRequest; sender: Sender }[];
  /** Refusals that the network itself sent in answer to writes, without asking the archive. */
  refusals: Refusal[];
  /** The Idempotency-Keys of the writes that were aborted before they left. */
  keysAbortedBefore: Set<string>;
  /** The fate of every message while the archive is away; null: it can be reached. */
  outage: 'drop' | 'proxy' | null;
  /** While true, answers with a list of videos stay in flight. */
  areListsHeld: boolean;
  /** While true, deletions stay on their way to the archive: they have not happened yet. */
  areDeletionsHeld: boolean;
}

/** Whether a request deletes a video, channel or playlist. */
export function isDeletion({ method, path }: HttpRequest): boolean {
  return method === 'DELETE' && /^\/api\/(video|channel|playlist)\//.test(path) && !path.endsWith('/progress/');
}

export function createNetwork(
  onSend: (request: HttpRequest, sender: Sender) => void,
  onFailure: (reason: unknown) => void,
  onMove: (request: HttpRequest, move: string) => void,
): Network {
  let pendingMessages: PendingMessage[] = [];
  /** The keys of the calls that have reached an archive. */
  const handledKeys = new Set<string>();
  const isHeldList = ({ request: { path } }: PendingMessage): boolean => network.areListsHeld && path.startsWith('/api/video/?');
  const isHeldDeletion = ({ request }: PendingMessage): boolean => network.areDeletionsHeld && isDeletion(request);
  const movableMessages = (): PendingMessage[] =>
    pendingMessages.filter((message) =>
      message.answer === null ? !message.hasReachedArchive && !isHeldDeletion(message) : !message.sender.isFrozen() && !isHeldList(message),
    );

  async function reachArchive(message: PendingMessage, fate: Fate): Promise<void> {
    const { sender, request } = message;
    const isWrite = request.method !== 'GET' && !request.path.includes('/user/log');
    const key = request.headers.get('Idempotency-Key');
    const setAnswer = (answer: () => Response): void => void (message.answer = answer);
    switch (fate) {
      case 'drop':
        return setAnswer(refusedConnection);
      case 'bad-gateway':
        return setAnswer(() => html(502));
      case 'html':
        return setAnswer(() => html(200));
      case 'portal':
        return setAnswer(opaqueRedirect);
      case 'proxy':
        // The answer of a proxy in front of the archive when the person's session at the proxy has ended.
        return setAnswer(() => html(401));
      case 'busy':
        return setAnswer(() => json({ detail: 'Request was throttled.' }, 429, { 'Retry-After': '2' }));
      case 'unauthorised':
        if (!isWrite || key === null) break;
        network.refusals.push({ key, fate });
        return setAnswer(() => json({ detail: 'Invalid token.' }, 401));
      case 'forbidden':
        if (!isWrite || key === null) break;
        network.refusals.push({ key, fate });
        return setAnswer(() => json({ detail: 'You do not have permission to perform this action.' }, 403));
      case 'not-there':
        // For a deletion, a 404 means that it is already done.
        if (!isWrite || key === null || (request.method === 'DELETE' && !request.path.endsWith('/progress/'))) break;
        network.refusals.push({ key, fate });
        return setAnswer(() => json({ error: 'not found' }, 404));
      case 'key-taken':
        // An archive that has already received this call under its key would not answer 422.
        if (!isWrite || key === null || handledKeys.has(key)) break;
        network.refusals.push({ key, fate });
        return setAnswer(() => json({ error: 'This key was used for another call.' }, 422));
      default:
    }
    if (key !== null) handledKeys.add(key);
    const { response, cookie } = await sender.handle(request, sender.device, fate === 'twice' && isWrite);
    if (cookie !== undefined) message.cookie = cookie;
    if (fate === 'drop-after') return setAnswer(refusedConnection);
    if (fate === 'bad-gateway-after') return setAnswer(() => html(502));
    if (fate === 'cut-off-after') return setAnswer(truncatedJson);
    if (fate === 'html-after') return setAnswer(() => html(200));
    if (fate === 'proxy-after') return setAnswer(() => html(401));
    setAnswer(() => response);
  }

  function arrive(message: PendingMessage): void {
    onMove(message.request, 'answer');
    pendingMessages = pendingMessages.filter((other) => other !== message);
    // A cookie takes effect in the browser as soon as it arrives, even if nobody reads the answer any more.
    if (message.cookie !== undefined) message.sender.setCookie(message.cookie);
    if (message.sender.isAlive() && message.answer) message.settle(message.answer);
  }

  const network: Network = {
    sentRequests: [],
    refusals: [],
    keysAbortedBefore: new Set(),
    outage: null,
    areListsHeld: false,
    areDeletionsHeld: false,
    waitingCount: () => movableMessages().length,
    close: (sender) =>
      void (pendingMessages = pendingMessages.filter((message) => message.sender !== sender || (message.answer !== null && message.cookie !== undefined))),
    fetchOf: (sender) =>
      ((input: RequestInfo | URL, init: RequestInit = {}) =>
        new Promise<Response>((resolve, reject) => {
          const request: HttpRequest = {
            method: init.method ?? 'GET',
            path: input instanceof Request ? input.url : input.toString(),
            headers: new Headers(init.headers),
            body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
            cookie: sender.cookie(),
          };
          if (!sender.isAlive()) return;
          if (init.signal?.aborted) {
            const key = request.headers.get('Idempotency-Key');
            if (key !== null) network.keysAbortedBefore.add(key);
            return reject(new DOMException('aborted', 'AbortError'));
          }
          network.sentRequests.push({ request, sender });
          onSend(request, sender);
          const message: PendingMessage = {
            sender,
            request,
            hasReachedArchive: false,
            answer: null,
            settle: (answer) => {
              try {
                resolve(answer());
              } catch (reason) {
                reject(reason as Error);
              }
            },
          };
          pendingMessages.push(message);
          init.signal?.addEventListener('abort', () => {
            // The connection is closed, so a request that has not reached the archive never will.
            pendingMessages = pendingMessages.filter((other) => other !== message);
            sender.whenAwake(() => reject(new DOMException('aborted', 'AbortError')));
          });
        })) as typeof fetch,
    move(which, fateOf) {
      const messages = movableMessages();
      const message = messages[which % Math.max(1, messages.length)];
      if (!message) return;
      if (message.answer) return arrive(message);
      message.hasReachedArchive = true;
      const fate = network.outage ?? fateOf(message.request.headers.has('Idempotency-Key'));
      onMove(message.request, fate);
      reachArchive(message, fate).catch(onFailure);
    },
  };
  return network;
}
