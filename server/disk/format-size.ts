// Formats sizes for this server's log, pages and messages, in decimal units like those of disks.
import { keepFormatters } from '../texts/keep-formatters.ts';

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/**
 * Amounts below a gigabyte are whole numbers ("0 B", "812 MB"). Larger amounts have one decimal ("4.9 GB", "1.4 TB") unless the number is
 * 100 or more ("312 GB").
 * @param locale determines how decimals are written; pages pass the visitor's locale
 */
export function formatSize(bytes: number, locale = 'en'): string {
  let amount = Math.max(0, bytes);
  let unitIndex = 0;
  // Compares the rounded amount; otherwise 999.6 MB would be written "1000 MB".
  while (unitIndex < units.length - 1 && Math.round(amount) >= 1000) {
    amount /= 1000;
    unitIndex += 1;
  }
  const isWhole = unitIndex < 3 || amount >= 100;
  const amountText = isWhole ? wholeNumbers(locale).format(Number(amount.toFixed(0))) : tenths(locale).format(Number(amount.toFixed(1)));
  return `${amountText} ${units[unitIndex]}`;
}

const fixed = (decimals: number) => ({ minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false });
const wholeNumbers = keepFormatters((locale) => new Intl.NumberFormat(locale, fixed(0)));
const tenths = keepFormatters((locale) => new Intl.NumberFormat(locale, fixed(1)));
