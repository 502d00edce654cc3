// Port to the browser's own storage, for small named values that only this device needs, such as display choices.

export interface DeviceStorage {
  /** Null: nothing is stored, or the browser stores nothing for us. */
  read(key: string): string | null;
  /** Null removes it. A failed write is ignored: the value is a convenience, never essential. */
  write(key: string, value: string | null): void;
}

/** @param area localStorage or sessionStorage; a function, because naming either throws if the browser forbids storage */
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
