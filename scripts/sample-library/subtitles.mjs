// Makes WebVTT from [seconds, text] lines. Each cue is shown for the time that reading it takes, but ends before the next cue.

function formatTime(seconds) {
  const ms = Math.round(seconds * 1000);
  const part = (n, width) => String(n).padStart(width, '0');
  return `${part(Math.floor(ms / 3_600_000), 2)}:${part(Math.floor(ms / 60_000) % 60, 2)}:${part(Math.floor(ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}

export function vtt(language, lines, { kind = 'captions' } = {}) {
  const cues = lines.map(([start, text], i) => {
    const nextStart = lines[i + 1]?.[0] ?? Infinity;
    const readingSeconds = Math.max(2.4, text.length * 0.075); // about 13 letters a second
    const end = Math.min(nextStart - 0.05, start + readingSeconds);
    return `${formatTime(start)} --> ${formatTime(end)}\n${text}`;
  });
  return `WEBVTT\nKind: ${kind}\nLanguage: ${language}\n\n${cues.join('\n\n')}\n`;
}
