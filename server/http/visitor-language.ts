// Chooses the language in which a visitor reads this server's own pages.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '../texts/choose-language.ts';
import { wordingFor, type Wording } from '../texts/wording.ts';

export function wordingOf({ headers }: Pick<FastifyRequest, 'headers'>): Wording {
  return wordingFor(chooseLanguage(headers));
}

/** Names the page's language and the request headers that it depends on, so that no cache sends the page to another visitor. */
export function addLanguageHeaders(reply: FastifyReply, { language }: Pick<Wording, 'language'>): FastifyReply {
  const existingVary = reply.getHeader('vary');
  return reply.headers({
    'content-language': language,
    vary: [...(existingVary === undefined ? [] : [existingVary].flat()), 'accept-language', 'cookie'].join(', '),
  });
}
