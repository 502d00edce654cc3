// Computes how much space saved videos may take. Called by the saver, which reserves a video's space before it starts, and by the page,
// which shows the allowance. `estimate().quota` alone is not a usable limit: it is all the space that the browser would give the whole
// origin.

/** The origin's figures from `navigator.storage.estimate()`. */
export interface DeviceSpace {
  usageBytes: number;
  quotaBytes: number;
}

/** Part of the browser's grant that is kept free for the rest of the client: its copy of the archive, its pictures, its own files. */
export const reservedBytes = 128 * 1024 * 1024;

/** Share of the browser's grant that saved videos may take if the user has chosen no budget. */
const defaultQuotaShare = 0.5;

/** The space that an account's saved videos may take in total; null: neither the user nor the browser sets a limit. */
export function totalAllowedBytes(budgetBytes: number | null, device: DeviceSpace | null): number | null {
  return budgetBytes ?? (device && Math.floor(device.quotaBytes * defaultQuotaShare));
}

export interface SpaceFacts {
  budgetBytes: number | null;
  /** The space taken by saved videos of this account, including partial ones. */
  usedBytes: number;
  /** Null: the browser does not report it. */
  device: DeviceSpace | null;
}

/** How much more may be saved; zero or below: nothing. Infinity if nothing sets a limit. */
export function availableBytes({ budgetBytes, usedBytes, device }: SpaceFacts): number {
  const allowed = totalAllowedBytes(budgetBytes, device) ?? Infinity;
  return Math.min(allowed - usedBytes, freeDeviceBytes(device));
}

/** How much more the device can store, whatever the budget; Infinity if the browser does not report it. */
export function freeDeviceBytes(device: DeviceSpace | null): number {
  return device === null ? Infinity : device.quotaBytes - device.usageBytes - reservedBytes;
}

/** The space that a video still needs. If its size is unknown, nothing is reserved until the archive reports it. */
export function remainingBytes({ totalBytes, savedBytes }: { totalBytes: number | null; savedBytes: number }): number {
  return Math.max(0, (totalBytes ?? 0) - savedBytes);
}

/** Resolves to null if the browser does not report its figures. */
export async function readDeviceSpace(): Promise<DeviceSpace | null> {
  const { usage, quota } = await navigator.storage.estimate();
  return usage === undefined || quota === undefined ? null : { usageBytes: usage, quotaBytes: quota };
}
