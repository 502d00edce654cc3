// Port to the browser's own storage, for small named values that only this device needs, such as display choices.

export interface DeviceStorage {
  /** Null if nothing is stored or the browser forbids storage. */
  read(key: string): string | null;
  /** Null removes the value. A failed write is ignored, because the value is a convenience, never essential. */
  write(key: string, value: string | null): void;
}

/** @param area localStorage or sessionStorage; a function, because accessing either throws if the browser forbids storage */
export function browserStorage(area: () => Storage): DeviceStorage {
  return {
    read(key) {
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        if (value === null) area().removeItem(key);
        else area().setItem(key, value);
      } catch {
        // forbidden, or full
      }
    },
  };
}
