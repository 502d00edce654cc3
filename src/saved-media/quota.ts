// How much saved films may take. Pure. Called by the saver, which reserves what a film needs before it begins, and by the page, which shows the
// allowance. `estimate().quota` alone is no limit to live by: it is what the browser would give the whole origin, down to the last byte.

/** What `navigator.storage.estimate()` tells of the origin. */
export interface DeviceSpace {
  usageBytes: number;
  quotaBytes: number;
}

/** Of what the browser grants, kept free for the rest of the client: its copy of the archive, its pictures, its own files. */
export const keptFreeBytes = 128 * 1024 * 1024;

/** Of what the browser grants, where a person has chosen no budget. The other half stays for what they do next. */
const defaultShare = 0.5;

/** What saved films of an account may take together; null: neither a person nor the browser sets a limit. */
export function allowedBytes(budgetBytes: number | null, device: DeviceSpace | null): number | null {
  return budgetBytes ?? (device && Math.floor(device.quotaBytes * defaultShare));
}

export interface SpaceFacts {
  budgetBytes: number | null;
  /** By saved films of this account, those that are begun included. */
  usedBytes: number;
  /** Null: the browser does not tell. */
  device: DeviceSpace | null;
}

/** How much more may be saved; not above zero: nothing. Infinity where nothing sets a limit. */
export function roomBytes({ budgetBytes, usedBytes, device }: SpaceFacts): number {
  const allowed = allowedBytes(budgetBytes, device) ?? Infinity;
  const ofDevice = device === null ? Infinity : device.quotaBytes - device.usageBytes - keptFreeBytes;
  return Math.min(allowed - usedBytes, ofDevice);
}

/** What is still to come of a film. Of unknown size: nothing is reserved before the archive tells it. */
export function neededBytes({ totalBytes, savedBytes }: { totalBytes: number | null; savedBytes: number }): number {
  return Math.max(0, (totalBytes ?? 0) - savedBytes);
}

/** Null where the browser does not tell. */
export async function readDeviceSpace(): Promise<DeviceSpace | null> {
  const { usage, quota } = await navigator.storage.estimate();
  return usage === undefined || quota === undefined ? null : { usageBytes: usage, quotaBytes: quota };
}
