// Passes a saved video with its subtitles to the system's share sheet, or downloads them. The video is a Blob over the files on the
// device, so it is never read into memory.
import type { SavedCopy } from '../../queries/saved.ts';

/** `cancelled`: the user closed the share sheet. */
export type ExportOutcome = 'shared' | 'downloaded' | 'cancelled';

export interface ExportPorts {
  canShare(files: File[]): boolean;
  share(files: File[], title: string): Promise<void>;
  download(file: File): void;
}

export const browserExport: ExportPorts = {
  canShare: (files) => 'canShare' in navigator && matchMedia('(pointer: coarse)').matches && navigator.canShare({ files }),
  share: (files, title) => navigator.share({ files, title }),
  download(file) {
    const address = URL.createObjectURL(file);
    const link = document.createElement('a');
    link.href = address;
    link.download = file.name;
    link.click();
    // The browser needs the address until the download ends, which no event reports.
    setTimeout(() => URL.revokeObjectURL(address), revokeDelayMs);
  },
};

const revokeDelayMs = 60 * 60 * 1000;

/**
 * Shares the files or downloads them. A browser may refuse to share a large video although `canShare` allowed it; the files are then
 * downloaded.
 */
export async function exportVideo(copy: SavedCopy, { title, videoId }: { title: string; videoId: string }, ports: ExportPorts): Promise<ExportOutcome> {
  const name = fileNameOf(title, videoId);
  const videoFile = new File([copy.video], `${name}.${extensionOf(copy.video.type)}`, { type: copy.video.type });
  const subtitles = copy.subtitles.map(({ url, body }) => new File([body], `${name}.${languageOf(url)}.vtt`, { type: 'text/vtt' }));
  const files = [videoFile, ...subtitles];
  if (ports.canShare(files)) {
    try {
      await ports.share(files, title);
      return 'shared';
    } catch (reason) {
      if (reason instanceof DOMException && reason.name === 'AbortError') return 'cancelled';
    }
  }
  for (const file of files) ports.download(file);
  return 'downloaded';
}

/** File systems allow 255 bytes; the rest is for the id, and for the language and the extension of a subtitle file. */
const maxTitleBytes = 200;

/** A name that every file system accepts: "Crossing the North Sea [fogNorthSea]". */
export function fileNameOf(title: string, videoId: string): string {
  const cleanTitle = title
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const characters = Array.from(cleanTitle);
  while (new TextEncoder().encode(characters.join('')).length > maxTitleBytes) characters.pop();
  const shortTitle = characters.join('').trim();
  return shortTitle === '' ? videoId : `${shortTitle} [${videoId}]`;
}

function extensionOf(contentType: string): string {
  if (/webm/i.test(contentType)) return 'webm';
  if (/matroska/i.test(contentType)) return 'mkv';
  if (/mp2t/i.test(contentType)) return 'ts';
  return /quicktime/i.test(contentType) ? 'mov' : 'mp4';
}

/** The archive's subtitle addresses end in `.LANGUAGE.vtt`. */
function languageOf(url: string): string {
  return /\.([A-Za-z0-9-]{2,20})\.vtt(\?|$)/.exec(url)?.[1] ?? 'subtitles';
}
