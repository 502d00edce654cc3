// Runs before each test file: IndexedDB in memory. Dexie looks for IndexedDB once, when it is loaded, and the test files of a worker share it.
import 'fake-indexeddb/auto';
