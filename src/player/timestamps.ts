// Times in running text (SPEC §5): h:mm:ss and m:ss only. Pure; used for chapters and for the links of a description.

export interface Timestamp {
  /** Index of the time's first character in the text. */
  index: number;
  text: string;
  seconds: number;
}

// A time stands alone: it is not part of a longer number (1:02:03:04, 3:4:05, 12:34.5, a port) or of a word.
const pattern = /(?<![\p{L}\p{N}:.,/_-])(?:(\d{1,3}):([0-5]\d):([0-5]\d)|(\d{1,2}):([0-5]\d))(?![\p{L}\p{N}_]|[:.,/-]\p{N})/gu;

export function timestampsIn(text: string): Timestamp[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const [whole, hours, minutes, seconds, shortMinutes, shortSeconds] = match;
    const total = hours === undefined ? Number(shortMinutes) * 60 + Number(shortSeconds) : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return { index: match.index, text: whole, seconds: total };
  });
}
