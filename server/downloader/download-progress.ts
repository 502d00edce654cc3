// Turns yt-dlp's progress lines into text for people and a share from 0 to 1. Pure.
import { isInfo, number, text, type Info } from '../library/info-values.ts';
import { parseFileName } from '../library/file-names.ts';
import { progressMark, stepMark } from './download-args.ts';

export interface DownloadProgress {
  /** From 0 to 1, never decreasing; 0 while nothing is known. */
  share: number;
  /** `44.0% of 210.3MiB at 6.1MiB/s - time left: 00:19` */
  message: string;
  bytesPerSecond: number | null;
  secondsLeft: number | null;
  /** Bytes of all parts, as far as known. */
  totalBytes: number | null;
}

/** @param expectedBytes bytes of all parts together, if known in advance */
export function createProgressReader(expectedBytes: number | null): (line: string) => DownloadProgress | null {
  const parts = new Map<string, { downloadedBytes: number; totalBytes: number | null }>();
  let share = 0;

  return (line) => {
    if (line.startsWith(stepMark)) {
      share = Math.max(share, 0.99);
      return { share, message: 'Preparing the file', bytesPerSecond: null, secondsLeft: null, totalBytes: null };
    }
    if (!line.startsWith(progressMark)) return null;
    const progress = parseProgress(line.slice(progressMark.length));
    const name = progress && text(progress, 'filename');
    if (!progress || name === null || !isMedia(name)) return null;
    const downloadedBytes = number(progress, 'downloaded_bytes') ?? 0;
    parts.set(name, { downloadedBytes, totalBytes: number(progress, 'total_bytes', 'total_bytes_estimate') });
    const allParts = [...parts.values()];
    const doneBytes = allParts.reduce((sum, part) => sum + part.downloadedBytes, 0);
    const knownBytes = allParts.reduce((sum, part) => sum + Math.max(part.totalBytes ?? 0, part.downloadedBytes), 0);
    const hasTotals = allParts.every((part) => part.totalBytes !== null);
    const totalBytes = hasTotals || expectedBytes !== null ? Math.max(knownBytes, expectedBytes ?? 0) : null;
    share = Math.max(share, totalBytes === null || totalBytes === 0 ? 0 : Math.min(doneBytes / totalBytes, 0.99));
    return {
      share,
      message: progressText(progress, doneBytes, totalBytes),
      bytesPerSecond: number(progress, 'speed'),
      secondsLeft: number(progress, 'eta'),
      totalBytes,
    };
  };
}

function progressText(progress: Info, doneBytes: number, totalBytes: number | null): string {
  const speed = number(progress, 'speed');
  const eta = number(progress, 'eta');
  const amount =
    totalBytes === null || totalBytes === 0 ? formatBytes(doneBytes) : `${((doneBytes / totalBytes) * 100).toFixed(1)}% of ${formatBytes(totalBytes)}`;
  return `${amount}${speed === null ? '' : ` at ${formatBytes(speed)}/s`}${eta === null ? '' : ` - time left: ${formatClock(eta)}`}`;
}

/** Only media files count, because subtitles and pictures have their own progress lines, which reach 100 % immediately. */
function isMedia(file: string): boolean {
  const { role } = parseFileName(file.slice(file.lastIndexOf('/') + 1), () => false);
  return role === 'media' || role === 'unfinished';
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const unitIndex = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), 0), units.length - 1);
  const value = bytes / 1024 ** unitIndex;
  return `${unitIndex === 0 ? Math.round(value) : value.toFixed(1)}${units[unitIndex]}`;
}

function formatClock(seconds: number): string {
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const wholeSeconds = Math.max(0, Math.round(seconds));
  const hours = Math.floor(wholeSeconds / 3600);
  return `${hours > 0 ? `${twoDigits(hours)}:` : ''}${twoDigits(Math.floor(wholeSeconds / 60) % 60)}:${twoDigits(wholeSeconds % 60)}`;
}

function parseProgress(json: string): Info | null {
  try {
    const value: unknown = JSON.parse(json);
    return isInfo(value) ? value : null;
  } catch {
    return null; // a damaged line, or one that only begins like ours
  }
}
