// Formats for the progress of saving, in any language.
import { numbers } from './formats.ts';
import { fileSize, type SizeUnit } from './page-formats.ts';

const mega = { binary: 1024 ** 2, metric: 1000 ** 2 } as const;

/** The speed of saving: "4.1 MB/s", "38 MB/s". */
export function speed(bytesPerSecond: number, unit: SizeUnit): string {
  const value = bytesPerSecond / mega[unit];
  return `${numbers(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} ${unit === 'binary' ? 'MiB' : 'MB'}/s`;
}

/** Two sizes: "214" and "508 MB", or "980 MB" and "1.4 GB". The unit is written once if both have the same. */
export function savedAndTotal(savedBytes: number, totalBytes: number, unit: SizeUnit): [saved: string, total: string] {
  const [saved, total] = [fileSize(savedBytes, unit), fileSize(totalBytes, unit)];
  const [figure = '', savedUnit] = saved.split(' ');
  return [total.endsWith(` ${savedUnit}`) ? figure : saved, total];
}
