// Dexie meets a database of a newer version by opening it without a version, and then even adds to it what it misses: an
// older client would write into rows that it does not understand. Here that second opening is refused, with the error that
// the browser gave to the first.
import Dexie from 'dexie';

/** The browser's databases for Dexie's option of that name; nothing where the browser has none. */
export function neverNewer(): { indexedDB?: IDBFactory } {
  const { indexedDB } = Dexie.dependencies;
  // Missing in some private windows.
  if (!indexedDB) return {};
  const guarded = new Proxy(indexedDB, {
    get(target, name) {
      if (name === 'open') return open;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  function open(name: string, version?: number): IDBOpenDBRequest {
    if (version === undefined) throw new DOMException('a newer version has been here', 'VersionError');
    return indexedDB.open(name, version);
  }
  return { indexedDB: guarded };
}
