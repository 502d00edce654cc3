// The language in which a visitor of this server's own pages reads them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '../texts/choose-language.ts';
import { wordingFor, type Wording } from '../texts/wording.ts';

export function wordingOf({ headers }: Pick<FastifyRequest, 'headers'>): Wording {
  return wordingFor(chooseLanguage(headers));
}

/** Says which language the page is in, and that the same address has others, so that no cache sends it to another visitor. */
export function addLanguageHeaders(reply: FastifyReply, { language }: Pick<Wording, 'language'>): FastifyReply {
  const existingVary = reply.getHeader('vary');
  return reply.headers({
    'content-language': language,
    vary: [...(existingVary === undefined ? [] : [existingVary].flat()), 'accept-language', 'cookie'].join(', '),
  });
}
