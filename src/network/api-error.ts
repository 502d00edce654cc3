/**
 * Why a call of the archive's API brought no value. Closed, and told apart by status and shape, never by message text.
 * `message` is the server's own text where it sent one (order of docs/behaviour.md, Errors: message, error, detail, first field).
 */
export type ApiError =
  /** No answer: no network, refused connection, or nothing within the time limit. The outcome of a write is unknown. */
  | { kind: 'unreachable' }
  /** An answer that the archive did not give, over plain http: HTML with status 200, or a redirect. Mostly a network's captive portal. */
  | { kind: 'captive' }
  /** The same over https, or a 401 that is not the archive's: a proxy in front of the archive wants a sign-in (docs/decisions/216). */
  | { kind: 'proxy-login' }
  /** 5xx, 408, 425, or a cut-off or unreadable body: the outcome of a write is unknown. */
  | { kind: 'server-error'; status: number; retryAfterMs: number | null }
  /** 429. */
  | { kind: 'too-many'; retryAfterMs: number | null }
  /** 400 and other 4xx that are not named here. */
  | { kind: 'refused'; status: number; message: string | null }
  /** 401 or 403. Whether the session ended or only this call is forbidden is settled by a ping, not here. */
  | { kind: 'forbidden'; message: string | null }
  /** The archive, or the person signed in there, is another one than the request was meant for (`X-Stowaway-User`). A write changed nothing. */
  | { kind: 'other-account' }
  /** 404 with JSON: the archive does not have it. */
  | { kind: 'not-found'; message: string | null }
  /** 404 with HTML: this server does not know the call. */
  | { kind: 'no-such-call' }
  /** JSON of the wrong shape: never enters the mirror. */
  | { kind: 'bad-shape' }
  /** The caller gave up. */
  | { kind: 'aborted' };
