// File names and times as yt-dlp writes them.

/** yt-dlp replaces characters that file systems refuse with look-alikes: full-width forms, except for '/' and '\'. */
export function fileTitle(title) {
  return title.replace(/["*:<>?|/\\]/gu, (char) => (char === '/' ? '\u29F8' : char === '\\' ? '\u29F9' : String.fromCodePoint(char.codePointAt(0) + 0xfee0)));
}

/** The name of a video's files, without the extension. */
export function stem(title, id) {
  return `${fileTitle(title)} [${id}]`;
}

/** The day of a Unix time in seconds, as `YYYYMMDD`. */
export function uploadDate(seconds) {
  return new Date(seconds * 1000).toISOString().slice(0, 10).replaceAll('-', '');
}

/** The Unix time, in seconds, of a date in ISO 8601. */
export function timestamp(text) {
  return Date.parse(text) / 1000;
}

/** The length as `M:SS` or `H:MM:SS`. */
export function formatLength(seconds) {
  const wholeSeconds = String(Math.floor(seconds % 60)).padStart(2, '0');
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${wholeSeconds}` : `${minutes}:${wholeSeconds}`;
}
