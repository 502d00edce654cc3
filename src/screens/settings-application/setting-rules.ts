// What may be typed into the application settings (SPEC §5), and the hints on it. The archive checks almost none of this
// (docs/behaviour.md, Application settings). Pure.
import { appSettingsTexts as texts } from '../../texts/app-settings.ts';
import { orUnset, wholeNumber, type Reading } from '../../ui/field-draft.ts';

/** Sizes, speeds and days: more digits are a typing error. */
export const readCount = orUnset(wholeNumber({ min: 0, max: 9_999_999 }));

/** SPEC §5, §9: recommended, not enforced. */
const mostPerScan = 50;
const leastPauseSeconds = 10;

export type PageSizeKey = 'channel_size' | 'live_channel_size' | 'shorts_channel_size' | 'playlist_size';

export function remarkOnPageSize(key: PageSizeKey, words: string): string | null {
  if (words === '') return texts.recommended.noLimit;
  if (Number(words) === 0) return texts.recommended.none(key);
  return Number(words) > mostPerScan ? texts.recommended.tooMany : null;
}

export function remarkOnPause(words: string): string {
  const seconds = Number(words);
  if (words === '' || seconds === 0) return texts.recommended.noPause;
  // The archive varies it by half in either direction.
  const [from, to] = [seconds / 2, seconds * 1.5].map((value) => value.toLocaleString());
  return (seconds < leastPauseSeconds ? texts.recommended.shortPause : texts.recommended.pause)(from ?? '', to ?? '');
}

export const readLanguage = orUnset((words): Reading<string> =>
  /^[a-z]{2}$/i.test(words) ? { value: words.toLowerCase() } : { problem: texts.problems.language },
);

/** As yt-dlp accepts them: `de`, `pt-BR`, `zh-Hans`, patterns such as `en.*`, `all`, and `-live_chat` to leave one out. */
const languageCode = /^(all|-?[a-z]{2,3}([-_.][\w.*-]+)?|-live_chat)$/i;

export const readLanguages = orUnset((words): Reading<string> => {
  const parts = words.split(',').map((part) => part.trim());
  const wrong = parts.find((part) => !languageCode.test(part));
  return wrong === undefined ? { value: parts.join(',') } : { problem: texts.problems.languages(wrong) };
});

export const readComments = orUnset((words): Reading<string> => {
  const parts = commentParts(words);
  return parts ? { value: parts.join(',') } : { problem: texts.problems.comments };
});

export function remarkOnComments(words: string): string | null {
  const parts = commentParts(words);
  return parts && texts.comments(parts);
}

/** `all` by itself means all of each. */
function commentParts(words: string): readonly [string, string, string, string] | null {
  const parts = words.split(',').map((part) => part.trim().toLowerCase());
  if (!parts.every((part) => /^(all|\d{1,9})$/.test(part))) return null;
  if (parts.length === 1 && parts[0] === 'all') return ['all', 'all', 'all', 'all'];
  const [most, threads, replies, each] = parts;
  return parts.length === 4 && most && threads && replies && each ? [most, threads, replies, each] : null;
}

export const readAddress = orUnset((words): Reading<string> => {
  const isAddress = /^https?:\/\//i.test(words) && URL.canParse(words);
  return isAddress ? { value: words } : { problem: texts.problems.address };
});

/** `web+` followed by a value. */
export const readPoToken = orUnset((words): Reading<string> => (/^web\+\S+$/.test(words) ? { value: words } : { problem: texts.problems.poToken }));
