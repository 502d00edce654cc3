// The values that may be typed into the application settings (SPEC §5), and the hints shown beside the fields. The archive checks almost
// none of the values (docs/behaviour.md, Application settings). Pure.
import { appSettingsTexts as texts } from '../../texts/app-settings.ts';
import { count } from '../../texts/formats.ts';
import { orUnset, wholeNumber, type Parsed } from '../../ui/field-draft.ts';

/** Parses a size, a speed or a number of days. A number with more than seven digits is a typing error. */
export const parseCount = orUnset(wholeNumber({ min: 0, max: 9_999_999 }));

/** Recommended values, which are not enforced (SPEC §5, §9). */
const maxPerScan = 50;
const minPauseSeconds = 10;

export type PageSizeKey = 'channel_size' | 'live_channel_size' | 'shorts_channel_size' | 'playlist_size';

export function remarkOnPageSize(key: PageSizeKey, text: string): string | null {
  if (text === '') return texts.recommended.noLimit;
  if (Number(text) === 0) return texts.recommended.none(key);
  return Number(text) > maxPerScan ? texts.recommended.tooMany : null;
}

export function remarkOnPause(text: string): string {
  const seconds = Number(text);
  if (text === '' || seconds === 0) return texts.recommended.noPause;
  // The archive varies the pause by half in either direction.
  const [from, to] = [seconds / 2, seconds * 1.5].map((value) => count(value));
  return (seconds < minPauseSeconds ? texts.recommended.shortPause : texts.recommended.pause)(from ?? '', to ?? '');
}

export const parseLanguage = orUnset((text): Parsed<string> =>
  /^[a-z]{2}$/i.test(text) ? { value: text.toLowerCase() } : { problem: texts.problems.language },
);

/** The codes that yt-dlp accepts: `de`, `pt-BR`, `zh-Hans`, patterns such as `en.*`, and `all`. A `-` excludes a code: `-live_chat`. */
const languageCode = /^(all|-?[a-z]{2,3}([-_.][\w.*-]+)?|-live_chat)$/i;

export const parseLanguages = orUnset((text): Parsed<string> => {
  const parts = text.split(',').map((part) => part.trim());
  const wrongCode = parts.find((part) => !languageCode.test(part));
  return wrongCode === undefined ? { value: parts.join(',') } : { problem: texts.problems.languages(wrongCode) };
});

export const parseComments = orUnset((text): Parsed<string> => {
  const parts = commentParts(text);
  return parts ? { value: parts.join(',') } : { problem: texts.problems.comments };
});

export function remarkOnComments(text: string): string | null {
  const parts = commentParts(text);
  return parts && texts.comments(parts);
}

/** The four parts of the setting; null if the text is not valid. A single `all` applies to all four. */
function commentParts(text: string): readonly [string, string, string, string] | null {
  const parts = text.split(',').map((part) => part.trim().toLowerCase());
  if (!parts.every((part) => /^(all|\d{1,9})$/.test(part))) return null;
  if (parts.length === 1 && parts[0] === 'all') return ['all', 'all', 'all', 'all'];
  const [total, threads, replies, repliesPerThread] = parts;
  return parts.length === 4 && total && threads && replies && repliesPerThread ? [total, threads, replies, repliesPerThread] : null;
}

export const parseAddress = orUnset((text): Parsed<string> => {
  const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
  return isAddress ? { value: text } : { problem: texts.problems.address };
});

/** A PO token is `web+` followed by a value. */
export const parsePoToken = orUnset((text): Parsed<string> => (/^web\+\S+$/.test(text) ? { value: text } : { problem: texts.problems.poToken }));
