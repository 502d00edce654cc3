// Formats sizes for this server's log, pages and messages, in decimal units like those of disks.
const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/**
 * Whole below a gigabyte, one decimal from there: "0 B", "812 MB", "4.9 GB", "1.4 TB". Whole again from 100 on: "312 GB".
 * @param locale how a decimal is written; pages pass their visitor's
 */
export function formatSize(bytes: number, locale = 'en'): string {
  let amount = Math.max(0, bytes);
  let unitIndex = 0;
  // Compares the rounded amount; otherwise 999.6 MB would be written "1000 MB".
  while (unitIndex < units.length - 1 && Math.round(amount) >= 1000) {
    amount /= 1000;
    unitIndex += 1;
  }
  const decimals = unitIndex < 3 || amount >= 100 ? 0 : 1;
  return `${numbersOf(locale, decimals).format(Number(amount.toFixed(decimals)))} ${units[unitIndex]}`;
}

/** Kept, because creating a formatter takes longer than formatting with it. Visitors choose the locale, so the number kept is limited. */
const kept = new Map<string, Intl.NumberFormat>();
const maxKept = 40;

function numbersOf(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  const found = kept.get(key);
  if (found !== undefined) return found;
  const created = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false });
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, created);
  return created;
}
