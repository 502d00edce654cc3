// Why yt-dlp failed. It ends with 1 for nearly everything and tells the reason in English on stderr only: this one file reads that
// text, so that the rest of the server has kinds. What it does not know is `refused`, with the program's own words.

export type YtDlpFailure =
  | { kind: 'no-program'; words: string }
  /** The signal was aborted. */
  | { kind: 'stopped'; words: string }
  | { kind: 'timed-out'; words: string }
  /** The disk is full. */
  | { kind: 'no-room'; words: string }
  /** Private, removed, or nothing at that address any more. */
  | { kind: 'gone'; words: string }
  /** Announced or running: there is nothing whole to download yet. */
  | { kind: 'not-yet'; words: string }
  /** No network, or the site is away: another try may do. */
  | { kind: 'unreachable'; words: string }
  | { kind: 'refused'; words: string };

/** The first that matches counts. */
const kinds: [YtDlpFailure['kind'], RegExp][] = [
  ['no-room', /no space left on device|errno 28\b|disk quota exceeded/i],
  ['not-yet', /premieres in|will begin in|this live event|live stream has not started|is upcoming/i],
  [
    'gone',
    /private video|video is private|been removed|been terminated|no longer available|video (is )?unavailable|not available anymore|does not exist|HTTP Error (404|410)\b/i,
  ],
  [
    'unreachable',
    /urlopen error|timed out|connection (refused|reset|aborted)|network is unreachable|name resolution|failed to resolve|getaddrinfo|remote end closed|HTTP Error (429|5\d\d)\b|incompleteread/i,
  ],
];

/** A message that a person reads, not a page. */
const longestWordsChars = 500;

/** From what the program wrote to stderr. */
export function failureOf(stderr: string, fallback: string): YtDlpFailure {
  const words = wordsOf(stderr) ?? fallback;
  const kind = kinds.find(([, pattern]) => pattern.test(words))?.[0] ?? 'refused';
  return { kind, words };
}

/** Its last error, without the advice to report it and without the addresses that may carry a token. */
function wordsOf(stderr: string): string | null {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const line = lines.findLast((text) => text.startsWith('ERROR:')) ?? lines.findLast((text) => !text.startsWith('WARNING:'));
  if (line === undefined) return null;
  const plain = line
    .replace(/^ERROR:\s*/, '')
    .replace(/;? please report this issue on .*$/i, '')
    .replace(/\s*\(caused by .*$/i, '')
    .replace(/(https?:\/\/[^\s?]+)\?\S+/g, '$1')
    .trim();
  return plain === '' ? null : plain.slice(0, longestWordsChars);
}
