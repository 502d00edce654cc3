// Small values that this device keeps by name, as a port: what a person chose here and no archive needs to know.

export interface DeviceStorage {
  /** Null: nothing is kept, or the browser keeps nothing for us. */
  read(key: string): string | null;
  /** Null forgets. What cannot be kept is let go: it is a convenience, never a duty. */
  write(key: string, value: string | null): void;
}

/** `area` is asked each time: naming localStorage alone throws where a browser forbids it. */
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
