// The answers that handlers return, and the refusals that they share. Knows nothing of Fastify.
import type { FieldErrors } from './field-check.ts';

export interface CookieChange {
  name: 'sessionid' | 'csrftoken';
  value: string;
  /** 0 deletes the cookie. */
  maxAgeSeconds: number;
  isReadableByScripts: boolean;
}

export interface Answer {
  status: number;
  /** Absent if there is no body. */
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: CookieChange[];
  /**
   * Whether the body contains a secret. Such a body is not stored, so a repeated write is executed again, which is harmless. The
   * Idempotency-Key is still bound to this call.
   */
  isSecret?: true;
}

export function success(body: unknown): Answer {
  return { status: 200, body };
}

/** An answer that echoes a secret to the caller who sent it. */
export function withSecret(body: unknown): Answer {
  return { status: 200, body, isSecret: true };
}

export const noContent: Answer = { status: 204 };

/** Thrown to end a call with another answer than the requested one. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

/** The answer if the disk is full. The same call succeeds once there is space. As after every 5xx, clients keep their changes. */
export const diskFullAnswer: Answer = {
  status: 507,
  body: { error: 'The disk of the server is full. Nothing was changed.' },
  headers: { 'retry-after': '60' },
};

/** The answer if another call has used the key, because a key is bound to the call that first used it (docs/decisions/102). */
export const otherCallAnswer: Answer = {
  status: 422,
  body: { error: 'This Idempotency-Key was used for another call. Nothing was changed; send it with a new key.' },
};

export function notFound(what: 'video' | 'channel' | 'playlist' | 'device'): Refusal {
  return new Refusal({ status: 404, body: { error: `${what} not found` } });
}

export function badFields(errors: FieldErrors): Refusal {
  return new Refusal({ status: 400, body: errors });
}

export function badRequest(error: string): Refusal {
  return new Refusal({ status: 400, body: { error } });
}

/** For errors that concern login, permission, CSRF, JSON, the method or the media type. */
export function detailRefusal(status: number, text: string): Refusal {
  return new Refusal({ status, body: { detail: text } });
}
