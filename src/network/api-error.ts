/**
 * Why an API call returned no value. A closed union, distinguished by status and shape, never by message text. `message` is the server's
 * own text, if it sent one (the first of message, error, detail and the field errors: docs/behaviour.md, Errors).
 */
export type ApiError =
  /** No answer: no network, refused connection, or nothing within the time limit. The outcome of a write is unknown. */
  | { kind: 'unreachable' }
  /**
   * 511, or over plain http an answer not from the archive (HTML with status 200, a redirect, a foreign 403). Usually a network's captive
   * portal.
   */
  | { kind: 'captive' }
  /**
   * A 401 not from the archive or, over https, any other answer not from the archive (except 511): a proxy in front of the archive requires
   * a sign-in (docs/decisions/216).
   */
  | { kind: 'proxy-login' }
  /** Other 5xx, 408, 425, or a cut-off or unreadable body: the outcome of a write is unknown. */
  | { kind: 'server-error'; status: number; retryAfterMs: number | null }
  /** 429. */
  | { kind: 'too-many'; retryAfterMs: number | null }
  /** 400 and other 4xx not listed here. */
  | { kind: 'refused'; status: number; message: string | null }
  /** 401 or 403 from the archive. A ping settles whether the session ended or only this call is forbidden. */
  | { kind: 'forbidden'; message: string | null }
  /** The request was meant for another archive or another user than the present one (`X-Stowaway-User`). A write changed nothing. */
  | { kind: 'other-account' }
  /** 404 with JSON: the archive does not have the item. */
  | { kind: 'not-found'; message: string | null }
  /** 404 without JSON: this server does not know the call, or a proxy in front has lost the server (Traefik). A ping shows which. */
  | { kind: 'no-such-call' }
  /** JSON of the wrong shape, which never enters the mirror. */
  | { kind: 'bad-shape' }
  /** The caller aborted the call. */
  | { kind: 'aborted' };
