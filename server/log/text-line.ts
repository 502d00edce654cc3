// Formats one pino event as a line for people: `2026-03-01T20:15:00+01:00 warn  message`. The time is local with its offset, so that it
// matches the wall clock and fail2ban can still read the exact time. Pure.

interface Event {
  level: string;
  time: string;
  msg?: string;
  err?: { message?: string; stack?: string };
}

export function textLine(json: string): string {
  const { level, time, msg, err } = JSON.parse(json) as Event;
  const message = [msg, err?.stack ?? err?.message].filter((part) => part !== undefined && part !== '').join(': ');
  return `${localTime(new Date(time))} ${level.padEnd(5)} ${toOneLine(message)}\n`;
}

/** Replaces line breaks with ` | `, and escapes other characters that move a terminal's cursor or reverse its text. */
function toOneLine(text: string): string {
  return text
    .split(/[\r\n\u0085\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' | ')
    .replace(/\p{Cc}|\p{Bidi_Control}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function localTime(date: Date): string {
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const offset = -date.getTimezoneOffset();
  const zone = `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(Math.abs(offset) / 60))}:${twoDigits(Math.abs(offset) % 60)}`;
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}${zone}`;
}
