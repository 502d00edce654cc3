// The plain pages that report an error, in the visitor's language. At addresses of the API they are always in English.
import type { FastifyReply } from 'fastify';
import type { Texts } from '../texts/english.ts';
import { serverWording } from '../texts/wording.ts';
import { addLanguageHeaders, wordingOf } from './visitor-language.ts';

const statuses: Record<keyof Texts['errors'], number> = { notFound: 404, forbidden: 403, diskFull: 507, serverError: 500, notBuilt: 503 };

export function sendErrorPage(reply: FastifyReply, error: keyof Texts['errors']): FastifyReply {
  const { request } = reply;
  const isApi = request.url.startsWith('/api/');
  const { language, texts } = isApi ? serverWording : wordingOf(request);
  const { title, text } = texts.errors[error];
  if (!isApi) addLanguageHeaders(reply, { language });
  // Nothing is escaped, because no part of the page comes from a person.
  const page = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`;
  return reply.code(statuses[error]).type('text/html; charset=utf-8').send(page);
}
