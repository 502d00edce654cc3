// Finds out from yt-dlp's output why it failed. yt-dlp exits with 1 for nearly every failure and gives the reason only in English on
// stderr. Only this file and its table (failure-patterns.ts) interpret that text.
import { failurePatterns } from './failure-patterns.ts';
import type { YtDlpFailure } from './failures.ts';

/** Longer than any real error message. If a program reports a whole web page as its error, the page is cut. */
const maxMessageChars = 500;
const maxWarnings = 10;

/** Reads the failure from the program's stderr. @param fallback the message if stderr contains none */
export function readFailure(stderr: string, fallback: string): YtDlpFailure {
  const message = decidingError(stderr);
  // The program ended without an error message: it was killed, or stopped after a warning. Another try may show more.
  if (message === null) return { kind: 'failing', message: fallback, warnings: warningsOf(stderr), waitMs: null };
  const kind = failurePatterns.find(({ pattern }) => pattern.test(message))?.kind ?? 'refused';
  return { kind, message, warnings: warningsOf(stderr), waitMs: retryDelayOf(message) };
}

/** The program's warnings, without duplicates and secrets. */
export function warningsOf(stderr: string): string[] {
  const warnings = linesOf(stderr)
    .filter((line) => line.startsWith('WARNING:'))
    .map((line) => withoutSecrets(line.replace(/^WARNING:\s*/, '')));
  return [...new Set(warnings)].filter((line) => line !== '').slice(0, maxWarnings);
}

/** An error that is only the consequence of an earlier one. */
const consequence = /^(\[[\w:]+\] )?fragment \d+ not found/i;

/** The last error that gives a reason, otherwise the last error or other line; null if there are only warnings. */
function decidingError(stderr: string): string | null {
  const lines = linesOf(stderr);
  const errors = lines.filter((text) => text.startsWith('ERROR:')).map((text) => withoutSecrets(text.replace(/^ERROR:\s*/, '')));
  const lastLine = lines.findLast((text) => !text.startsWith('WARNING:'));
  return (
    errors.findLast((message) => message !== '' && !consequence.test(message)) ??
    errors.at(-1) ??
    (lastLine === undefined ? null : withoutSecrets(lastLine)) ??
    null
  );
}

function linesOf(stderr: string): string[] {
  return (
    stderr
      .split('\n')
      // yt-dlp prints the steps after a download without line ends.
      .map((line) => line.replaceAll(/stowaway-step [A-Za-z0-9]*?(?=stowaway-step|ERROR:|WARNING:|$)/g, '').trim())
      .filter(Boolean)
  );
}

/** Removes the advice to report the issue, the cause in brackets, and the queries of addresses, which may contain a token. Cuts a long line. */
function withoutSecrets(line: string): string {
  return line
    .replace(/;? please report this issue on .*$/i, '')
    .replace(/\s*\(caused by .*$/i, '')
    .replace(/(https?:\/\/[^\s?]+)\?\S+/g, '$1')
    .trim()
    .slice(0, maxMessageChars);
}

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Reads “for up to an hour”, “Retry-After: 120” or “try again in 5 minutes”. */
function retryDelayOf(message: string): number | null {
  const secondsMatch = /retry[- ]after:?\s*(\d{1,6})\b/i.exec(message);
  if (secondsMatch) return Number(secondsMatch[1]) * 1000;
  const timeMatch = /(?:for(?: up to)?|again in|again after|wait) (an?|\d{1,4}) (s|m|h)(?:ec|in|our)/i.exec(message);
  if (!timeMatch) return null;
  return (/^an?$/i.test(timeMatch[1] ?? '') ? 1 : Number(timeMatch[1])) * (unitMs[(timeMatch[2] ?? 's').toLowerCase()] ?? 1000);
}
