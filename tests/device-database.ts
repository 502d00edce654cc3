// Before each file: the database of a device. Dexie looks for it once, when it is loaded, and the files of a worker share what is loaded.
import 'fake-indexeddb/auto';
