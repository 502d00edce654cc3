// Formats sizes for this server's log, pages and messages, in decimal units like those of disks.
const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Whole below a gigabyte, one decimal from there: "0 B", "812 MB", "4.9 GB", "1.4 TB". Whole again from 100 on: "312 GB". */
export function formatSize(bytes: number): string {
  let amount = Math.max(0, bytes);
  let unitIndex = 0;
  // Compares the rounded amount; otherwise 999.6 MB would be written "1000 MB".
  while (unitIndex < units.length - 1 && Math.round(amount) >= 1000) {
    amount /= 1000;
    unitIndex += 1;
  }
  return `${unitIndex < 3 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[unitIndex]}`;
}
