// WebVTT as passages to be searched: what is said in about ten seconds, without markup and without what automatic
// subtitles say twice. Pure.
export interface Passage {
  startMs: number;
  endMs: number;
  text: string;
}

/** Long enough that words of one sentence meet in one passage, short enough to jump to. */
const passageMs = 10_000;
const longestChars = 400;

export function passagesOf(webVtt: string): Passage[] {
  const passages: Passage[] = [];
  let lastLine = '';
  for (const cue of cuesOf(webVtt)) {
    // Automatic subtitles roll: each cue repeats the line that the one before ended with.
    const lines = cue.lines.filter((line, place) => line !== '' && !(place === 0 && line === lastLine));
    lastLine = lines.at(-1) ?? lastLine;
    const text = lines.join(' ');
    if (text === '') continue;
    const before = passages.at(-1);
    if (before && cue.endMs - before.startMs <= passageMs && before.text.length + text.length < longestChars) {
      before.text += ` ${text}`;
      before.endMs = Math.max(before.endMs, cue.endMs);
    } else passages.push({ startMs: cue.startMs, endMs: cue.endMs, text });
  }
  return passages;
}

interface Cue {
  startMs: number;
  endMs: number;
  lines: string[];
}

function cuesOf(webVtt: string): Cue[] {
  const cues: Cue[] = [];
  for (const block of webVtt.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/)) {
    const lines = block.split('\n');
    const place = lines.findIndex((line) => line.includes('-->'));
    if (place < 0) continue;
    const [start, end] = (lines[place] ?? '').split('-->').map((time) => milliseconds(time));
    if (start === null || start === undefined || end === null || end === undefined || end < start) continue;
    cues.push({ startMs: start, endMs: end, lines: lines.slice(place + 1).map(plainLine) });
  }
  return cues;
}

function milliseconds(written: string): number | null {
  const match = /(?:(\d{1,3}):)?(\d{2}):(\d{2})[.,](\d{3})/.exec(written);
  if (!match) return null;
  return ((Number(match[1] ?? 0) * 60 + Number(match[2])) * 60 + Number(match[3])) * 1000 + Number(match[4]);
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&lrm;': '', '&rlm;': '' };

function plainLine(line: string): string {
  return line
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => entities[entity] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
