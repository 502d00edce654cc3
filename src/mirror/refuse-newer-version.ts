// When the browser refuses to open a database because its version is newer, Dexie opens it again without a version, and even adds what it
// finds missing. An older client would thus write into rows that it does not understand. This module refuses the second open with the
// same error as the first.
import Dexie from 'dexie';

/** The browser's databases for Dexie's `indexedDB` option; empty where the browser has none. */
export function refuseNewerVersion(): { indexedDB?: IDBFactory } {
  const { indexedDB } = Dexie.dependencies;
  // `indexedDB` is missing in some private windows.
  if (!indexedDB) return {};
  const guardedFactory = new Proxy(indexedDB, {
    get(target, name) {
      if (name === 'open') return open;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  function open(name: string, version?: number): IDBOpenDBRequest {
    if (version === undefined) throw new DOMException('A newer version of the app has used this database', 'VersionError');
    return indexedDB.open(name, version);
  }
  return { indexedDB: guardedFactory };
}
