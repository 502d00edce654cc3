// Small named values stored on this device, as a port: local choices that no archive needs to know.

export interface DeviceStorage {
  /** Null: nothing is stored, or the browser stores nothing for us. */
  read(key: string): string | null;
  /** Null removes it. A failed write is ignored: the value is a convenience, never essential. */
  write(key: string, value: string | null): void;
}

/** `area` is evaluated on each access: merely naming localStorage throws where a browser forbids it. */
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
