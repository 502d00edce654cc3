// Makes WebVTT from [seconds, text] lines. Each cue lasts as long as reading it takes, but ends before the next one.

function formatTime(seconds) {
  const ms = Math.round(seconds * 1000);
  const part = (n, width) => String(n).padStart(width, '0');
  return `${part(Math.floor(ms / 3_600_000), 2)}:${part(Math.floor(ms / 60_000) % 60, 2)}:${part(Math.floor(ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}

export function vtt(language, lines, { kind = 'captions' } = {}) {
  const cues = lines.map(([start, text], i) => {
    const next = lines[i + 1]?.[0] ?? Infinity;
    const reading = Math.max(2.4, text.length * 0.075); // about 13 letters a second
    const end = Math.min(next - 0.05, start + reading);
    return `${formatTime(start)} --> ${formatTime(end)}\n${text}`;
  });
  return `WEBVTT\nKind: ${kind}\nLanguage: ${language}\n\n${cues.join('\n\n')}\n`;
}
