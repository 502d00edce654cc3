/** "2.8 Mbit/s", "128 kbit/s"; empty for 0, which means not known. */
export function bitrate(bitsPerSecond: number, locale?: string): string {
  if (!(bitsPerSecond > 0)) return '';
  if (bitsPerSecond >= 999_500) return `${(bitsPerSecond / 1_000_000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} Mbit/s`;
  return `${Math.max(1, Math.round(bitsPerSecond / 1000)).toLocaleString(locale)} kbit/s`;
}
