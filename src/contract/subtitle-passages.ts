// Splits WebVTT into searchable passages: about ten seconds of speech each, without markup and without the repetitions of automatic
// subtitles. Stowaway's server and the device search the same passages, so that a hit found by both is shown once. Pure. The work is linear
// in the file's length, whatever the file contains.
export interface Passage {
  startMs: number;
  endMs: number;
  text: string;
}

/** Long enough for the words of one sentence to share a passage, short enough to jump to. */
const passageMs = 10_000;
const maxChars = 400;
/** Two days of talk without a pause. A file with more is not a real subtitle file, and storing it would block the server. */
const maxPassages = 20_000;

export function passagesOf(webVtt: string): Passage[] {
  const passages: Passage[] = [];
  let lastLine = '';
  for (const cue of parseCues(webVtt)) {
    // Automatic subtitles roll: each cue repeats the last line of the previous cue.
    const lines = cue.lines.filter((line, index) => line !== '' && !(index === 0 && line === lastLine));
    lastLine = lines.at(-1) ?? lastLine;
    const text = lines.join(' ');
    if (text === '') continue;
    const previousPassage = passages.at(-1);
    if (previousPassage && cue.endMs - previousPassage.startMs <= passageMs && previousPassage.text.length + text.length < maxChars) {
      previousPassage.text += ` ${text}`;
      previousPassage.endMs = Math.max(previousPassage.endMs, cue.endMs);
    } else for (const piece of splitText(text)) passages.push({ startMs: cue.startMs, endMs: cue.endMs, text: piece });
    if (passages.length >= maxPassages) break;
  }
  return passages.slice(0, maxPassages);
}

/** Parts of at most `maxChars`, cut between words; a longer word is cut at the limit. */
function* splitText(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > maxChars) {
    const spaceIndex = text.slice(from, from + maxChars + 1).lastIndexOf(' ');
    const length = spaceIndex > 0 ? spaceIndex : maxChars;
    yield text.slice(from, from + length);
    from += spaceIndex > 0 ? length + 1 : length;
  }
  if (from < text.length) yield text.slice(from);
}

interface Cue {
  startMs: number;
  endMs: number;
  lines: string[];
}

function parseCues(webVtt: string): Cue[] {
  const cues: Cue[] = [];
  for (const block of webVtt.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/)) {
    const lines = block.split('\n');
    const timingIndex = lines.findIndex((line) => line.includes('-->'));
    if (timingIndex < 0) continue;
    const [start, end] = (lines[timingIndex] ?? '').split('-->').map((time) => parseTimestamp(time));
    if (start === null || start === undefined || end === null || end === undefined || end < start) continue;
    cues.push({ startMs: start, endMs: end, lines: lines.slice(timingIndex + 1).map(plainLine) });
  }
  return cues;
}

function parseTimestamp(timestamp: string): number | null {
  // Must not match the end of a longer number, because a time of thousands of hours is invalid.
  const match = /(?<![\d:])(?:(\d{1,3}):)?(\d{2}):(\d{2})[.,](\d{3})/.exec(timestamp);
  if (!match) return null;
  return ((Number(match[1] ?? 0) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1000 + Number(match[4]);
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&lrm;': '', '&rlm;': '' };

function plainLine(line: string): string {
  return (
    line
      // A tag ends before the next `<`, because with `[^>]`, a line of many `<` would take time quadratic in its length.
      .replaceAll(/<[^<>]*>/g, '')
      .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => entities[entity] ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}
