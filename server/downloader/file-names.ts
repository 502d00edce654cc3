// Names the folders and files of downloads: `Channel/Title [id].ext`, as yt-dlp would choose, valid on every system.
import { text, type Info } from '../library/info-values.ts';

/** Leaves space for ` [id]`, a language and `.info.json` within 255 bytes, the file systems' limit. */
const maxTitleBytes = 170;
const maxFolderBytes = 200;

/** yt-dlp's look-alikes for characters that Windows forbids. */
const lookAlikes: Record<string, string> = { '"': '＂', '*': '＊', ':': '：', '<': '＜', '>': '＞', '?': '？', '/': '⧸', '|': '｜', '\\': '⧹' };

/** The name of the channel's folder, or of the site's if there is no channel. */
export function folderNameOf(info: Info): string {
  const channel = text(info, 'channel', 'uploader', 'uploader_id', 'channel_id');
  return safeNameOf(channel ?? hostOf(text(info, 'webpage_url', 'original_url', 'url')) ?? 'Downloads', maxFolderBytes);
}

export function baseNameOf(info: Info): string {
  const title = safeNameOf(text(info, 'title', 'fulltitle') ?? 'Video', maxTitleBytes);
  return `${title} [${safeNameOf(text(info, 'id') ?? 'unknown', 60)}]`;
}

/** @param maxBytes of UTF-8 */
export function safeNameOf(text: string, maxBytes: number): string {
  const printableText = [...text.normalize('NFC')]
    .map((character) => lookAlikes[character] ?? (/\p{Cc}|\p{Surrogate}/u.test(character) ? ' ' : character))
    .join('');
  let name = '';
  let bytes = 0;
  for (const character of printableText.replace(/\s+/g, ' ').trim()) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    name += character;
  }
  // A leading dot hides the file, and Windows drops a trailing one.
  name = name.replace(/^[.\s]+/, '').replace(/[.\s]+$/, '');
  return name === '' || /^(@eaDir|lost\+found|\$RECYCLE\.BIN|System Volume Information|#recycle|con|prn|aux|nul|com\d|lpt\d)$/i.test(name) ? `_${name}` : name;
}

function hostOf(address: string | null): string | null {
  try {
    return address === null ? null : new URL(address).hostname.replace(/^www\./, '') || null;
  } catch {
    return null; // not an address
  }
}
