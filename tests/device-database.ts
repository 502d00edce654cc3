// Provides IndexedDB in memory; runs before each test file. Dexie looks for IndexedDB only when it is loaded, and the test files of a
// worker share that module.
import 'fake-indexeddb/auto';
