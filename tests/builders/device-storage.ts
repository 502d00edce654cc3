import type { DeviceStorage } from '../../src/lib/device-storage.ts';

/** Returns an empty `DeviceStorage` that keeps its values in memory. */
export function memoryStorage(): DeviceStorage {
  const storedValues = new Map<string, string>();
  return {
    read: (key) => storedValues.get(key) ?? null,
    write: (key, value) => void (value === null ? storedValues.delete(key) : storedValues.set(key, value)),
  };
}
