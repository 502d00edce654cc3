// Provides IndexedDB in memory; runs before each test file. Dexie looks for IndexedDB only when it is loaded, and the test files of a
// worker share that module.
import 'fake-indexeddb/auto';

// All files of a worker share this factory, so the databases of earlier files would stay in memory.
(indexedDB as unknown as { _databases: Map<string, unknown> })._databases.clear();
