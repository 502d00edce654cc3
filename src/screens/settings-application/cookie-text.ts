// Checks text in Netscape's cookie format before it is sent, because an invalid file makes the archive discard its stored cookie. Pure.
import { appSettingsTexts } from '../../texts/app-settings.ts';

const texts = appSettingsTexts.cookie;

/** Null if the text looks valid, otherwise a message that describes the problem without quoting the text. */
export function problemOfCookie(content: string): string | null {
  if (/^\s*[[{]/.test(content)) return texts.json;
  let cookieCount = 0;
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    if (line.trim() === '' || (line.startsWith('#') && !line.startsWith('#HttpOnly_'))) continue;
    const parts = line.split('\t');
    if (parts.length !== 7) return texts.fields(index + 1, parts.length);
    const [, subdomains = '', , secure = '', expires = ''] = parts;
    if (![subdomains, secure].every((flag) => /^(true|false)$/i.test(flag))) return texts.flags(index + 1);
    if (!/^-?\d*(\.\d+)?$/.test(expires)) return texts.time(index + 1);
    cookieCount += 1;
  }
  return cookieCount === 0 ? texts.empty : null;
}

const firstLine = '# Netscape HTTP Cookie File';

/** Adds the format's first line if it is missing. Programs require the line, but text copied from the middle of a page may lack it. */
export function asCookieFile(content: string): string {
  const lines = content.replaceAll('\r\n', '\n').replace(/^\s+/, '').replace(/\n+$/, ''); // no trimEnd: an empty last value leaves a trailing tab
  return /^# (Netscape )?HTTP Cookie File/i.test(lines) ? `${lines}\n` : `${firstLine}\n${lines}\n`;
}
